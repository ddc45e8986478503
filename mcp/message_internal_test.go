package mcp

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// TestMembersAreThoseOfTheObject compares the members of valid JSON with those of encoding/json.
func TestMembersAreThoseOfTheObject(t *testing.T) {
	t.Parallel()
	text := rapid.SampledFrom([]string{"", "a", `"`, `\`, "{", "}", "[,]", ":", "\\\"", "\u2028", "ü\n\t ", "💡", "null"})
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		flat := []*rapid.Generator[any]{
			rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Int32().AsAny(), rapid.Float64Range(-1e9, 1e9).AsAny(), text.AsAny(),
		}
		if depth == 0 {
			return rapid.OneOf(flat...)
		}
		return rapid.OneOf(append(flat, rapid.SliceOfN(value(depth-1), 0, 3).AsAny(), rapid.MapOfN(text, value(depth-1), 0, 3).AsAny())...)
	}
	rapid.Check(t, func(t *rapid.T) {
		object := rapid.MapOfN(text, value(3), 0, 5).Draw(t, "object")
		var raw []byte
		var err error
		if rapid.Bool().Draw(t, "indented") {
			raw, err = json.MarshalIndent(object, " ", "\t")
		} else {
			raw, err = json.Marshal(object)
		}
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]json.RawMessage
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		got, ok := parseMembers(raw)
		if !ok || len(got) != len(want) {
			t.Fatalf("%s: %d members, want %d", raw, len(got), len(want))
		}
		for _, m := range got {
			if string(m.value) != string(want[m.name]) {
				t.Fatalf("%s: %q is %s, want %s", raw, m.name, m.value, want[m.name])
			}
		}
		if again, ok := parseMembers(got.encode()); !ok || len(again) != len(got) || !json.Valid(got.encode()) {
			t.Fatalf("%s is printed as %s", raw, got.encode())
		}
	})
}

// TestTextIsQuotedAsJSON checks that quoted text is decoded unchanged.
func TestTextIsQuotedAsJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.String().Draw(t, "text")
		var got string
		if err := json.Unmarshal([]byte(quoted(want)), &got); err != nil || got != want {
			t.Fatalf("%q became %q, %v", want, got, err)
		}
	})
}

// TestAnswersAreWrapped checks that answers are wrapped as text and, if they are objects, as structured content.
func TestAnswersAreWrapped(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"a":1}`: `"content":[{"type":"text","text":"{\"a\":1}"}],"isError":false,"structuredContent":{"a":1}}}`,
		`"a"`:     `"content":[{"type":"text","text":"\"a\""}],"isError":false}}`,
		``:        `"content":[{"type":"text","text":"null"}],"isError":false}}`,
	} {
		if got := string(wrap([]byte(body))); got != want {
			t.Errorf("%s is wrapped as %s", body, got)
		}
	}
}

// TestAnswersHaveMeta: _meta has the entity tag and the ignored arguments, and is missing if there is neither.
func TestAnswersHaveMeta(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag     string
		ignored []string
		want    string
	}{
		{"", nil, ``},
		{`"6f1c"`, nil, `"_meta":{"etag":"6f1c"},`},
		{"", []string{"a", `b"`}, `"_meta":{"ignored":["a","b\""]},`},
		{`"6f1c"`, []string{"a", "b"}, `"_meta":{"etag":"6f1c","ignored":["a","b"]},`},
	} {
		got := toolAnswer([]byte("7"), result{tail: wrap(nil), tag: c.tag}, c.ignored)
		want := `{"jsonrpc":"2.0","id":7,"result":{` + c.want + string(wrap(nil))
		if all := string(got.head) + string(got.tail); all != want {
			t.Errorf("%+v: %s, want %s", c, all, want)
		}
	}
}
