package driver

import (
	"bytes"
	"encoding/gob"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// gob puts a number for each type into what it writes, which hangs on what the process has
// written before. So facts that write themselves are written without it: the same facts give
// the same bytes.

var (
	gobEncoder = reflect.TypeFor[gob.GobEncoder]()
	gobDecoder = reflect.TypeFor[gob.GobDecoder]()
)

// writesItself tells whether facts of the type, which is a pointer's, are written by their
// own methods.
func writesItself(typ reflect.Type) bool {
	return typ.Implements(gobEncoder) && typ.Implements(gobDecoder)
}

// factWriter writes facts of one type.
type factWriter struct {
	data bytes.Buffer
	gob  *gob.Encoder // nil where they write themselves
}

func newFactWriter(typ reflect.Type) *factWriter {
	w := &factWriter{}
	if !writesItself(typ) {
		w.gob = gob.NewEncoder(&w.data)
	}
	return w
}

func (w *factWriter) write(f analysis.Fact) error {
	if w.gob != nil {
		return w.gob.Encode(f)
	}
	b, err := f.(gob.GobEncoder).GobEncode()
	if err == nil {
		w.data.Write(appendBytes(nil, b))
	}
	return err
}

// factReader reads what a factWriter wrote.
type factReader struct {
	rest []byte
	gob  *gob.Decoder // nil where they read themselves
}

func newFactReader(typ reflect.Type, data []byte) *factReader {
	if writesItself(typ) {
		return &factReader{rest: data}
	}
	return &factReader{gob: gob.NewDecoder(bytes.NewReader(data))}
}

func (r *factReader) read(f analysis.Fact) error {
	if r.gob != nil {
		return r.gob.Decode(f)
	}
	b, rest, ok := cutBytes(r.rest)
	if !ok {
		return errFacts
	}
	r.rest = rest
	return f.(gob.GobDecoder).GobDecode(b)
}
