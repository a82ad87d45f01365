// Package p has values of every origin, each with what it comes from beside it.
package p

func use(any) {}

type box struct {
	n    *int
	next *box
	in   inner
}

type inner struct{ m *int }

type ptr *int

var shared *int

var kept box

func one() *int { return nil }

func two() (*int, error) { return nil, nil }

func plain(a, b *int, cond bool) {
	use(a)   // param a
	use(nil) // const nil
	use(one) // func one
	v := a
	if cond {
		v = b
	}
	use(v) // param a, param b
	for cond {
		v = one()
	}
	use(v)      // param a, param b, call one 0
	use(ptr(v)) // param a, param b, call one 0
	use(one())  // call one 0
	r, err := two()
	use(r)        // call two 0
	use(err)      // call two 1
	use(&box{})   // made here
	use(new(int)) // made here
	use(shared)   // global shared
	use(&kept)    // address of kept
}

func asserted(e any, m map[int]*int, c chan *int, s []*int) {
	use(e.(*int)) // param e
	if p, ok := e.(*int); ok {
		use(p) // param e
	}
	use(m[1]) // other
	use(<-c)  // other
	use(s[0]) // other
	switch e := e.(type) {
	case *int:
		use(e) // param e
	}
}

func fields(b *box, a *int) {
	use(b.n)      // field n
	use(b.next.n) // field n
	use(b.in.m)   // field m
	use(&b.n)     // address of field n
	use(kept.n)   // field n

	// A store counts where the read can see it.
	own := &box{n: a}
	use(own.n) // param a
	own.n = one()
	use(own.n)    // call one 0
	use(own.next) // field next

	// A struct that is copied as a whole: the field is for the package to say.
	val := box{n: a}
	use(val.n) // field n

	cp := *b
	use(cp) // param b
}

func cells(a, b *int, cond bool) {
	v := a
	read := func() {
		use(v) // param a, param b
	}
	use(v) // param a
	read()
	v = b
	use(v) // param b
	read()

	w := a
	write := func() { w = b }
	use(w) // param a, param b
	write()

	var zero *int
	defer func() {
		use(zero) // never written
	}()

	x := a
	func() {
		x = b
		use(x) // param b
		func() {
			use(x) // param a, param b
		}()
	}()

	y := a
	escape(&y)
	use(y) // other
	_ = func() { y = b }

	if z := a; cond {
		func() {
			z = b
			if cond {
				use(z) // param b
			}
		}()
	}
}

func escape(**int) {}

// What is never written after it is captured.
func fixed(a *int) func() {
	return func() {
		use(a) // param a
		func() {
			use(a) // param a
		}()
	}
}

// A loop that feeds itself ends.
func loops(a, b *int, n int) {
	for range n {
		a, b = b, a
	}
	use(a) // param a, param b
	var v *int
	switch n {
	case 0:
		v = &many[0].a
	case 1:
		v = &many[0].b
	case 2:
		v = &many[0].c
	case 3:
		v = &many[0].d
	}
	use(v) // address of field a, address of field b, address of field c, address of field d, const nil
}

var many [1]struct{ a, b, c, d int }

func generic[T any](v T, p *pair[T]) {
	use(v)       // param v
	use(p.first) // field first
}

type pair[T any] struct{ first T }

func literal(a *int) {
	use(func() {})                // func literal$1
	use(func() *int { return a }) // closure literal$2
}
