package fallbackprimary

import (
	"slices"
	"strings"
	"unicode"
)

// failureWords stand in the names of errors, types and predicates that tell of a failure
// of the far side or of the way to it. Any other named error counts as an answer.
var failureWords = []string{
	"timeout", "timedout", "unavailable", "temporary", "transient", "deadline", "unreachable", "refused", "reset",
	"overload", "exhausted", "retry", "retryable", "retriable", "fallback", "failover", "fail", "failed", "failure", "open", "openstate",
	"breaker", "circuit", "neterror", "operror", "network", "connection", "conn", "offline", "down", "busy", "ratelimit", "ratelimited",
	"throttle", "throttled", "throttling", "toomanyrequests", "toomany", "usagelimit", "quota", "upstream", "serviceunavailable", "notallowed",
	"maxconcurrency", "degraded", "outage", "dead", "lost", "broken",
}

// named is what an error's, type's or predicate's name says where the error is that.
func named(name string) meaning {
	parts := words(name)
	for i, w := range parts {
		if slices.Contains(failureWords, w) || i+1 < len(parts) && slices.Contains(failureWords, w+parts[i+1]) {
			return failure
		}
	}
	if strings.HasSuffix(name, "net.Error") || strings.HasSuffix(name, "net.OpError") || strings.HasSuffix(name, "url.Error") {
		return failure
	}
	return answer
}

// textWords stand in the texts of errors that tell of a failure of the far side.
var textWords = []string{
	"timeout", "timed", "unavailable", "deadline", "unreachable", "refused", "reset", "overloaded", "exhausted", "circuit", "429", "500", "502", "503", "504",
}

// text is what a part of an error's text says where the error has it.
func text(s string) meaning {
	for _, w := range words(s) {
		if slices.Contains(textWords, w) {
			return failure
		}
	}
	return answer
}

// words cuts a name, or a text, into its words in lower case.
func words(s string) []string {
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
		}
		cur = nil
	}
	rs := []rune(s)
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])):
			flush()
			cur = append(cur, r)
		default:
			cur = append(cur, r)
		}
	}
	flush()
	return out
}

var (
	readWords  = []string{"get", "find", "list", "load", "read", "fetch", "lookup", "query", "head", "stat", "describe", "search", "select", "exists", "has", "count", "check", "show", "resolve"}
	writeWords = []string{"create", "insert", "add", "put", "save", "store", "register", "update", "upsert", "set", "write", "delete", "remove", "ensure", "init", "post", "apply", "patch", "mark", "touch", "new", "make", "import", "build", "generate"}
	undoWords  = []string{
		"close", "rollback", "abort", "cancel", "unlock", "release", "stop", "cleanup", "undo", "void", "revert", "restore",
		"ping", "health", "healthcheck", "report", "log", "record", "audit", "notify", "alert", "metric", "destroy", "shutdown", "reset", "logout",
		"drop", "detach", "disconnect", "delete", "remove", "fail", "failed", "reject", "nack", "requeue", "flush", "reconnect", "refresh",
	}
)

// begins tells whether the first word of a function's name is one of the list.
func begins(name string, list []string) bool {
	w := words(name[strings.LastIndexByte(name, '.')+1:])
	return len(w) > 0 && slices.Contains(list, w[0])
}
