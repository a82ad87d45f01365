package listkey

import "bytes"

// headOf gives the part of a Go file that the go command reads: what comes before the first
// declaration that is no import, comments included. Where that is not plain, the rest of the
// file has a say, too, and ok is false: the file does not parse so far, or imports embed, so
// that comments further down matter. more is set where that may be since the contents end.
func headOf(src []byte) (head []byte, ok, more bool) {
	s := headScanner{src: bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))}
	skipped := len(src) - len(s.src)
	if !s.word("package") || !s.ident() {
		return nil, false, s.atEnd()
	}
	for s.word("import") {
		if !s.imports() {
			return nil, false, s.atEnd()
		}
	}
	if s.bad || s.atEnd() {
		return src, !s.bad && !bytes.ContainsRune(src, 0) && !importsEmbed(src), true
	}
	next := s.src[s.pos]
	head = src[:skipped+s.pos]
	// The first letter of const, func, type and var. All else is read further, or an error.
	ok = bytes.IndexByte([]byte("cftv"), next) >= 0 && !bytes.ContainsRune(head, 0) && !importsEmbed(head)
	return head, ok, false
}

func importsEmbed(head []byte) bool {
	return bytes.Contains(head, []byte(`"embed"`)) || bytes.Contains(head, []byte("`embed`"))
}

type headScanner struct {
	src []byte
	pos int
	bad bool // a comment without an end
}

func (s *headScanner) atEnd() bool { return s.pos >= len(s.src) }

// skip goes past spaces, comments and semicolons.
func (s *headScanner) skip() {
	for !s.atEnd() {
		rest := s.src[s.pos:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';':
			s.pos++
		case bytes.HasPrefix(rest, []byte("//")):
			s.to(rest, 2, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			s.to(rest, 2, "*/")
		default:
			return
		}
	}
}

// to goes behind the next end in rest, from offset on. Without one all is behind.
func (s *headScanner) to(rest []byte, from int, end string) {
	i := bytes.Index(rest[from:], []byte(end))
	if i < 0 {
		s.bad = s.bad || end != "\n"
		s.pos = len(s.src)
		return
	}
	s.pos += from + i + len(end)
}

// word takes the keyword, if it comes next.
func (s *headScanner) word(w string) bool {
	s.skip()
	rest := s.src[s.pos:]
	if !bytes.HasPrefix(rest, []byte(w)) || len(rest) > len(w) && isIdent(rest[len(w)]) {
		return false
	}
	s.pos += len(w)
	return true
}

// ident takes an identifier, if one comes next.
func (s *headScanner) ident() bool {
	s.skip()
	from := s.pos
	for !s.atEnd() && isIdent(s.src[s.pos]) {
		s.pos++
	}
	return s.pos > from
}

// imports takes what follows the word import.
func (s *headScanner) imports() bool {
	s.skip()
	if s.atEnd() {
		return false
	}
	if s.src[s.pos] != '(' {
		return s.spec()
	}
	s.pos++
	for {
		s.skip()
		switch {
		case s.atEnd():
			return false
		case s.src[s.pos] == ')':
			s.pos++
			return true
		case !s.spec():
			return false
		}
	}
}

// spec takes a name, which may be missing, and a path in quotes.
func (s *headScanner) spec() bool {
	s.skip()
	if !s.atEnd() && s.src[s.pos] == '.' {
		s.pos++
	} else {
		s.ident()
	}
	s.skip()
	if s.atEnd() {
		return false
	}
	quote := s.src[s.pos]
	if quote != '"' && quote != '`' {
		return false
	}
	text, _, found := bytes.Cut(s.src[s.pos+1:], []byte{quote})
	if !found || bytes.ContainsAny(text, "\\\n") {
		return false
	}
	s.pos += len(text) + 2
	return true
}

func isIdent(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}
