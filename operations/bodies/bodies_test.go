package bodies_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"tradelog/domain/lines"
	"tradelog/operations/bodies"
)

// nested makes a text with a number of levels.
func nested(levels int, open, inner, end string) string {
	return strings.Repeat(open, levels) + inner + strings.Repeat(end, levels)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	list := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("1,", n), ",") + "]" }
	for _, c := range []struct {
		name, text string
		want       error
	}{
		{"the smallest", `{}`, nil},
		{"all kinds of values", ` { "a" : [ 1 , -0.5e+3 , true , false , null , "x" ] , "b" : { } } `, nil},
		{"every escape", `"\"\\\/\b\f\n\r\t\u00e4\uD83D\uDE00"`, nil},
		{"characters of every length", `"aä€😀"`, nil},
		{"the replacement character", "\"\ufffd\\ufffd\"", nil},
		{"nothing", ``, bodies.ErrSyntax},
		{"a byte order mark", "\ufeff{}", bodies.ErrSyntax},
		{"a comma too many", `{"a":1,}`, bodies.ErrSyntax},
		{"a zero in front", `[01]`, bodies.ErrSyntax},
		{"a plus", `[+1]`, bodies.ErrSyntax},
		{"no digit behind the point", `[1.]`, bodies.ErrSyntax},
		{"no digit of the exponent", `[1e]`, bodies.ErrSyntax},
		{"something behind it", `{} {}`, bodies.ErrSyntax},
		{"a line break in a string", "\"a\nb\"", bodies.ErrSyntax},
		{"an unknown escape", `"\x41"`, bodies.ErrSyntax},
		{"an escape cut off", `"\u12`, bodies.ErrSyntax},
		{"a byte that is no UTF-8", "\"a\xffb\"", bodies.ErrEncoding},
		{"a name that is no UTF-8", "{\"a\xff\":1}", bodies.ErrEncoding},
		{"a character written too long", "\"\xc0\xaf\"", bodies.ErrEncoding},
		{"a surrogate as UTF-8", "\"\xed\xa0\x80\"", bodies.ErrEncoding},
		{"a character cut off", "\"\xe2\x82\"", bodies.ErrEncoding},
		{"bad syntax and bad encoding", "{\"a\":\"\xff\",}", bodies.ErrSyntax},
		{"a high surrogate alone", `"\ud800"`, bodies.ErrSurrogate},
		{"a low surrogate alone", `"\udc00"`, bodies.ErrSurrogate},
		{"two high surrogates", `"\ud800\ud800"`, bodies.ErrSurrogate},
		{"surrogates the wrong way round", `"\ude00\ud83d"`, bodies.ErrSurrogate},
		{"a surrogate in a name", `{"\udfff":1}`, bodies.ErrSurrogate},
		{"as many elements as may be", list(bodies.MaxValues), nil},
		{"one element too many", list(bodies.MaxValues + 1), bodies.ErrTooMany},
		{"members count as well", `{"a":` + list(bodies.MaxValues-1) + `}`, nil},
		{"one member too many", `{"a":` + list(bodies.MaxValues-1) + `,"b":1}`, bodies.ErrTooMany},
		{"too many, and no JSON", `{"a":` + list(bodies.MaxValues) + `,}`, bodies.ErrSyntax},
		{"as deep as may be", nested(bodies.MaxLevels, "[", "", "]"), nil},
		{"one list too deep", nested(bodies.MaxLevels+1, "[", "", "]"), bodies.ErrTooDeep},
		{"as deep as may be, of objects", nested(bodies.MaxLevels, `{"a":`, "1", "}"), nil},
		{"one object too deep", nested(bodies.MaxLevels+1, `{"a":`, "1", "}"), bodies.ErrTooDeep},
		{"deep and never closed", strings.Repeat("[", 100_000), bodies.ErrSyntax},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if err := bodies.Check([]byte(c.text)); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestObject(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string // the expected members as printed
		err        error
	}{
		{`{}`, `{}`, nil},
		{` [ ] `, `{}`, nil}, // PHP's empty object
		{` {"b" : [1, 2] , "\u0061":"x"} `, `{"a":"x","b":[1,2]}`, nil},
		{`[{}]`, ``, bodies.ErrNotObject},
		{`null`, ``, bodies.ErrNotObject},
		{`"x"`, ``, bodies.ErrNotObject},
		{`5`, ``, bodies.ErrNotObject},
		{`{"a":1,"a":2}`, ``, bodies.ErrTwice},
		{`{"a":1,"\u0061":2}`, ``, bodies.ErrTwice},
		{`{"a":{"b":1,"b":2}}`, `{"a":{"b":1,"b":2}}`, nil}, // below the root the last one counts
		{`[`, ``, bodies.ErrSyntax},
	} {
		members, err := bodies.Object([]byte(c.text))
		if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %v, want %v", c.text, err, c.err)
			continue
		}
		if err != nil {
			continue
		}
		if got, err := json.Marshal(members); err != nil || string(got) != c.want {
			t.Errorf("%s has %s, %v, want %s", c.text, got, err, c.want)
		}
	}
}

