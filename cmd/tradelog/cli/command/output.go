package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"sync"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// Output is the only way commands print. It escapes every value, so that a value stays within its line and cannot control the terminal.
// Output is not an io.Writer, so that no value bypasses the escaping.
type Output struct {
	to      io.Writer
	Stream  *plain
	waiting bool // a status is on the terminal's last line
}

// NewOutput returns an output to a file or a buffer.
func NewOutput(to io.Writer) *Output { return &Output{to: to, Stream: &plain{to: to}} }

// Printf prints like fmt.Printf. It escapes strings, errors and values with a String method, but not the format.
func (o *Output) Printf(format string, values ...any) error {
	_, err := fmt.Fprintf(o.Stream, format, inLine(values)...)
	return err
}

// Println prints values with blanks in between, each escaped, and ends the line.
func (o *Output) Println(values ...any) error {
	_, err := fmt.Fprintln(o.Stream, inLine(values)...)
	return err
}

// Paragraph prints a message of several lines, each of them escaped.
func (o *Output) Paragraph(message string) error {
	for line := range strings.Lines(message) {
		if err := o.Println(strings.TrimSuffix(line, "\n")); err != nil {
			return err
		}
	}
	return nil
}

// Lines prints a text of the program that has several lines, such as a message with advice.
func (o *Output) Lines(text string) error {
	_, err := io.WriteString(o.Stream, strings.TrimSuffix(text, "\n")+"\n")
	return err
}

// JSON prints a value as indented JSON.
func (o *Output) JSON(v any) error { return o.encode(v, "  ") }

// JSONLine prints a value as one line of JSON.
func (o *Output) JSONLine(v any) error { return o.encode(v, "") }

func (o *Output) encode(v any, indent string) error {
	enc := json.NewEncoder(o.Stream)
	enc.SetIndent("", indent)
	return enc.Encode(v)
}

// Table is a list to print: the cells of each row in the order of the columns.
type Table struct {
	Columns []string
	rows    [][]any
}

// Add adds a row.
func (t *Table) Add(cells ...any) { t.rows = append(t.rows, cells) }

// TableOf makes a table of structs of the type of record. The columns are the fields, named as their JSON members are: "default_group_id"
// is the column "default group". The tag column gives another name.
func TableOf(record any, records ...any) (t Table) {
	of := reflect.TypeOf(record)
	for i := range of.NumField() {
		tag := of.Field(i).Tag
		name := strings.TrimPrefix(strings.TrimSuffix(tag.Get("json"), "_id"), "is_")
		t.Columns = append(t.Columns, cmp.Or(tag.Get("column"), strings.ReplaceAll(name, "_", " ")))
	}
	for _, r := range records {
		row := make([]any, of.NumField())
		for i := range row {
			row[i] = reflect.ValueOf(r).Field(i).Interface()
		}
		t.Add(row...)
	}
	return t
}

// Show prints a table, or as JSON a document with the same content.
func (o *Output) Show(asJSON bool, document any, t Table) error {
	if asJSON {
		return o.JSON(document)
	}
	w := tabwriter.NewWriter(o.Stream, 0, 8, 2, ' ', 0)
	if len(t.Columns) > 0 {
		fmt.Fprintln(w, strings.Join(t.Columns, "\t"))
	}
	for _, row := range t.rows {
		line := make([]string, len(row))
		for i, cell := range inLine(row) {
			line[i] = fmt.Sprint(cell)
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(line, "\t"), "\t"))
	}
	return w.Flush()
}

// Terminal reports whether the output goes to a terminal.
func (o *Output) Terminal() bool {
	file, ok := o.to.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Fit cuts a line to the width of the terminal.
func (o *Output) Fit(line string) string {
	file, ok := o.to.(*os.File)
	if !ok {
		return line
	}
	size, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	if runes := []rune(line); err == nil && size.Col > 1 && len(runes) > int(size.Col) {
		return string(runes[:size.Col-1]) + "…"
	}
	return line
}

// Status prints progress. On a terminal it replaces the status before.
func (o *Output) Status(format string, values ...any) {
	if !o.Terminal() {
		_ = o.Printf(format+"\n", values...)
		return
	}
	_, _ = fmt.Fprintf(o.to, "\r\x1b[K"+format, inLine(values)...)
	o.waiting = true
}

// EndStatus removes the status.
func (o *Output) EndStatus() {
	if o.waiting {
		_, _ = io.WriteString(o.to, "\r\x1b[K")
		o.waiting = false
	}
}

// Data returns a writer for content that another program reads, such as an export. On a terminal it is escaped as well.
func (o *Output) Data() io.Writer {
	if file, ok := o.to.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice == 0 {
			return file
		}
		return o.Stream
	}
	return o.to
}

// inLine escapes all values that may contain text.
func inLine(values []any) []any {
	out := make([]any, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case string:
			out[i] = escape(v)
		case []byte:
			out[i] = escape(string(v))
		case json.RawMessage:
			out[i] = escape(string(v))
		case error, fmt.Stringer:
			out[i] = escape(fmt.Sprint(v))
		case nil, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
			out[i] = v
		default:
			out[i] = cell(v)
		}
	}
	return out
}

// cell returns named numbers, such as positions, unchanged, and escapes the text of all other values.
func cell(v any) any {
	text := fmt.Sprint(v)
	if escaped := escape(text); escaped != text {
		return escaped
	}
	return v
}

// escape makes a text one line without control characters.
func escape(s string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return unsafeRune(r) || r == '\n' || r == '\t' }) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == utf8.RuneError && size == 1 || unsafeRune(r):
			writeEscaped(&b, r)
		default:
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// writeEscaped writes a rune as JSON does, so that escaped JSON stays the same JSON.
func writeEscaped(to io.Writer, r rune) {
	if r > 0xffff {
		r -= 0x10000
		fmt.Fprintf(to, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		return
	}
	fmt.Fprintf(to, `\u%04x`, r)
}

// unsafeRune reports whether a rune may control a terminal or change the text around it: control characters, direction marks, other
// invisible characters and line separators. Joiners are allowed: some languages need them.
func unsafeRune(r rune) bool {
	switch {
	case r < 0x20:
		return r != '\n' && r != '\t'
	case r < 0x7f:
		return false
	case r == '\u200c' || r == '\u200d':
		return false
	}
	return unicode.In(r, unicode.C, unicode.Zl, unicode.Zp)
}

// plain escapes unsafe runes, except for line ends, and passes the text on. All output goes through it, including the server's log and the
// messages of the parser.
type plain struct {
	mu   sync.Mutex
	to   io.Writer
	rest []byte // the beginning of an incomplete rune
}

// Write escapes and writes.
func (p *plain) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(b)
	if len(p.rest) > 0 {
		b = append(p.rest, b...)
		p.rest = nil
	}
	end := len(b)
	for back := 1; back < utf8.UTFMax && back <= len(b); back++ {
		if tail := b[len(b)-back:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				end = len(b) - back
				p.rest = bytes.Clone(tail)
			}
			break
		}
	}
	_, err := p.to.Write(safe(b[:end]))
	return n, err
}

// Flush writes an incomplete rune.
func (p *plain) Flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.rest) > 0 {
		_, _ = p.to.Write(safe(p.rest))
		p.rest = nil
	}
}

func safe(b []byte) []byte {
	if utf8.Valid(b) && bytes.IndexFunc(b, unsafeRune) < 0 {
		return b
	}
	var out bytes.Buffer
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 || unsafeRune(r) {
			writeEscaped(&out, r)
		} else {
			out.Write(b[:size])
		}
		b = b[size:]
	}
	return out.Bytes()
}
