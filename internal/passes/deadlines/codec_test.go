package deadlines

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/resilint/resilint/internal/trace"
)

// samples are facts with all that a fact can hold, and with nothing.
func samples() []*Func {
	path := []trace.Step{
		{Kind: trace.Call, Func: "store.Open", Pkg: "example.com/m/store", File: "store.go", Line: 12, Col: 3, Note: "store.dial"},
		{Kind: trace.Outbound, Func: "store.dial", Pkg: "example.com/m/store", File: "dial.go", Line: 1 << 20, Col: 1, Note: "net.Dial é"},
	}
	return []*Func{
		{},
		{Waits: []Wait{{Ctx: NoParam, Client: NoParam, Callee: "net.Dial"}}},
		{
			Waits: []Wait{
				{Ctx: 0, Client: 3, Child: true, Loop: true, OS: true, Local: true, Callee: "sql.DB.Query", If: "00ff",
					Unless: []string{"a.B", "c.D !e.F"}, Path: path},
				{Ctx: 300, Client: NoParam, Loop: true, Path: path[:1]},
				{Ctx: 1, Client: NoParam, OS: true, Callee: "net.Dial"},
				{Ctx: NoParam, Client: NoParam, Slot: true, Callee: "a receive", Path: path[1:]},
			},
			Results: []Result{{Index: 1, Kind: ResultParam, Param: 2}, {Kind: ResultUnknown, Param: NoParam}, {Kind: ResultBounded, Amount: 3e9}},
			Tries:   []Tries{{Ctx: NoParam, N: 3, Each: 5e9, Pause: 1e9, Path: path}},
			Serves:  []Serve{{Param: NoParam, Amount: 1e9, Path: path}},
			Budgets: []Budget{{Ctx: 1, Amount: 5e9, Param: NoParam, Path: path}, {Ctx: 0, Param: 2, Path: path[:1]}},
			Runs:    []Run{{Param: 1, Async: true, Arg: NoParam, From: NoParam}, {Param: 0, Arg: 1, Kind: ResultCancel, From: 2}},
			Sets:    []Set{{Param: 0, Field: "net/http.Client.Timeout"}, {Param: 1, Field: "net/http.Client.Timeout"}, {Param: NoParam, Field: "net/http.Server.ReadTimeout"}},
		},
	}
}

func TestCodec(t *testing.T) {
	for _, in := range samples() {
		data, err := in.GobEncode()
		if err != nil {
			t.Fatal(err)
		}
		out := &Func{Sets: []Set{{Field: "left over"}}}
		if err := out.GobDecode(data); err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(in, out); d != "" {
			t.Error(d)
		}
		again, err := out.GobEncode()
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("encoded again: %x, %v, want %x", again, err, data)
		}
		if !in.empty() && in.String() == "" {
			t.Error("a fact that tests can't see")
		}
	}
}

// TestGob sends facts by the road that drivers use.
func TestGob(t *testing.T) {
	var buf bytes.Buffer
	enc, dec := gob.NewEncoder(&buf), gob.NewDecoder(&buf)
	for _, in := range samples() {
		var out Func
		if err := enc.Encode(in); err != nil {
			t.Fatal(err)
		}
		if err := dec.Decode(&out); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(in, &out); d != "" {
			t.Error(d)
		}
	}
}

// malformed are inputs that no encoder makes.
func malformed() [][]byte {
	full, err := samples()[2].GobEncode()
	if err != nil {
		return nil
	}
	huge := binary.AppendUvarint(nil, math.MaxUint64)
	long := binary.AppendVarint([]byte{0}, math.MaxInt64)
	negative := binary.AppendVarint([]byte{0}, -5)
	return [][]byte{
		nil,
		{0},
		full[:len(full)-1],
		full[1:],
		huge,
		append([]byte{1}, huge...),     // a string longer than all
		long,                           // a list longer than all
		negative,                       // a list of negative length
		{0, 2, 0, 0, 0, 0},             // a string that is not in the table
		bytes.Repeat([]byte{0x80}, 20), // a number without end
		append(bytes.Repeat([]byte{0xff}, 9), 0x7f), // a number that does not fit
	}
}

func TestMalformed(t *testing.T) {
	for _, data := range malformed() {
		if err := new(Func).GobDecode(data); err == nil {
			t.Errorf("%x was taken for a fact", data)
		}
	}
	full, err := samples()[2].GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	for i := range full {
		if err := new(Func).GobDecode(full[:i]); err == nil {
			t.Errorf("the first %d of %d bytes were taken for a fact", i, len(full))
		}
	}
}

// FuzzFact: no input makes the decoder panic, and what it takes stays the same when it
// is written and read again.
func FuzzFact(f *testing.F) {
	for _, s := range samples() {
		data, err := s.GobEncode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, data := range malformed() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var in, out Func
		if in.GobDecode(data) != nil {
			return
		}
		_ = in.String()
		written, err := in.GobEncode()
		if err != nil {
			t.Fatal(err)
		}
		if err := out.GobDecode(written); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(in, out); d != "" {
			t.Error(d)
		}
	})
}
