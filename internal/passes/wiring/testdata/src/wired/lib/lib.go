package lib

import "context"

type Store interface {
	Get(ctx context.Context) error
	Close()
}

// Sizer has nothing that can fail, so that nobody asks what is behind it.
type Sizer interface{ Size() int }

type Service struct {
	Store Store
	Sizer Sizer
}

func New(s Store, more ...Store) *Service { return &Service{Store: s} }

type SQL struct{}

func (*SQL) Get(context.Context) error { return nil }
func (*SQL) Close()                    {}
func (*SQL) Size() int                 { return 0 }

type Of[T any] struct{ v T }

func (*Of[T]) Get(context.Context) error { return nil }
func (*Of[T]) Close()                    {}
