package catalogfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/spreadsheet"
)

// maxRow is the longest row, in bytes. Longer ones are refused and skipped.
const maxRow = 1 << 20

// cell is a value of a row, by the column's name. It is JSON; a cell of comma-separated values is JSON text, or null.
type cell struct {
	column string
	value  json.RawMessage
}

// row is a row of the file. problem is the reason why it cannot be read.
type row struct {
	line    int   // where it begins, from 1
	read    int64 // bytes of the file up to its end
	cells   []cell
	problem string
}

func (r *row) size() (n int) {
	for _, c := range r.cells {
		n += len(c.value)
	}
	return n
}

// source gives the rows of a file, and io.EOF after them.
type source interface{ next() (row, error) }

// lineReader reads bytes and counts lines. It skips a byte order mark.
type lineReader struct {
	from *bufio.Reader
	line int // of the next byte
	read int64
}

func newLineReader(from io.Reader) *lineReader {
	r := &lineReader{from: bufio.NewReaderSize(from, 1<<16), line: 1}
	if mark, err := r.from.Peek(3); err == nil && string(mark) == "\ufeff" {
		n, _ := r.from.Discard(3)
		r.read = int64(n)
	}
	return r
}

func (r *lineReader) byte() (byte, error) {
	c, err := r.from.ReadByte()
	if err == nil {
		r.read++
		if c == '\n' {
			r.line++
		}
	}
	return c, err
}

// text reads a line without its end. long tells that it was too long and is cut off.
func (r *lineReader) text() (line []byte, long bool, err error) {
	for {
		part, err := r.from.ReadSlice('\n')
		r.read += int64(len(part))
		if long = long || len(line)+len(part) > maxRow; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil:
			r.line++
			return bytes.TrimRight(line, "\r\n"), long, nil
		case errors.Is(err, io.EOF) && (len(line) > 0 || long):
			return line, long, nil
		default:
			return nil, false, err
		}
	}
}

var (
	tooLong = fmt.Sprintf("The row is longer than %d bytes; perhaps a quote is not closed", maxRow)
	notUTF8 = "The row is not UTF-8"
)

// jsonSource reads one JSON object a line.
type jsonSource struct{ *lineReader }

func (s jsonSource) next() (row, error) {
	for {
		at := s.line
		line, long, err := s.text()
		if err != nil {
			return row{}, err
		}
		if !long && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		r := row{line: at, read: s.read}
		switch {
		case long:
			r.problem = tooLong
		case !utf8.Valid(line):
			r.problem = notUTF8
		default:
			r.cells, r.problem = members(line)
		}
		return r, nil
	}
}

// members reads the members of an object in their order.
func members(line []byte) (cells []cell, problem string) {
	d := json.NewDecoder(bytes.NewReader(line))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return nil, "The line is no JSON object"
	}
	seen := map[string]bool{}
	for d.More() {
		name, err := d.Token()
		column, ok := name.(string)
		var value json.RawMessage
		if err != nil || !ok || d.Decode(&value) != nil {
			return cells, "The line is no JSON object"
		}
		if seen[column] {
			return cells, fmt.Sprintf("The member %.60q is there twice", column)
		}
		seen[column] = true
		cells = append(cells, cell{column, value})
	}
	if _, err := d.Token(); err != nil {
		return cells, "The line is no JSON object"
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return cells, "There is more on the line than one JSON object"
	}
	return cells, ""
}

// csvSource reads comma-separated values (RFC 4180) below a heading. A misplaced quote makes only its own row unreadable.
type csvSource struct {
	*lineReader
	heading []string
}

// newCSV reads the heading.
func newCSV(from io.Reader) (*csvSource, error) {
	s := &csvSource{lineReader: newLineReader(from)}
	for len(s.heading) == 0 {
		_, heading, problem, err := s.record()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fault.Invalidf("The file is empty; its first line must name the columns")
		case err != nil:
			return nil, err
		case problem != "":
			return nil, fault.Invalidf("The first line, which names the columns, cannot be read: %s", problem)
		}
		s.heading = heading
	}
	for i, name := range s.heading {
		s.heading[i] = strings.TrimSpace(name)
	}
	return s, nil
}

