package catalogfile

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// rowsOf reads a file and formats its rows.
func rowsOf(t *testing.T, file source) (out []string) {
	t.Helper()
	for {
		r, err := file.next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(r.line)
		for _, c := range r.cells {
			text += fmt.Sprintf(" %s=%s", c.column, c.value)
		}
		if r.problem != "" {
			text = fmt.Sprintf("%d! %s", r.line, r.problem)
		}
		out = append(out, text)
	}
}

func TestCommaSeparatedValues(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxRow)
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"quotes":            {"a,b\n\"1,\"\"2\"\"\",\"x\ny\"\nz,\n", []string{`2 a="1,\"2\"" b="x\ny"`, `4 a="z"`}},
		"a byte order mark": {"\ufeffa,b\n1,2", []string{`2 a="1" b="2"`}},
		"CRLF":              {"a,b\r\n1,\"2\"\r\n\r\n3,\"4\r\"\r\n", []string{`2 a="1" b="2"`, `4 a="3" b="4\r"`}},
		"clearing":          {"a,b\n\\N,\\\\N\n", []string{`2 a=null b="\\N"`}},
		"wrong UTF-8":       {"a,b\n1,\xff\n2,3\n", []string{"2! " + notUTF8, `3 a="2" b="3"`}},
		"too many values":   {"a\n1,2\n3\n", []string{"2! The row has 2 values, and the first line names 1 columns", `3 a="3"`}},
		"a quote in a value": {"a,b\n5\" nail,1\n3,4\n",
			[]string{"2! A quote is within a value that has none around it", `3 a="3" b="4"`}},
		"text behind a quote": {"a\n\"1\"2\n3\n", []string{"2! There is text behind the quote that ends a value", `3 a="3"`}},
		"an open quote":       {"a\n1\n\"2\n", []string{`2 a="1"`, "3! A quote is not closed"}},
		"a very long line":    {"a,b\n" + long + ",1\n3,4\n", []string{"2! " + tooLong, `3 a="3" b="4"`}},
		"a long first value":  {"a,b\n" + long + "x,\n3,4\n", []string{"2! " + tooLong, `3 a="3" b="4"`}},
		"a very long value":   {"a\n\"" + long + "\n" + long + "\"\n3\n", []string{"2! " + tooLong, `4 a="3"`}},
	} {
		file, err := newCSV(strings.NewReader(c.file))
		if err != nil {
			t.Fatal(err)
		}
		if got := rowsOf(t, file); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %.300q, want %.300q", name, got, c.want)
		}
	}
	if _, err := newCSV(strings.NewReader("\n")); err == nil {
		t.Error("a file without a heading is read")
	}
}

func TestJSONLines(t *testing.T) {
	t.Parallel()
	file := "\ufeff{\"sku\":\"A\",\"price\":1.50}\r\n\n{\"sku\":\"B\"\n[1]\n{\"sku\":\"\xff\"}\n{\"a\":1}{}\n{\"a\":1,\"a\":2}\n{\"a\":\"" +
		strings.Repeat("x", maxRow) + "\"}\n{\"b\":null}"
	want := []string{
		`1 sku="A" price=1.50`, "3! The line is no JSON object", "4! The line is no JSON object", "5! " + notUTF8,
		"6! There is more on the line than one JSON object", `7! The member "a" is there twice`, "8! " + tooLong, "9 b=null",
	}
	if got := rowsOf(t, jsonSource{newLineReader(strings.NewReader(file))}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestPathsOfCategories(t *testing.T) {
	t.Parallel()
	tr := &tree{root: 2}
	for path, want := range map[string]string{
		"Women/Shoes": "2 [Women Shoes]", "/Default Category/Women": "1 [Default Category Women]", ` A\/B / C\|D\\ `: `2 [A/B C|D\]`,
		"Women//Shoes": "error", "": "error",
	} {
		at, names, err := tr.steps(path)
		got := fmt.Sprint(at, " ", names)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q is %s, want %s", path, got, want)
		}
	}
	for name := range map[string]bool{"plain": true, `a/b|c\d`: true} {
		if got := unescape(separators.Replace(name)); got != name {
			t.Errorf("%q comes back as %q", name, got)
		}
	}
}
