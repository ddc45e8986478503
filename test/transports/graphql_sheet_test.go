package transports_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"tradelog/graphql"
)

// TestTheContractIsServed compares the schema with the tables of the contract: every field, argument and member, with its type.
func TestTheContractIsServed(t *testing.T) {
	t.Parallel()
	sheet, err := os.ReadFile("../../docs/contract/graphql.md")
	if err != nil {
		t.Fatal(err)
	}
	s := startGraphQL(t)
	h := graphql.New(graphql.Options{Pipeline: s.Pipeline})
	if err := h.Prepare(); err != nil {
		t.Fatal(err)
	}
	schema, groups := h.Schema(), map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^([A-Z]+) is `([^`]*)`").FindAllStringSubmatch(string(sheet), -1) {
		groups[m[1]] = m[2]
	}
	section := ""
	fields, members := 0, 0
	for line := range strings.SplitSeq(string(sheet), "\n") {
		if strings.HasPrefix(line, "## ") {
			section = line
		}
		switch {
		case strings.HasPrefix(section, "## 7") && strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| Query |"):
			cells := cellsOf(line)
			f := schema.Query.Fields.ForName(cells[0])
			if f == nil {
				t.Errorf("there is no query %s", cells[0])
				continue
			}
			fields++
			if want := strings.ReplaceAll(cells[2], " connection", "CursorConnection"); f.Type.String() != want {
				t.Errorf("%s is %s, want %s", cells[0], f.Type, want)
			}
			for name, of := range arguments(cells[1], groups) {
				if a := f.Arguments.ForName(name); a == nil || a.Type.String() != of {
					t.Errorf("%s: argument %s is %v, want %s", cells[0], name, a, of)
				}
			}
		case strings.HasPrefix(section, "## 8") && strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| Mutation |"):
			cells := cellsOf(line)
			f := schema.Mutation.Fields.ForName(cells[0])
			input, payload := schema.Types[cells[0]+"Input"], schema.Types[cells[0]+"Payload"]
			if f == nil || input == nil || payload == nil || f.Type.String() != cells[0]+"Payload" ||
				f.Arguments.ForName("input").Type.String() != cells[0]+"Input!" {
				t.Errorf("mutation %s is %v", cells[0], f)
				continue
			}
			fields++
			name, of, _ := strings.Cut(cells[2], ": ")
			if p := payload.Fields.ForName(name); p == nil || p.Type.String() != of {
				t.Errorf("%s answers %v, want %s", cells[0], p, cells[2])
			}
			want := arguments(cells[1], groups)
			want["clientMutationId"] = "String"
			for name, of := range want {
				if m := input.Fields.ForName(name); m == nil || m.Type.String() != of {
					t.Errorf("%s: input %s is %v, want %s", cells[0], name, m, of)
				}
			}
		case strings.HasPrefix(section, "## 9") && strings.HasPrefix(line, "- **"):
			name, rest, _ := strings.Cut(strings.TrimPrefix(line, "- **"), "**: ")
			def := schema.Types[name]
			if def == nil {
				t.Errorf("there is no type %s", name)
				continue
			}
			want := map[string]string{"id": "ID!", "extensions": "Iterable!"}
			for part := range strings.SplitSeq(rest, "; ") {
				of, names, _ := strings.Cut(part, " `")
				if base, paged := strings.CutSuffix(of, " connection"); paged {
					of = base + "CursorConnection"
				}
				for _, n := range strings.Fields(strings.TrimSuffix(names, "`")) {
					want[n] = of
				}
			}
			for n, of := range want {
				members++
				if m := def.Fields.ForName(n); m == nil || m.Type.String() != of {
					t.Errorf("%s.%s is %v, want %s", name, n, typeOf(m), of)
				}
			}
		}
	}
	if fields < 125 || members < 700 {
		t.Errorf("the sheet has %d fields and %d members: it was not read", fields, members)
	}
}

func typeOf(f *ast.FieldDefinition) string {
	if f == nil {
		return "missing"
	}
	return f.Type.String()
}

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(line, "| "), " | ")
	if len(cells) == 3 { // without arguments
		cells = []string{cells[0], "", cells[1], cells[2]}
	}
	for i := range cells {
		cells[i] = strings.Trim(cells[i], " |")
	}
	return cells
}

var argument = regexp.MustCompile(`(\w+): (\[[^\]]*\]!?|\w+!?)`)

// arguments reads a list of arguments. A word in capitals stands for a group of them.
func arguments(text string, groups map[string]string) map[string]string {
	for name, of := range groups {
		text = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(text, of)
	}
	out := map[string]string{}
	for _, m := range argument.FindAllStringSubmatch(text, -1) {
		out[m[1]] = m[2]
	}
	return out
}
