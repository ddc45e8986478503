package soap

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMigrationTable compares the table in docs/soap.md with the methods and the operations that they invoke. UPDATE_GOLDEN=1 renews it.
func TestMigrationTable(t *testing.T) {
	t.Parallel()
	const file, begin, end = "../docs/soap.md", "<!-- methods: made by TestMigrationTable -->\n", "<!-- end -->\n"
	var b strings.Builder
	b.WriteString("\n| Method | SOAP V2 | Permissions | Operations of REST v2 |\n|---|---|---|---|\n")
	for _, r := range resources() {
		for _, m := range r.Methods {
			permissions := "`" + r.ACL + "`"
			if m.ACL != "" {
				permissions += ", `" + m.ACL + "`"
			}
			uses := slices.Clone(m.Uses)
			for i, name := range uses {
				uses[i] = "`" + name + m.parameters(name) + "`"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", m.path(), m.operation(), permissions, strings.Join(uses, ", "))
		}
	}
	b.WriteString("\n")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), begin)
	table, after, ended := strings.Cut(rest, end)
	switch {
	case !found || !ended:
		t.Fatalf("%s has no place for the table", file)
	case table == b.String():
	case os.Getenv("UPDATE_GOLDEN") != "":
		if err := os.WriteFile(file, []byte(before+begin+b.String()+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the table of %s differs; UPDATE_GOLDEN=1 renews it", file)
	}
}

// parameters are the fixed parameters that the method sends to an operation.
func (m *method) parameters(operation string) string {
	if m.Via == nil || m.Via.Operation != operation || len(m.Via.Query) == 0 {
		return ""
	}
	var out []string
	for name, value := range m.Via.Query {
		out = append(out, name+"="+value)
	}
	slices.Sort(out)
	return "?" + strings.Join(out, "&")
}
