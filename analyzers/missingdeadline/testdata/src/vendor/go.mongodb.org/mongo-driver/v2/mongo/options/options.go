// Package options is a stub with the shape of the real one.
package options

import "time"

type ClientOptions struct{}

func Client() *ClientOptions { return &ClientOptions{} }

func (o *ClientOptions) SetTimeout(time.Duration) *ClientOptions { return o }
