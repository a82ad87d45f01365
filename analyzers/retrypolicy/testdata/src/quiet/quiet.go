// Package quiet holds retries that are right, and loops that are none.
package quiet

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

type service struct {
	client *http.Client
	url    string
	token  string
}

var errExpired = errors.New("token expired")

func (s *service) do(ctx context.Context, data []byte) error {
	req, err := http.NewRequestWithContext(ctx, "PUT", s.url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	if resp.StatusCode == http.StatusUnauthorized {
		err = errExpired
	}
	return errors.Join(err, resp.Body.Close())
}

// right waits, heeds its context and makes the request anew.
func (s *service) right(ctx context.Context, data []byte) (err error) {
	for i := range 4 {
		if err = s.do(ctx, data); err == nil || ctx.Err() != nil {
			return err
		}
		wait := time.Second << i
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait/2 + rand.N(wait)):
		}
	}
	return err
}

// connect runs when the program starts, and nothing works without it.
func startConnection(s *service) {
	for {
		if _, err := s.client.Get(s.url); err == nil {
			return
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// background works in a goroutine of its own.
func (s *service) background() {
	go func() {
		for {
			if _, err := s.client.Get(s.url); err == nil {
				return
			}
			time.Sleep(time.Second + rand.N(time.Second))
		}
	}()
}

// once tries again at once, one time.
func (s *service) once(ctx context.Context, data []byte) (err error) {
	for range 2 {
		if err = s.do(ctx, data); err == nil {
			return nil
		}
	}
	return err
}

// renew asks for another token.
func (s *service) renew(ctx context.Context, data []byte) (err error) {
	for range 5 {
		if err = s.do(ctx, data); !errors.Is(err, errExpired) {
			return err
		}
		s.token = ""
	}
	return err
}

// rewound gives the request its body again.
func (s *service) rewound(ctx context.Context, data []byte) error {
	req, err := http.NewRequestWithContext(ctx, "PUT", s.url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for i := range 3 {
		if i > 0 {
			if req.Body, err = req.GetBody(); err != nil {
				return err
			}
		}
		resp, err := s.client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second<<i + rand.N(time.Second)):
		}
	}
	return errExpired
}

// brief sleeps for less than anybody notices.
func (s *service) brief(ctx context.Context, data []byte) (err error) {
	for range 3 {
		if err = s.do(ctx, data); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// local calls nothing that leaves the process.
func local(ctx context.Context, m map[string]int, key string) (n int, err error) {
	for range 5 {
		if n, err = look(m, key); err == nil {
			return n, nil
		}
		time.Sleep(10 * time.Second)
	}
	return 0, err
}

func look(m map[string]int, key string) (int, error) {
	n, ok := m[key]
	if !ok {
		return 0, errExpired
	}
	return n, nil
}

// pages is no retry.
func (s *service) pages(ctx context.Context) {
	for page := 1; ; page++ {
		if err := s.do(ctx, []byte{byte(page)}); err != nil {
			return
		}
		time.Sleep(2 * time.Second)
	}
}

// ConditionFailed says that another one was faster.
type ConditionFailed struct{}

func (*ConditionFailed) Error() string { return "condition failed" }

// race runs again when another one was faster.
func (s *service) race(ctx context.Context, data []byte) error {
	for {
		err := s.do(ctx, data)
		switch err.(type) {
		case *ConditionFailed:
			continue
		}
		return err
	}
}
