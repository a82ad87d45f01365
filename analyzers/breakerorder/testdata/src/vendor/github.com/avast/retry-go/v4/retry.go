// Package retry is a stub.
package retry

type RetryableFunc func() error

type RetryIfFunc func(error) bool

type Config struct{ n uint }

type Option func(*Config)

func Attempts(n uint) Option { return func(c *Config) { c.n = n } }

func RetryIf(f RetryIfFunc) Option { return func(*Config) {} }

func Unrecoverable(err error) error { return err }

func Do(f RetryableFunc, opts ...Option) error { return f() }
