package clients

import "github.com/resilint/resilint/internal/passes/hosts"

// hostOf names the host of a URL of which front is the constant beginning, or all of it.
func hostOf(front string, all bool) Ref {
	if host := hosts.Of(front, all); host != "" {
		return Ref{Kind: RefHost, Name: host}
	}
	return Ref{}
}
