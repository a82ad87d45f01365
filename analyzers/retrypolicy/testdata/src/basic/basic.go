// Package basic holds a fault of each kind.
package basic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

type service struct {
	client *http.Client
	url    string
	tries  int
	ctx    context.Context
}

var errDown = errors.New("down")

// fetch never gives up.
func (s *service) fetch() *http.Response {
	for { // want `basic.service.fetch repeats http.Client.Get until it succeeds: no number of attempts, no time and no context ends it.*retrypolicy/infinite`
		resp, err := s.client.Get(s.url)
		if err == nil {
			return resp
		}
		time.Sleep(time.Second)
	}
}

// join counts on one way only.
func (s *service) join(left int) error {
	resp, err := s.client.Get(s.url)
	if err != nil {
		if left <= 0 {
			return err
		}
		return s.again(left)
	}
	return resp.Body.Close()
}

func (s *service) again(left int) error {
	time.Sleep(time.Second)
	if _, err := s.client.Get(s.url + "/leader"); err != nil {
		return s.again(left) // want `calls itself again when http.Client.Get fails and hands on left as it is, so that nothing ends it.*infinite`
	}
	return s.join(left - 1)
}

// spin asks again at once.
func (s *service) spin(ctx context.Context) (resp *http.Response, err error) {
	for i := 0; i < s.tries; i++ { // want `basic.service.spin repeats http.Client.Do up to s.tries times without a pause.*nobackoff`
		req, rerr := http.NewRequestWithContext(ctx, "GET", s.url, nil)
		if rerr != nil {
			return nil, rerr
		}
		if resp, err = s.client.Do(req); err == nil || ctx.Err() != nil {
			return resp, err
		}
	}
	return nil, err
}

func nap(d time.Duration) { time.Sleep(d) }

// doze sleeps in a helper.
func (s *service) doze(r *http.Request) (resp *http.Response) {
	for i := 1; ; i++ {
		resp, err := s.client.Get(s.url)
		if err == nil || i == 5 {
			return resp
		}
		nap(2 * time.Second) // want `waits in nap, which only sleeps, before it tries http.Client.Get again and does not see r.Context\(\) end.*up to 8s.*sleep`
	}
}

// field has its context in a field.
func (s *service) field() error {
	var err error
	for range 4 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(s.ctx, "GET", s.url, nil); err != nil {
			return err
		}
		if _, err = s.client.Do(req); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second) // want `does not see s.ctx end.*up to 15s.*sleep`
	}
	return err
}

// gone goes on when its caller has gone.
func (s *service) gone(ctx context.Context) error {
	var err error
	for i := range 5 { // want `basic.service.gone goes on after ctx has ended and repeats http.Client.Do up to 5 times whatever the error is.*permanent`
		if err = s.once(ctx); err == nil {
			return nil
		}
		wait := time.Second << i
		select {
		case <-ctx.Done():
		case <-time.After(wait/2 + rand.N(wait)):
		}
	}
	return err
}

func (s *service) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, "GET", s.url, nil)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// refused asks again for what is not there.
func (s *service) refused() (*http.Response, error) {
	var resp *http.Response
	var err error
	for i := range 4 { // want `basic.service.refused repeats http.Client.Get up to 4 times on answers such as 400 and 404 as well.*permanent`
		resp, err = s.client.Get(s.url)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		if err == nil {
			err = fmt.Errorf("status %s", resp.Status)
			resp.Body.Close()
		}
		time.Sleep(time.Second<<i + rand.N(time.Second))
	}
	return nil, err
}

// drained sends a request that was read.
func (s *service) drained(ctx context.Context, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, "PUT", s.url, body)
	if err != nil {
		return err
	}
	for i := range 3 {
		resp, err := s.client.Do(req) // want `sends one request up to 3 times: the first attempt reads its body, and the next one sends what is left, which is nothing.*body`
		if err == nil {
			return resp.Body.Close()
		}
		if err := s.wait(ctx, i); err != nil {
			return err
		}
	}
	return errDown
}

// short announces more than is left.
func (s *service) short(ctx context.Context, data []byte) error {
	req, err := http.NewRequest("PUT", s.url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for i := range 3 {
		resp, err := s.client.Do(req.Clone(ctx)) // want `the next one fails on a new connection, with a body shorter than its length.*body`
		if err == nil {
			return resp.Body.Close()
		}
		if err := s.wait(ctx, i); err != nil {
			return err
		}
	}
	return errDown
}

// reader makes requests with one reader.
func (s *service) reader(ctx context.Context, data []byte) error {
	body := bytes.NewBuffer(data)
	for i := range 3 {
		req, err := http.NewRequestWithContext(ctx, "PUT", s.url, body) // want `hands one reader to a request up to 3 times: the first attempt reads it to its end.*body`
		if err != nil {
			return err
		}
		resp, err := s.client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		if err := s.wait(ctx, i); err != nil {
			return err
		}
	}
	return errDown
}

func (s *service) wait(ctx context.Context, i int) error {
	d := time.Second << i
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d/2 + rand.N(d)):
		return nil
	}
}

type hub interface {
	Attach(ctx context.Context, name string) error
}

type gate struct{ h hub }

// recounts counts, and starts again in each pass.
func (g *gate) recounts(name string) error {
	for { // want `its count of attempts starts again in each pass, so that nothing ends it.*infinite`
		tries := 0
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := g.h.Attach(ctx, name)
		cancel()
		if err == nil {
			return nil
		}
		if tries++; tries > 5 {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}
