// Package p is a package to be looked up in.
package p

type box struct{ n int }

type pair[T any] struct{ first T }

var count = lonelyStart()

func lonelyStart() int { return 1 }

func fill(b *box) int {
	b.n = 1
	count = 2
	return b.n
}

func make1() *box { return &box{n: 2} }

func pairs() (*pair[int], *pair[string]) {
	return &pair[int]{first: 1}, &pair[string]{first: "a"}
}

func called() {}

func lonely() {
	called()
	func() { called() }()
	generic(1)
	generic("a")
}

func generic[T any](T) {}

func maker(n int) func() int {
	return func() int {
		return func() int { return n }()
	}
}
