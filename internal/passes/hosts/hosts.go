// Package hosts reads the hosts of URLs and tells whose they are.
//
// It follows no value: what a URL is made of is for package clients to say.
package hosts

import "strings"

// Of reads the host of a URL of which front is the constant beginning, or, with all, the
// whole of it. It is empty where the host is not all there, and where it is the machine
// itself or stands in for a host.
func Of(front string, all bool) string {
	_, rest, ok := strings.Cut(front, "://")
	if !ok {
		return ""
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		if !all && (!strings.Contains(rest, ".") || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "-")) {
			return "" // what follows may belong to the host
		}
		end = len(rest)
	}
	host := rest[:end]
	host = host[strings.LastIndexByte(host, '@')+1:]
	host, _, _ = strings.Cut(host, ":")
	host = strings.ToLower(host)
	if host == "" || local(host) {
		return ""
	}
	return host
}

// local tells whether a host is the machine itself, or a stand-in for a host.
func local(host string) bool {
	switch host {
	case "localhost", "127.0.0.1", "0.0.0.0", "unix", "[", "169.254.169.254", "d", "_", "dummy", "fake":
		return true
	}
	return false
}

// Domain is the part of a host that tells providers apart: its last two labels, or the
// whole of a name that only an inner network knows.
func Domain(host string) string {
	labels := strings.Split(host, ".")
	switch last := labels[len(labels)-1]; {
	case len(labels) <= 2:
		return host
	case last == "internal" || last == "local" || last == "svc" || last == "lan" || last == "consul":
		return host
	case last != "" && last[0] >= '0' && last[0] <= '9':
		return host
	}
	return strings.Join(labels[len(labels)-2:], ".")
}

// SameProvider tells whether two hosts are likely one provider's: of one registered
// domain, or of two whose names start alike (google.com and googleapis.com).
func SameProvider(a, b string) bool {
	a, b = Domain(a), Domain(b)
	if a == b {
		return true
	}
	x, _, _ := strings.Cut(a, ".")
	y, _, _ := strings.Cut(b, ".")
	if !strings.Contains(a, ".") || !strings.Contains(b, ".") {
		return false
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	return len(x) >= 4 && x != y && strings.HasPrefix(y, x)
}
