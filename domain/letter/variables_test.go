package letter

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tradelog/test/generated"
)

// TestGeneratedVariables checks the variables of templates in the document of e-mails.
func TestGeneratedVariables(t *testing.T) {
	t.Parallel()
	generated.Check(t, "../../docs/mail.md", "domain/letter: variables", variablesText())
}

// variablesText prints the variables that templates of e-mails can show.
func variablesText() string {
	var b strings.Builder
	list := func(of []Variable) {
		for _, v := range of {
			fmt.Fprintf(&b, "| `%s` | %s |\n", v.Name, v.Doc)
		}
	}
	b.WriteString("\n| Every kind | |\n|---|---|\n")
	list(variablesOf("", reflect.TypeFor[Common]()))
	for _, kind := range Kinds() {
		if form, _ := Find(kind); len(form.Variables()) > 0 {
			fmt.Fprintf(&b, "\n| %s | |\n|---|---|\n", kind)
			list(form.Variables())
		}
	}
	b.WriteString("\n")
	return b.String()
}
