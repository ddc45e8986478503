package contract

// strict makes the schemas of answers refuse members that they do not name. The document itself is not strict, because clients must accept
// unknown members. But the server must not send members that its document does not name. Requests may have members that the server accepts
// silently or ignores.
//
// The schema of a value is closed at bodies, members and elements. Schemas within allOf stay open, because others add to them.
func strict(root map[string]any) {
	c := closer{root, map[string]bool{}}
	components, _ := root["components"].(map[string]any)
	c.answers(components["responses"])
	c.answers(root["paths"])
}

type closer struct {
	root map[string]any
	done map[string]bool // references that were followed
}

// answers closes the schemas of answers, at any depth.
func (c closer) answers(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			switch name {
			case "schema":
				c.value(member)
			case "requestBody", "parameters":
			default:
				c.answers(member)
			}
		}
	case []any:
		for _, element := range v {
			c.answers(element)
		}
	}
}

// value closes the schema of a value if it names members.
func (c closer) value(schema any) {
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	c.within(s)
	if c.named(s) && s["additionalProperties"] == nil {
		s["unevaluatedProperties"] = false
	}
}

// within closes the values inside of a schema.
func (c closer) within(schema any) {
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	if ref, ok := s["$ref"].(string); ok && !c.done[ref] {
		c.done[ref] = true
		target, _ := follow(c.root, ref)
		c.within(target.value)
	}
	members, _ := s["properties"].(map[string]any)
	for _, member := range members {
		c.value(member)
	}
	c.value(s["items"])
	c.value(s["additionalProperties"])
	for _, part := range parts(s) {
		c.within(part)
	}
}

// named tells whether a schema names members, directly or by a reference.
func (c closer) named(s map[string]any) bool {
	if members, _ := s["properties"].(map[string]any); len(members) > 0 {
		return true
	}
	if ref, ok := s["$ref"].(string); ok {
		if target, ok := follow(c.root, ref); ok && c.named(target.value) {
			return true
		}
	}
	for _, part := range parts(s) {
		if p, ok := part.(map[string]any); ok && c.named(p) {
			return true
		}
	}
	return false
}

func parts(s map[string]any) (out []any) {
	for _, name := range []string{"allOf", "anyOf", "oneOf"} {
		list, _ := s[name].([]any)
		out = append(out, list...)
	}
	return out
}
