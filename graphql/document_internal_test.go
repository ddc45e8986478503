package graphql

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"tradelog/internal/lru"
)

// parsing makes a handler of a small schema, which parses documents.
func parsing() *Handler {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `
		enum Colour { RED GREEN }
		input Paint { colour: Colour }
		type Query { country(code: String, paint: Paint): Country countries: [Country] }
		type Country { name: String code: String next: Country }`})
	return &Handler{
		catalogue: &catalogue{schema: schema}, documents: lru.NewSized[string, *parsed](documentBytes),
		persisted: lru.NewSized[string, string](persistedBytes),
	}
}

// TestDocumentsAreRememberedByBytes: documents that were refused are not remembered, and their failures are few. The others take the
// bytes of the cache and no more.
func TestDocumentsAreRememberedByBytes(t *testing.T) {
	t.Parallel()
	h := parsing()
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	for name, query := range map[string]string{
		"unknown fields":     "{ " + many(3000, "unknown# ") + "}",
		"near fields":        "{ " + many(3000, "a#: countrie ") + "}",
		"no selections":      "{ " + many(3000, "a#: country ") + "}",
		"conflicts":          "{ " + many(300, "a: country(code: \"#\") { name } ") + "}",
		"deep conflicts":     "{ " + many(150, "a: country { next { b: name } next { b: code } } ") + "}",
		"one field":          "{ " + many(5000, "country ") + "}",
		"conflicts of names": "{ " + many(2000, "a: country a: countries ") + "}",
		"operations":         many(400, "query q# { ...f } ") + " fragment f on Query { country { name } }",
		"unused fragments":   "{ country { name } } " + many(1000, "fragment f# on Query { country { name } } "),
		"wrong arguments":    "{ " + many(1500, "a#: country(cod: 1) { name } ") + "}",
		"syntax":             "{ " + many(1500, "a#: country { "),
		"tokens":             "{ " + many(6000, "a#: countries ") + "}",
	} {
		p := h.parsed(query, true)
		size := 0
		for _, f := range p.failures {
			size += len(f.Message)
		}
		if len(p.failures) == 0 || len(p.failures) > mostFailures || size > mostFailures*(longestFailure+10) {
			t.Errorf("%s: %d failures of %d bytes", name, len(p.failures), size)
		}
	}
	if n := h.documents.Bytes(); n != 0 {
		t.Errorf("refused documents take %d bytes", n)
	}
	for i := range 300 {
		h.parsed(fmt.Sprintf("{ x%d: country { name } %s }", i, many(250, "a#: country { code } ")), true)
	}
	if n := h.documents.Bytes(); n < documentBytes/2 || n > documentBytes {
		t.Errorf("documents take %d bytes of %d", n, documentBytes)
	}
	const small = "{ country { name } }"
	if h.parsed(small, true) != h.parsed(small, false) {
		t.Error("a document is parsed twice")
	}
}

// TestFailuresNameNothingOfAHiddenSchema: while clients may not ask for the schema, failures repeat what was sent and suggest nothing.
func TestFailuresNameNothingOfAHiddenSchema(t *testing.T) {
	t.Parallel()
	h := parsing()
	for _, query := range []string{
		"{ countri { name } }", "{ country { nam } }", "{ country(cod: 1) { name } }", "{ country }",
		"{ country(paint: {colour: REED}) { name } }", "{ country(paint: {color: RED}) { name } }",
		"query ($p: Pain) { country(paint: $p) { name } }", "{ country { ... on Countri { name } } }",
		"{ country(paint: {colour: \"RED\"}) { name } }",
	} {
		said, silent := h.parsed(query, true).failures, h.parsed(query, false).failures
		if len(said) == 0 || len(silent) != len(said) {
			t.Errorf("%s: %v, %v", query, said, silent)
			continue
		}
		for i := range silent {
			if strings.Contains(silent[i].Message, "Did you mean") {
				t.Errorf("%s: %s", query, silent[i].Message)
			}
		}
		unknown := strings.HasPrefix(said[0].Message, "Unknown type") // which suggests types for named fragments alone
		if !unknown && !strings.Contains(said[0].Message, "Did you mean") {
			t.Errorf("%s with the schema: %s", query, said[0].Message)
		}
	}
}
