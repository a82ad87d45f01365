// Package waits holds waits for what is no call to another process: slots, connections,
// goroutines.
package waits

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"time"
)

type lookup func(ctx context.Context, id string) (string, error)

type service struct {
	slots  chan struct{}
	conns  chan net.Conn
	answer chan string
	in     chan string
	find   lookup
}

func newService(find lookup, conns ...net.Conn) *service {
	s := &service{slots: make(chan struct{}, 8), answer: make(chan string, 1), in: make(chan string, 1), find: find}
	s.conns = make(chan net.Conn, len(conns))
	for _, c := range conns {
		s.conns <- c
	}
	go s.work()
	return s
}

func (s *service) work() {
	for id := range s.in {
		if v, err := s.find(context.TODO(), id); err == nil {
			s.answer <- v
		}
	}
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.slots <- struct{}{} // want `requests wait in waits.service.ServeHTTP for a send to the semaphore slots and nothing ends the wait`
	defer func() { <-s.slots }()
	v, err := s.find(r.Context(), r.URL.Path)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
	io.WriteString(w, v)
}

func (s *service) ask(w http.ResponseWriter, r *http.Request) {
	s.in <- r.URL.Path
	io.WriteString(w, <-s.answer) // want `requests wait in waits.service.ask for a receive from answer`
}

func (s *service) borrow(w http.ResponseWriter, r *http.Request) {
	c := <-s.conns // want `requests wait in waits.service.borrow for a receive from conns`
	defer func() { s.conns <- c }()
	if _, err := s.find(r.Context(), c.RemoteAddr().String()); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// The wait ends with the request, or after a second.
func (s *service) polite(w http.ResponseWriter, r *http.Request) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-time.After(time.Second):
		w.WriteHeader(http.StatusServiceUnavailable)
	case <-r.Context().Done():
	}
}

// Who started what it waits for waits for nobody else.
func fanOut(w http.ResponseWriter, r *http.Request) {
	limit, done := make(chan struct{}, 2), make(chan int, 3)
	for i := range 3 {
		limit <- struct{}{}
		go func() {
			defer func() { <-limit }()
			done <- i
		}()
	}
	for range 3 {
		<-done
	}
}

// A worker may wait: nobody waits for it.
func (s *service) loop(ids []string) {
	for range ids {
		s.slots <- struct{}{}
		<-s.slots
	}
}

func stuck(ctx context.Context, find lookup) (string, error) {
	out := make(chan string)
	go func() {
		v, _ := find(ctx, "id")
		out <- v
	}()
	select {
	case v := <-out:
		return v, nil
	case <-time.After(time.Second): // want `the timeout only stops the waiting: the goroutine that does the work is then stuck for ever on its send`
		return "", context.DeadlineExceeded
	}
}

func wayward(url string) (resp *http.Response) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		resp, _ = http.Get(url) // want `http.Get can wait for ever`
	}()
	timer := time.NewTimer(time.Second)
	select {
	case <-done:
	case <-timer.C: // want `the timeout only stops the waiting: the work goes on, uncancelled`
	}
	return resp
}

func unheard(work func() string) string {
	out := make(chan string, 1)
	go func() { out <- work() }()
	select {
	case v := <-out:
		return v
	case <-time.After(time.Second): // told at low confidence: the function can't be stopped
		return ""
	}
}

// The work ends with the waiting, and the channel has room for what it says then.
func tidy(ctx context.Context, find lookup) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	out := make(chan string, 1)
	go func() {
		v, _ := find(ctx, "id")
		out <- v
	}()
	select {
	case v := <-out:
		return v, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// It goes back to waiting.
func nagging(work func() string, say func(string)) string {
	out := make(chan string)
	go func() { out <- work() }()
	for {
		select {
		case v := <-out:
			return v
		case <-time.After(time.Second):
			say("still waiting")
		}
	}
}

func serve(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go frames(conn)
	}
}

func frames(conn net.Conn) {
	defer conn.Close()
	for {
		var n uint32
		if err := readLen(conn, &n); err != nil { // told at low confidence
			return
		}
	}
}

func readLen(r io.Reader, n *uint32) error { return binary.Read(r, binary.BigEndian, n) }

// The deadline is set by the caller, the reader is behind a buffer.
func serveTimed(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			return err
		}
		go line(conn)
	}
}

func line(conn net.Conn) {
	defer conn.Close()
	bufio.NewReader(conn).ReadString('\n')
}

// A tunnel lives as long as its ends.
func tunnel(a, b net.Conn) {
	go io.Copy(a, b)
	io.Copy(b, a)
}

func proxy(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://stock.internal/", nil)
	if err != nil {
		return
	}
	resp, err := http.DefaultClient.Do(req) // want `the request's own context goes to http.Client.Do with no deadline`
	if err == nil {
		resp.Body.Close()
	}
}
