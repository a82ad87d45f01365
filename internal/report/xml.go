package report

import (
	"bufio"
	"encoding/xml"
	"io"
)

// writeXML writes a document with its declaration. What XML cannot hold, such as control
// characters, package xml replaces.
func writeXML(w io.Writer, v any) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString(xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(b)
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	if err := b.WriteByte('\n'); err != nil {
		return err
	}
	return b.Flush()
}
