package report

import (
	"net/url"
	"strings"
)

// slashed gives a file name with forward slashes, and tells whether it is absolute. Names
// of Windows are known by their drive or share on every system; elsewhere a backslash is
// a letter like any other.
func slashed(name string) (string, bool) {
	name = strings.TrimPrefix(name, `\\?\`)
	switch {
	case hasDrive(name):
		name = strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], `\`, "/")
		return name, strings.HasPrefix(name[2:], "/")
	case strings.HasPrefix(name, `\\`):
		return strings.ReplaceAll(name, `\`, "/"), true
	}
	return name, strings.HasPrefix(name, "/")
}

func hasDrive(name string) bool {
	return len(name) > 2 && name[1] == ':' && (name[2] == '/' || name[2] == '\\') &&
		('a' <= name[0]|0x20 && name[0]|0x20 <= 'z')
}

// fileURI is the URI of an absolute file name.
func fileURI(name string) string {
	name, _ = slashed(name)
	u := url.URL{Scheme: "file", Path: name}
	switch {
	case hasDrive(name):
		u.Path = "/" + name
	case strings.HasPrefix(name, "//"):
		host, rest, _ := strings.Cut(name[2:], "/")
		u.Host, u.Path = host, "/"+rest
	}
	return u.String()
}

// relativeURI is the reference of a relative file name. A colon in it would be read as
// the end of a scheme.
func relativeURI(name string) string {
	u := url.URL{Path: name}
	return strings.ReplaceAll(u.EscapedPath(), ":", "%3A")
}

// below gives name as seen from root, both absolute, where it lies below it.
func below(root, name string) (string, bool) {
	if root == "" {
		return "", false
	}
	root, _ = slashed(root)
	name, _ = slashed(name)
	rest, ok := strings.CutPrefix(name, strings.TrimSuffix(root, "/")+"/")
	return rest, ok && rest != "" && rest[0] != '/'
}
