package driver

import "bytes"

// stripBodies gives the source without what is in the bodies of its functions and in its
// composite literals, and without comments. Outside of bodies, a brace that does not open a
// struct or an interface opens one of the two, and neither decides a type. Their line breaks
// stay, so that every declaration keeps its line. Where only a package's types are wanted
// this more than halves the time and memory; a source that it does not understand it leaves
// as it is from there on.
func stripBodies(src []byte) []byte {
	s := &stripper{src: src, out: make([]byte, 0, len(src)/2)}
	var word []byte // the token before, where it is a word
	depth := 0      // of parentheses, brackets and braces
	counted := -1   // the depth of an array type whose length is that of its literal
	for s.pos < len(src) {
		start := s.pos
		switch c := src[s.pos]; {
		case isLetter(c):
			for s.pos < len(src) && (isLetter(src[s.pos]) || '0' <= src[s.pos] && src[s.pos] <= '9') {
				s.pos++
			}
			word = src[start:s.pos]
			s.begun = s.begun || string(word) == "package"
			continue
		case c == ' ', c == '\t', c == '\n', c == '\r':
			s.pos++
			continue
		case s.skipText():
			if src[start] == '/' {
				s.dropComment(start)
				continue // a comment is no token
			}
		case c == '{' && !isTypeWord(word) && depth != counted:
			if !s.dropBody() {
				return append(s.out, src[s.copied:]...)
			}
		case c == '(', c == '[', c == '{':
			switch {
			case c == '[' && openLength(src[start+1:]):
				counted = depth
			case c == '{' && !isTypeWord(word):
				counted = -1 // the elements stay, each without what is in its braces
			}
			depth++
			s.pos++
		case c == ')', c == ']', c == '}':
			depth--
			s.pos++
		default:
			s.pos++
		}
		word = nil
	}
	return append(s.out, src[s.copied:]...)
}

// isTypeWord says whether a brace after the word opens a type and no body.
func isTypeWord(word []byte) bool {
	return string(word) == "interface" || string(word) == "struct"
}

// openLength says whether a bracket that src follows is that of an array type [...]T.
func openLength(src []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(src, " \t"), []byte("...")) }

type stripper struct {
	src    []byte
	pos    int  // what is being looked at
	copied int  // how much of src is in out already
	begun  bool // the package clause has come
	out    []byte
}

// dropComment leaves out the comment between start and pos, unless it says something to
// the go command or of lines.
func (s *stripper) dropComment(start int) {
	text := s.src[start:s.pos]
	if !s.begun || bytes.HasPrefix(text[2:], []byte("line ")) {
		return
	}
	s.out = append(s.out, s.src[s.copied:start]...)
	s.copied = s.pos
	if text[1] == '*' {
		s.out = append(s.out, ' ')
		s.breakLines(text)
	}
}

// breakLines writes as many line breaks as are in text.
func (s *stripper) breakLines(text []byte) {
	for range bytes.Count(text, newline) {
		s.out = append(s.out, '\n')
	}
}

// dropBody leaves out what stands between the brace at pos and the one that closes it.
func (s *stripper) dropBody() bool {
	s.pos++
	s.out = append(s.out, s.src[s.copied:s.pos]...)
	from := s.pos
	for depth := 1; s.pos < len(s.src); {
		switch c := s.src[s.pos]; {
		case s.skipText():
			continue
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if depth == 0 {
			s.breakLines(s.src[from:s.pos])
			s.copied = s.pos
			s.pos++
			return true
		}
		s.pos++
	}
	s.copied = from
	return false
}

var newline = []byte{'\n'}

// skipText goes past a comment, a string or a rune, if there is one at pos.
func (s *stripper) skipText() bool {
	rest := s.src[s.pos:]
	switch rest[0] {
	case '/':
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			s.skipTo(2, "\n", 0) // the line break is not part of it
		case bytes.HasPrefix(rest, []byte("/*")):
			s.skipTo(2, "*/", 2)
		default:
			return false
		}
	case '`':
		s.skipTo(1, "`", 1)
	case '"', '\'':
		i := 1
		for i < len(rest) && rest[i] != rest[0] && rest[i] != '\n' {
			if rest[i] == '\\' {
				i++
			}
			i++
		}
		s.pos = min(s.pos+i+1, len(s.src))
	default:
		return false
	}
	return true
}

// skipTo moves behind the next end after the opening bytes, keep bytes of it included.
func (s *stripper) skipTo(opening int, end string, keep int) {
	i := bytes.Index(s.src[s.pos+opening:], []byte(end))
	if i < 0 {
		s.pos = len(s.src)
		return
	}
	s.pos += opening + i + keep
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}
