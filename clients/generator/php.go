package generator

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"
	"text/template"
)

//go:embed php.tmpl
var phpText string

var phpTemplate = template.Must(template.New("php").Funcs(template.FuncMap{
	"native": phpNative, "described": phpDescribed, "read": phpRead, "doc": phpDoc, "uses": phpUses,
	"required": requiredMembers, "optional": optionalMembers,
}).Parse(phpText))

// php returns a file with a class for each object of the document, by the name of the file. Aliases are written out where they are used.
func php(d *document) (map[string][]byte, error) {
	aliases := map[string]valueType{}
	for _, m := range d.Models {
		if m.Alias != nil {
			aliases[m.Name] = *m.Alias
		}
	}
	files := map[string][]byte{"src/Lists.php": listsOf(d, phpLists, "        '%s',\n")}
	for _, m := range d.Models {
		if m.Alias != nil {
			continue
		}
		written := m
		written.Members = slices.Clone(m.Members)
		for i := range written.Members {
			written.Members[i].Type = resolved(written.Members[i].Type, aliases)
		}
		var out bytes.Buffer
		if err := phpTemplate.Execute(&out, written); err != nil {
			return nil, err
		}
		files["src/Types/"+m.Name+".php"] = out.Bytes()
	}
	phpResources(d, files, aliases)
	return files, nil
}

// resolved returns a type without aliases.
func resolved(t valueType, aliases map[string]valueType) valueType {
	if t.Kind == kindAlias {
		of := resolved(aliases[t.Name], aliases)
		of.Nullable = of.Nullable || t.Nullable
		return of
	}
	of := make([]valueType, len(t.Of))
	for i := range t.Of {
		of[i] = resolved(t.Of[i], aliases)
	}
	t.Of = of
	return t
}

// phpNative returns the declared type of a property. Bodies take whole numbers as integers, too.
func phpNative(t valueType, sent, required bool) string {
	text := strings.Join(phpNames(t, sent), "|")
	switch {
	case text == "mixed" || required && !t.Nullable:
		return text
	case strings.Contains(text, "|"):
		return text + "|null"
	}
	return "?" + text
}

// phpNames returns the names of the native types that a value can have.
func phpNames(t valueType, sent bool) []string {
	switch t.Kind {
	case kindString:
		if t.Binary {
			return []string{"File"}
		}
		return []string{"string"}
	case kindInteger:
		return []string{"int"}
	case kindNumber:
		if sent {
			return []string{"Decimal", "int"}
		}
		return []string{"Decimal"}
	case kindBoolean:
		return []string{"bool"}
	case kindList, kindMap:
		return []string{"array"}
	case kindModel:
		return []string{t.Name}
	case kindUnion:
		var names []string
		for _, of := range t.Of {
			for _, name := range phpNames(of, sent) {
				if name == "mixed" {
					return []string{name}
				}
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		slices.Sort(names)
		return names
	case kindAny, kindAlias:
	}
	return []string{"mixed"}
}

// phpDescribed returns the type of a property for documentation, with the elements of arrays and the values of strings.
func phpDescribed(t valueType) string {
	switch t.Kind {
	case kindString:
		if t.Binary {
			return "File"
		}
		if len(t.Values) > 0 {
			return "'" + strings.Join(t.Values, "'|'") + "'"
		}
	case kindList:
		return "list<" + phpDescribed(t.Of[0]) + ">"
	case kindMap:
		return "array<string, " + phpDescribed(t.Of[0]) + ">"
	case kindUnion:
		of := make([]string, len(t.Of))
		for i := range t.Of {
			of[i] = phpDescribed(t.Of[i])
		}
		return strings.Join(of, "|")
	case kindAny, kindInteger, kindNumber, kindBoolean, kindModel, kindAlias:
	}
	return strings.Join(phpNames(t, false), "|")
}

// phpRead returns the function that reads a value. called tells whether the code calls it or passes it on.
func phpRead(t valueType, called bool) string {
	simple := func(name string) string {
		if called {
			return "Read::" + name
		}
		return "Read::" + name + "(...)"
	}
	switch t.Kind {
	case kindString:
		return simple("text")
	case kindInteger:
		return simple("integer")
	case kindNumber:
		return simple("decimal")
	case kindBoolean:
		return simple("boolean")
	case kindList:
		return "Read::listOf(" + phpRead(t.Of[0], false) + ")"
	case kindMap:
		return "Read::mapOf(" + phpRead(t.Of[0], false) + ")"
	case kindModel:
		return "Read::object(" + t.Name + "::class)"
	case kindUnion:
		of := make([]string, len(t.Of))
		for i := range t.Of {
			of[i] = phpRead(t.Of[i], false)
		}
		return "Read::either(" + strings.Join(of, ", ") + ")"
	case kindAny, kindAlias:
	}
	return simple("any")
}

// phpUses reports whether a class refers to the class Read or Decimal of the library.
func phpUses(m model, name string) bool {
	switch name {
	case "Read":
		return !m.Sent
	case "File":
		return slices.ContainsFunc(m.Members, func(of member) bool { return of.Type.Binary })
	}
	return slices.ContainsFunc(m.Members, func(of member) bool { return usesNumber(of.Type) })
}

func usesNumber(t valueType) bool {
	return t.Kind == kindNumber || slices.ContainsFunc(t.Of, usesNumber)
}

// phpDoc returns the content of a comment.
func phpDoc(text string) string {
	return strings.TrimSpace(strings.NewReplacer("*/", "* /", "\n", " ", "@", "(at)").Replace(text))
}
