package clients

import "strings"

// hostOf reads the host of a URL of which front is the constant beginning, or all of it.
func hostOf(front string, all bool) Ref {
	_, rest, ok := strings.Cut(front, "://")
	if !ok {
		return Ref{}
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		if !all && (!strings.Contains(rest, ".") || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "-")) {
			return Ref{} // what follows may belong to the host
		}
		end = len(rest)
	}
	host := rest[:end]
	host = host[strings.LastIndexByte(host, '@')+1:]
	host, _, _ = strings.Cut(host, ":")
	host = strings.ToLower(host)
	if host == "" || local(host) {
		return Ref{}
	}
	return Ref{Kind: RefHost, Name: host}
}

// local tells whether a host is the machine itself, or a stand-in for a host.
func local(host string) bool {
	switch host {
	case "localhost", "127.0.0.1", "0.0.0.0", "unix", "[", "169.254.169.254", "d", "_", "dummy", "fake":
		return true
	}
	return false
}

// domain is the part of a host that tells providers apart: its last two labels, or the
// whole of a name that only an inner network knows.
func domain(host string) string {
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

// sameProvider tells whether two hosts are likely one provider's: of one registered
// domain, or of two whose names start alike (google.com and googleapis.com).
func sameProvider(a, b string) bool {
	a, b = domain(a), domain(b)
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
