package generator

import (
	"bytes"
	"fmt"
	"strings"
)

// phpResources adds the resources of the PHP library: a class for each, and a trait with their names.
func phpResources(d *document, files map[string][]byte, aliases map[string]valueType) {
	var names, cases bytes.Buffer
	for _, r := range d.Resources {
		class := title(r.Name) + "Resource"
		fmt.Fprintf(&names, " * @property-read Resources\\%s $%s\n", class, r.Name)
		fmt.Fprintf(&cases, "            '%s' => new Resources\\%s($this),\n", r.Name, class)
		var w bytes.Buffer
		line := func(form string, args ...any) { fmt.Fprintf(&w, form+"\n", args...) }
		line("<?php\n\n// Generated from the OpenAPI document by clients/generator.\n\ndeclare(strict_types=1);\n")
		line("namespace Tradelog\\Client\\Resources;\n\nuse Tradelog\\Client\\Client;\nuse Tradelog\\Client\\Options;")
		line("use Tradelog\\Client\\Resource;\nuse Tradelog\\Client\\Types;\n\n/** The operations of %s. */", r.Name)
		line("final readonly class %s extends Resource\n{", class)
		for i, c := range r.Calls {
			if i > 0 {
				line("")
			}
			phpCall(line, c, aliases)
		}
		line("}")
		files["src/Resources/"+class+".php"] = w.Bytes()
	}
	files["src/Resources.php"] = fmt.Appendf(nil, phpTrait, names.String(), cases.String())
}

const phpTrait = `<?php

// Generated from the OpenAPI document by clients/generator.

declare(strict_types=1);

namespace Tradelog\Client;

/**
 * The operations of the shop by resource.
 *
%s */
trait Resources
{
    /** @var array<string, Resource> */
    private array $resources = [];

    public function __get(string $name): Resource
    {
        return $this->resources[$name] ??= match ($name) {
%s            default => throw new \LogicException("the shop has no resource $name"),
        };
    }
}
`

// phpCall writes a method. Its arguments are the variables of the path, the headers that it must have, the body, the query, and options.
func phpCall(line func(form string, args ...any), c call, aliases map[string]valueType) {
	var arguments, path, docs []string
	for _, v := range c.Variables {
		kind := "int|string" // a text may be a number, such as the ID of a cart
		if v.Type.Kind == kindInteger {
			kind = "int"
		}
		arguments = append(arguments, kind+" $"+v.Name)
	}
	for _, s := range segments(c.Path) {
		if inner, ok := strings.CutPrefix(s, "{"); ok {
			path = append(path, "$"+strings.TrimSuffix(inner, "}"))
		} else {
			path = append(path, "'"+s+"'")
		}
	}
	sent := []string{"'" + strings.ToUpper(c.Method) + "'", "Client::path(" + strings.Join(path, ", ") + ")"}
	var headers []string
	for _, h := range c.Tokens {
		arguments = append(arguments, "string $"+tokenName(h.Name))
		headers = append(headers, fmt.Sprintf("'%s' => $%s", h.Name, tokenName(h.Name)))
	}
	if c.Body != nil {
		body := "array $body"
		if t := resolved(c.Body.Type, aliases); t.Kind == kindModel {
			body = "Types\\" + t.Name + "|array $body"
		}
		if !c.BodyRequired {
			body += " = []"
		}
		docs = append(docs, "@param "+strings.ReplaceAll(strings.TrimSuffix(body, " = []"), "array", "array<string, mixed>|list<mixed>"))
		arguments, sent = append(arguments, body), append(sent, map[bool]string{true: "form", false: "body"}[c.Form()]+": $body")
	}
	if len(c.Query) > 0 {
		docs = append(docs, "@param array<string, string|int|bool|null> $query")
		arguments, sent = append(arguments, "array $query = []"), append(sent, "query: $query")
	}
	arguments, sent = append(arguments, "?Options $options = null"), append(sent, "options: $options")
	if len(headers) > 0 {
		sent = append(sent, "headers: ["+strings.Join(headers, ", ")+"]")
	}
	returns, method, as, doc := phpAnswer(c, resolved(c.Type, aliases))
	if as != "" {
		sent = append(sent, "as: Types\\"+as+"::class")
	}
	if doc != "" {
		docs = append(docs, doc)
	}
	if method == "callRows" {
		sent = sent[1:]
	}
	line("    /**\n     * %s", strings.ReplaceAll(phpDoc(c.Doc), "**", ""))
	for i, doc := range docs {
		if i == 0 {
			line("     *")
		}
		line("     * %s", doc)
	}
	line("     */\n    public function %s(%s): %s\n    {", c.Name, strings.Join(arguments, ", "), returns)
	call := "$this->" + method + "(" + strings.Join(sent, ", ") + ");"
	if returns != "void" {
		call = "return " + call
	}
	line("        %s\n    }", call)
}

// phpAnswer returns the native type of a call's answer, the method of the base class that gets it, the class of its documents, and its
// documented type, if that says more.
func phpAnswer(c call, t valueType) (returns, method, as, doc string) {
	named := t.Kind == kindModel && t.Inner == nil
	listed := t.Kind == kindList && t.Of[0].Kind == kindModel && t.Of[0].Inner == nil
	switch {
	case c.Answer == answersNothing:
		return "void", "callValue", "", ""
	case c.Answer == answersFile:
		return "string", "callValue", "", ""
	case c.Answer == answersRows && named:
		return "\\Generator", "callRows", t.Name, "@return \\Generator<int, Types\\" + t.Name + ">"
	case c.Answer == answersRows:
		return "\\Generator", "callRows", "", ""
	case named:
		return "Types\\" + t.Name, "callValue", t.Name, ""
	case listed:
		return "array", "callValues", t.Of[0].Name, "@return list<Types\\" + t.Of[0].Name + ">"
	}
	return "mixed", "callValue", "", ""
}
