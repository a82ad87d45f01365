// Package quiet holds loops that look like retries and are none.
package quiet

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

var errTaken = errors.New("taken")

type remote interface {
	List(ctx context.Context, token string) (items []string, next string, err error)
	Put(ctx context.Context, key string) error
	Status(ctx context.Context) (string, error)
	Dial() (net.Conn, error)
	Receive(ctx context.Context) (string, error)
	Create(ctx context.Context, name string) error
}

// pages goes on with success.
func pages(ctx context.Context, r remote) (out []string, err error) {
	token := ""
	for {
		items, next, err := r.List(ctx, token)
		if err != nil {
			return nil, err
		}
		out = append(out, items...)
		if next == "" {
			return out, nil
		}
		token = next
		time.Sleep(time.Second)
	}
}

// ready polls: it goes round with err == nil.
func ready(ctx context.Context, r remote) error {
	for i := 0; i < 60; i++ {
		st, err := r.Status(ctx)
		if err != nil {
			return err
		}
		if st == "ready" {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errTaken
}

// settled polls, and goes round with errors, too.
func settled(ctx context.Context, r remote) error {
	for {
		st, err := r.Status(ctx)
		if err == nil && st == "ready" {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// worker handles one after the other.
func worker(ctx context.Context, r remote, jobs chan string) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-jobs:
			if err := r.Put(ctx, j); err != nil {
				time.Sleep(time.Second)
			}
		}
	}
}

// consume receives the next message after a failure.
func consume(ctx context.Context, r remote) error {
	for {
		m, err := r.Receive(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			time.Sleep(time.Second)
			continue
		}
		if err := r.Put(ctx, m); err != nil {
			continue
		}
	}
}

// reconnect serves as soon as it is connected, and then connects again.
func reconnect(r remote, serve func(net.Conn)) {
	for {
		c, err := r.Dial()
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		serve(c)
	}
}

// accept takes the next client.
func accept(l net.Listener) error {
	var delay time.Duration
	for {
		c, err := l.Accept()
		if err != nil {
			var ne net.Error
			if errors.As(err, &ne) && ne.Timeout() {
				delay = max(2*delay, time.Millisecond)
				time.Sleep(delay)
				continue
			}
			return err
		}
		delay = 0
		go c.Close()
	}
}

// swap works on memory.
func swap(n *atomic.Int64) {
	for {
		old := n.Load()
		if n.CompareAndSwap(old, old+1) {
			return
		}
	}
}

// failover asks the next one.
func failover(ctx context.Context, rs []remote) error {
	var err error
	for _, r := range rs {
		if err = r.Put(ctx, "k"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func failoverMap(ctx context.Context, rs map[string]remote) error {
	for name, r := range rs {
		if err := r.Put(ctx, name); err == nil {
			return nil
		}
	}
	return errTaken
}

func rotate(ctx context.Context, rs []remote) error {
	for i := 0; i < 6; i++ {
		if err := rs[i%len(rs)].Put(ctx, "k"); err == nil {
			return nil
		}
	}
	return errTaken
}

// batch sends the next item, whatever happened to the last one.
func batch(ctx context.Context, r remote, items []string) (failed int) {
	for _, it := range items {
		if err := r.Put(ctx, it); err != nil {
			failed++
			continue
		}
	}
	return failed
}

// first looks for the first that is good.
func first(ctx context.Context, r remote, items []string) string {
	for _, it := range items {
		if err := r.Put(ctx, it); err != nil {
			continue
		}
		return it
	}
	return ""
}

// free looks for a name that is not taken.
func free(ctx context.Context, r remote, base string) (string, error) {
	for i := 0; i < 100; i++ {
		name := fmt.Sprintf("%s-%d", base, i)
		err := r.Create(ctx, name)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, errTaken) {
			return "", err
		}
	}
	return "", errTaken
}

func random(ctx context.Context, r remote) error {
	for tries := 0; tries < 10; tries++ {
		if err := r.Create(ctx, strconv.Itoa(rand.IntN(1000))); err == nil {
			return nil
		}
	}
	return errTaken
}

// interrupted repeats a system call.
func interrupted(f *os.File, b []byte) (int, error) {
	for {
		n, err := f.Write(b)
		if err != syscall.EINTR {
			return n, err
		}
	}
}

// full reads on until the buffer is full.
func full(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var m int
		m, err = r.Read(b[n:])
		n += m
	}
	return n, err
}

// ask repeats a question to a person.
func ask(in *bufio.Reader) int {
	for {
		line, _ := in.ReadString('\n')
		if n, err := strconv.Atoi(line); err == nil {
			return n
		}
		fmt.Println("a number, please")
	}
}

// skip leaves out what is bad.
func skip(next func() (string, error)) string {
	for {
		s, err := next()
		if err != nil {
			continue
		}
		return s
	}
}

// grow asks for more room.
func grow(read func([]byte) error) []byte {
	for size := 1024; ; size *= 2 {
		b := make([]byte, size)
		if err := read(b); err == nil {
			return b
		}
	}
}

// lead campaigns again when it has lost.
func lead(ctx context.Context, campaign func(context.Context) error, work func(context.Context)) {
	for ctx.Err() == nil {
		if err := campaign(ctx); err != nil {
			time.Sleep(time.Second)
			continue
		}
		work(ctx)
	}
}

// drain takes what is left.
func drain(q interface{ Pop() (string, bool) }) (out []string) {
	for {
		s, ok := q.Pop()
		if !ok {
			return out
		}
		out = append(out, s)
	}
}

// housekeeping has other work besides, which goes on.
func housekeeping(ctx context.Context, r remote, due func() bool) error {
	for {
		if due() {
			if err := r.Put(ctx, "k"); err == nil {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute):
		}
	}
}

// handle hands its own failure to itself.
func handle(ctx context.Context, r remote, err error) {
	if perr := r.Put(ctx, err.Error()); perr != nil {
		handle(ctx, r, perr)
	}
}

// walk goes down a tree.
func walk(ctx context.Context, r remote, dir string) error {
	items, next, err := r.List(ctx, dir)
	if err != nil {
		return walk(ctx, r, next)
	}
	_ = items
	return nil
}