func (s *csvSource) next() (row, error) {
	for {
		line, fields, problem, err := s.record()
		if err != nil {
			return row{}, err
		}
		if fields == nil && problem == "" {
			continue // an empty line
		}
		r := row{line: line, read: s.read, problem: problem}
		if problem == "" && len(fields) != len(s.heading) {
			r.problem = fmt.Sprintf("The row has %d values, and the first line names %d columns", len(fields), len(s.heading))
		}
		for i, field := range fields[:min(len(fields), len(s.heading))] {
			if field != "" {
				r.cells = append(r.cells, cell{s.heading[i], fromText(spreadsheet.Unquote(field))})
			}
		}
		return r, nil
	}
}

// clearing is the text of a cell that clears a value. A text that begins with a backslash is written with two.
const clearing = `\N`

func fromText(field string) json.RawMessage {
	if field == clearing {
		return json.RawMessage("null")
	}
	if strings.HasPrefix(field, `\\`) {
		field = field[1:]
	}
	return encoded(field)
}

func toText(field string) string {
	if strings.HasPrefix(field, `\`) {
		return `\` + field
	}
	return field
}

// The states of a reader within a record.
const (
	begins   = iota // before a value
	plain           // in a value without quotes
	quoted          // in a value with quotes
	unquoted        // behind a quote in such a value, which ends it or stands for a quote
)

// record reads the values of a record, none for an empty line, and the line that it begins on.
func (s *csvSource) record() (line int, fields []string, problem string, err error) {
	r, start := csvRecord{}, s.read
	line = s.line
	for {
		c, err := s.byte()
		switch {
		case err != nil && (!errors.Is(err, io.EOF) || s.read == start):
			return line, nil, "", err
		case err != nil:
			if r.state == quoted {
				r.spoil("A quote is not closed")
			}
			fields, problem = r.end()
			return line, fields, problem, nil
		case c == '\n' && r.state != quoted:
			fields, problem = r.endOfLine()
			return line, fields, problem, nil
		case c == '\r' && r.state == unquoted && s.before('\n'):
			continue
		}
		r.take(c, s.read-start)
	}
}

// before reports whether the next byte is c.
func (s *csvSource) before(c byte) bool {
	next, err := s.from.Peek(1)
	return err == nil && next[0] == c
}

// csvRecord is a record of which a part was read.
type csvRecord struct {
	fields  []string // the values before the current one
	value   []byte   // the current value
	state   int
	problem string // the first one
	long    bool   // the record is longer than maxRow, and the rest of its values is skipped
}

func (r *csvRecord) spoil(message string) {
	if r.problem == "" {
		r.problem = message
	}
}

// take reads a byte of a record, which then has a length. The byte does not end the record.
func (r *csvRecord) take(c byte, length int64) {
	switch {
	case r.state == quoted && c == '"':
		r.state = unquoted
	case r.state == quoted:
		r.keep(c, length)
	case c == ',':
		if !r.long {
			r.fields = append(r.fields, string(r.value))
		}
		r.value, r.state = r.value[:0], begins
	case c == '"' && r.state == begins:
		r.state = quoted
	case c == '"' && r.state == unquoted:
		r.keep(c, length)
		r.state = quoted
	case c == '"':
		r.spoil("A quote is within a value that has none around it")
	case r.state == unquoted:
		r.spoil("There is text behind the quote that ends a value")
		r.keep(c, length)
	default:
		r.state = plain
		r.keep(c, length)
	}
}

// keep adds a byte to the current value, unless the record is too long.
func (r *csvRecord) keep(c byte, length int64) {
	if r.long = r.long || length > maxRow; !r.long {
		r.value = append(r.value, c)
	}
}

// endOfLine ends the record at the end of a line. An empty line has no values.
func (r *csvRecord) endOfLine() (fields []string, problem string) {
	if r.state == plain {
		r.value = bytes.TrimSuffix(r.value, []byte("\r"))
	}
	if r.fields == nil && r.state != unquoted && len(r.value) == 0 && !r.long {
		return nil, r.problem
	}
	return r.end()
}

// end adds the last value and checks the encoding.
func (r *csvRecord) end() (fields []string, problem string) {
	if r.long {
		return nil, tooLong
	}
	r.fields = append(r.fields, string(r.value))
	for _, f := range r.fields {
		if !utf8.ValidString(f) {
			r.spoil(notUTF8)
		}
	}
	return r.fields, r.problem
}

// encoded returns a text as JSON.
func encoded(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return json.RawMessage("null")
	}
	return bytes.TrimSpace(b.Bytes())
}