func TestAllowed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value     string
		one, many bool
	}{
		{`"Mug, 0.3 l · 😀"`, true, true},
		{`{"a": ["x",
			1, true]}`, true, true}, // white space between values is none of a string
		{`"a\\n"`, true, true},
		{`"a\nb"`, false, true},
		{`"a\tb"`, false, true},
		{`"a\r\nb"`, false, true},
		{`"a\u000ab"`, false, true},
		{`["x",{"a":"\n"}]`, false, true},
		{`{"a\nb":1}`, false, true},
		{`"\u001b[31m"`, false, false},
		{`"\u0000"`, false, false},
		{`"\b"`, false, false},
		{`"\f"`, false, false},
		{"\"\x7f\"", false, true},
		{"\"\u0085\"", false, true},
		{`"\u2028"`, false, true},
		{"\"\u2029\"", false, true},
		{`"\ud83d\ude00"`, true, true},
	} {
		one, many := bodies.Allowed(lines.One, []byte(c.value)), bodies.Allowed(lines.Many, []byte(c.value))
		if one != c.one || many != c.many {
			t.Errorf("%q: one line %v, many lines %v; want %v, %v", c.value, one, many, c.one, c.many)
		}
		if !bodies.Allowed(lines.Own, []byte(c.value)) {
			t.Errorf("%q is refused where anything may be", c.value)
		}
	}
}

// FuzzTexts compares the scan with encoding/json: which texts are valid, the bounds, and the members and strings. testdata holds texts of
// earlier failures.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{
		`{}`, `[]`, ` {"a" : [1,-2.5e-3,true,false,null,"x"], "b":{"c":{}}} `, `{"a":1,"a":2}`, `"\ud83d\ude00\u0000\n"`, `"\ud800"`,
		"\"\xff\"", `[1,[2,[3]]]`, `{"\u0061":"\t"}`,
		`[01]`, `{"a":}`, `nul`, "\"\u2028\x7f\"", nested(bodies.MaxLevels, "[", "", "]"), nested(bodies.MaxLevels+1, `{"":`, "0", "}"),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		err := bodies.Check(text)
		if !json.Valid(text) {
			if !errors.Is(err, bodies.ErrSyntax) {
				t.Fatalf("no JSON, and the scan says %v", err)
			}
			return
		}
		values, levels, strange := count(t, text)
		// Invalid encoding decodes to the replacement character, unless the text contained that character.
		told := bytes.Contains(text, []byte("\ufffd")) || bytes.Contains(bytes.ToLower(text), []byte(`\ufffd`))
		broken := map[error]bool{
			bodies.ErrEncoding: !utf8.Valid(text), bodies.ErrTooMany: values > bodies.MaxValues, bodies.ErrTooDeep: levels > bodies.MaxLevels,
			bodies.ErrSurrogate: strange && utf8.Valid(text),
		}
		switch {
		case err != nil && !broken[err] && !told:
			t.Fatalf("the scan says %v of %d values, %d levels", err, values, levels)
		case err == nil && !told:
			for refusal, is := range broken {
				if is {
					t.Fatalf("the scan does not say %v", refusal)
				}
			}
		}
		if err == nil {
			compare(t, bytes.TrimSpace(text))
		}
	})
}

// count counts members, elements and levels, and reports whether a string has the replacement character.
func count(t *testing.T, text []byte) (values, levels int, strange bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	var kinds []json.Delim // the open objects and lists
	var names []bool       // whether a name comes next
	for {
		token, err := decoder.Token()
		if err != nil {
			return values, levels, strange
		}
		if s, is := token.(string); is {
			strange = strange || strings.ContainsRune(s, utf8.RuneError)
		}
		top := len(kinds) - 1
		if d, is := token.(json.Delim); is && (d == '}' || d == ']') {
			kinds, names = kinds[:top], names[:top]
			continue
		}
		if top >= 0 {
			if kinds[top] == '[' || names[top] {
				values++
			}
			if kinds[top] == '{' {
				if names[top] = !names[top]; !names[top] {
					continue // the string was a name
				}
			}
		}
		if d, is := token.(json.Delim); is {
			kinds, names = append(kinds, d), append(names, d == '{')
			levels = max(levels, len(kinds))
		}
	}
}

// compare splits a checked value completely and compares it with encoding/json.
func compare(t *testing.T, value []byte) {
	switch value[0] {
	case '{':
		var want map[string]json.RawMessage
		if err := json.Unmarshal(value, &want); err != nil {
			t.Fatal(err)
		}
		got := map[string]json.RawMessage{}
		for name, member := range bodies.Members(value) {
			got[name] = member
			compare(t, member)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s has %v, want %v", value, got, want)
		}
	case '[':
		var want []json.RawMessage
		if err := json.Unmarshal(value, &want); err != nil {
			t.Fatal(err)
		}
		i := 0
		for element := range bodies.Elements(value) {
			if i >= len(want) || !bytes.Equal(element, want[i]) {
				t.Fatalf("%s has %s in place %d", value, element, i)
			}
			compare(t, element)
			i++
		}
		if i != len(want) || bodies.EmptyList(value) != (i == 0) {
			t.Fatalf("%s has %d elements, want %d", value, i, len(want))
		}
	case '"':
		var want string
		if err := json.Unmarshal(value, &want); err != nil {
			t.Fatal(err)
		}
		if got := bodies.Text(value); got != want {
			t.Fatalf("%s says %q, want %q", value, got, want)
		}
		for _, rule := range []lines.Rule{lines.One, lines.Many, lines.Own} {
			if rule.AllowText(want) != bodies.Allowed(rule, value) {
				t.Fatalf("%s: rule %d allows it when decoded: %v", value, rule, rule.AllowText(want))
			}
		}
	}
}
