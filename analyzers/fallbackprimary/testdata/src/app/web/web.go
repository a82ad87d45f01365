// Package web falls back through another package.
package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"app/client"
)

type site struct{ main, spare *client.API }

func newSite(main, spare *client.API) *site {
	if spare == nil {
		spare = main
	}
	return &site{main: main, spare: spare}
}

func (s *site) same(ctx context.Context, id string) (*http.Response, error) {
	resp, err := s.main.Item(ctx, id)
	if err == nil {
		return resp, nil
	}
	return s.main.Old(ctx, id) // want `when client.API.Item fails, web.site.same calls the same dependency again \(site.main.base\): web.site.same → client.API.Old → client.API.get → http.Client.Do`
}

func (s *site) maybe(ctx context.Context, id string) (*http.Response, error) {
	resp, err := s.main.Item(ctx, id)
	if err == nil {
		return resp, nil
	}
	return s.spare.Item(ctx, id) // want `calls what may be the same dependency again`
}

func (s *site) helper(ctx context.Context, id string) (*http.Response, error) {
	return client.OrElse(
		func() (*http.Response, error) { return s.main.Item(ctx, id) },
		func() (*http.Response, error) {
			return s.main.Old(ctx, id) // want `the fallback that web.site.helper hands to client.OrElse calls the same dependency again`
		},
	)
}

func (s *site) chain(ctx context.Context, names []string) error {
	return client.Each(ctx, names, func(ctx context.Context, provider, model string) error {
		_, err := s.main.Item(ctx, model) // want `client.Each tries each candidate, but the function that web.site.chain gives it calls one client for all of them and leaves out provider`
		return err
	})
}

func (s *site) spent(ctx context.Context, id string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	resp, err := other.Item(ctx, id)
	if err != nil {
		resp, err = s.main.Item(ctx, id) // want `in web.site.spent, client.API.Item \(site.main.base\) runs on the deadline that client.API.Item \(other.base\) has used up when it times out`
	}
	return resp, err
}

var other = client.New("https://other.example.org")

// What follows is right.

func (s *site) missing(ctx context.Context, id string) (*http.Response, error) {
	resp, err := s.main.Item(ctx, id)
	if errors.Is(err, client.ErrMissing) {
		return s.main.Old(ctx, id)
	}
	return resp, err
}

func (s *site) again(ctx context.Context, id string) (*http.Response, error) {
	resp, err := s.main.Item(ctx, id)
	if err != nil {
		resp, err = s.main.Item(ctx, id)
	}
	return resp, err
}

func (s *site) split(ctx context.Context, id string) (*http.Response, error) {
	first, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	resp, err := other.Item(first, id)
	if err != nil {
		resp, err = s.main.Item(ctx, id)
	}
	return resp, err
}

func (s *site) two(ctx context.Context, id string) (*http.Response, error) {
	return client.OrElse(
		func() (*http.Response, error) { return s.main.Item(ctx, id) },
		func() (*http.Response, error) { return other.Item(ctx, id) },
	)
}
