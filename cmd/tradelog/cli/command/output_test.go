package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// hostile are texts that control a terminal, forge a line or reverse the text behind them.
var hostile = []string{"a\x1b[2Jb", "a\ab", "a\r\nforged", "a\x7fb", "a\u009b2Jb", "a\u202eb\u202c", "a\u2066b", "a\u2028b", "a\xffb",
	"a\x00b", "a\ufeffb", "a\U000e0041b", "a\tb"}

// harmful reports whether a printed text contains anything but text and line ends.
func harmful(s string) bool {
	return strings.ToValidUTF8(s, "\x00") != s || strings.ContainsFunc(s, unsafeRune)
}

// TestEveryValueStaysInItsLine in each way of printing. Escaped JSON stays the same JSON.
func TestEveryValueStaysInItsLine(t *testing.T) {
	t.Parallel()
	for _, text := range hostile {
		for name, print := range map[string]func(o *Output) error{
			"Printf": func(o *Output) error {
				return o.Printf("%-4s %s %v %s\n", text, []byte(text), errors.New(text), []string{text})
			},
			"Println": func(o *Output) error { return o.Println(text, errors.New(text)) },
			"table": func(o *Output) error {
				rows := Table{}
				rows.Add(text, 1, errors.New(text))
				return o.Show(false, nil, rows)
			},
			"JSON": func(o *Output) error { return o.JSONLine(map[string]string{"x": text}) },
		} {
			var to bytes.Buffer
			o := NewOutput(&to)
			if err := print(o); err != nil {
				t.Fatal(err)
			}
			o.Stream.Flush()
			if got := to.String(); harmful(got) || strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, "\n") ||
				!strings.Contains(got, "b") && !strings.Contains(got, "forged") {
				t.Errorf("%s of %q: %q", name, text, got)
			}
			if name != "JSON" {
				continue
			}
			var back map[string]string
			if err := json.Unmarshal(to.Bytes(), &back); err != nil || back["x"] != strings.ToValidUTF8(text, "\ufffd") {
				t.Errorf("JSON of %q: %s, %v", text, to.Bytes(), err)
			}
		}
	}
	var to bytes.Buffer
	o := NewOutput(&to)
	_ = o.Printf("%s %d %.1f %v\n", "Maß \u00a0 ﷽ 日本 👩\u200d🚀 \\n", 7, 1.5, true)
	if to.String() != "Maß \u00a0 ﷽ 日本 👩\u200d🚀 \\n 7 1.5 true\n" {
		t.Errorf("text changed: %q", to.String())
	}
}

// TestTheStreamIsPlainHoweverItIsCut: runes may be split between writes.
func TestTheStreamIsPlainHoweverItIsCut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.SampledFrom(append([]string{"é", "日", "👩", "x\n", "{\"a\":1}"}, hostile...)), 1, 8).Draw(t, "texts")
		whole := strings.Join(all, "")
		var to, once bytes.Buffer
		p, q := &plain{to: &to}, &plain{to: &once}
		_, _ = q.Write([]byte(whole))
		q.Flush()
		for rest := []byte(whole); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "part")
			if wrote, err := p.Write(rest[:n]); wrote != n || err != nil {
				t.Fatalf("wrote %d of %d: %v", wrote, n, err)
			}
			rest = rest[n:]
		}
		p.Flush()
		if to.String() != once.String() || harmful(to.String()) {
			t.Fatalf("%q\n%q", to.String(), once.String())
		}
	})
}
