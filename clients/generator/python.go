package generator

import (
	"bytes"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed python.tmpl
var pythonText string

var pythonTemplate = template.Must(template.New("python").Funcs(template.FuncMap{
	"type": pythonType, "doc": pythonDoc, "plain": pythonPlain, "required": requiredMembers, "optional": optionalMembers,
	"quote": strconv.Quote,
}).Parse(pythonText))

// python returns the module of the types for Python.
func python(d *document) (map[string][]byte, error) {
	var objects, aliases []model
	for _, m := range d.Models {
		if m.Alias != nil {
			aliases = append(aliases, m)
		} else {
			objects = append(objects, m)
		}
	}
	var out bytes.Buffer
	err := pythonTemplate.Execute(&out, map[string]any{"Models": objects, "Aliases": aliases})
	lists := listsOf(d, pythonLists, "        %q,\n")
	return map[string][]byte{"src/tradelog_client/types.py": out.Bytes(), "src/tradelog_client/lists.py": lists,
		"src/tradelog_client/resources.py": pythonResources(d)}, err
}

// pythonType returns an annotation.
func pythonType(t valueType) string {
	var text string
	switch t.Kind {
	case kindAny:
		return "Any"
	case kindString:
		text = "str"
		if t.Binary {
			text = "File"
		}
		if len(t.Values) > 0 {
			values := make([]string, len(t.Values))
			for i, value := range t.Values {
				values[i] = strconv.Quote(value)
			}
			text = "Literal[" + strings.Join(values, ", ") + "]"
		}
	case kindInteger:
		text = "int"
	case kindNumber:
		text = "Number"
	case kindBoolean:
		text = "bool"
	case kindList:
		text = "List[" + pythonType(t.Of[0]) + "]"
	case kindMap:
		text = "Dict[str, " + pythonType(t.Of[0]) + "]"
	case kindModel, kindAlias:
		text = strconv.Quote(t.Name)
	case kindUnion:
		of := make([]string, len(t.Of))
		for i := range t.Of {
			of[i] = pythonType(t.Of[i])
		}
		text = "Union[" + strings.Join(of, ", ") + "]"
	}
	if t.Nullable {
		return "Optional[" + text + "]"
	}
	return text
}

// pythonDoc returns the content of a docstring.
func pythonDoc(text string) string {
	text = strings.NewReplacer(`\`, `\\`, `"`, `'`, "\n", " ").Replace(text)
	return strings.TrimSpace(text)
}

// keywords are the keywords of Python, which cannot name members of a class.
var keywords = []string{
	"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
	"finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try",
	"while", "with", "yield",
}

// pythonPlain reports whether a model can be written as a class.
func pythonPlain(m model) bool {
	return !slices.ContainsFunc(m.Members, func(of member) bool { return slices.Contains(keywords, of.Name) })
}

func requiredMembers(m model) []member { return withRequired(m, true) }
func optionalMembers(m model) []member { return withRequired(m, false) }

func withRequired(m model, required bool) (out []member) {
	for _, of := range m.Members {
		if (m.Sent && of.Required) == required {
			out = append(out, of)
		}
	}
	return out
}
