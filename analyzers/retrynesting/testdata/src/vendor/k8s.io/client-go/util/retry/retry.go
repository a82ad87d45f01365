// Package retry has the signatures that the tests need.
package retry

import "k8s.io/apimachinery/pkg/util/wait"

var DefaultRetry = wait.Backoff{Steps: 5}
var DefaultBackoff = wait.Backoff{Steps: 4}

func OnError(b wait.Backoff, retriable func(error) bool, fn func() error) error { panic(0) }
func RetryOnConflict(b wait.Backoff, fn func() error) error                     { panic(0) }
