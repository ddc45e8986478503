package soap

import (
	"slices"
	"strings"

	"tradelog/soap/wire"
)

// resource is a group of methods (soap-wire §5).
type resource struct {
	Name    string
	Title   string
	V2      string   // the beginning of the names of its V2 operations
	Aliases []string // other names, accepted by V1 before the dot
	ACL     string   // permission that every method needs
	Faults  []soapFault
	Refused map[string]int // see method.Refused, which takes precedence
	// Named maps members of operations to names of arguments, in addition to the fields.
	Named   words
	Methods []*method
}

// method is a method of a resource.
type method struct {
	Name  string // V1 name after the dot
	Title string
	ACL   string // permission needed besides that of the resource; may be empty
	Args  []arg  // in the order of positional calls
	// Returns is the type of the result. Literal is its type in WS-I; nil: the same.
	Returns, Literal *wire.Type
	// Part is the name of the result in V2; empty: "result".
	Part string
	// TextID: a numeric result is text in SOAP V1, XML-RPC and JSON-RPC.
	TextID bool
	// Refused maps the refusals of operations, by their codes or the names of their kinds, to faults.
	Refused map[string]int
	// Via maps the method to an operation. Do implements other methods, and Uses lists the further operations that Do invokes.
	Via  *via
	Do   func(c *call) (wire.Value, error)
	Uses []string

	resource *resource
	words    words // for refusals
}

// arg is an argument of a method. Its name in V2 may differ from that in WS-I and in the named form of V1.
type arg struct {
	Name     string // of WS-I and V1
	V2       string // name in V2; empty: Name
	Type     *wire.Type
	Optional bool
}

// aliases lists further names of arguments that clients use. All names are accepted in every form.
var aliases = map[string][]string{
	"productId": {"product"}, "store": {"storeView", "storeId"}, "addressData": {"addressdata"}, "productIds": {"products"},
	"invoiceIncrementId": {"orderIncrementId"},
}

// names returns all names of the argument.
func (a arg) names() []string { return append([]string{a.Name}, aliases[a.Name]...) }

func (a arg) v2() string {
	if a.V2 != "" {
		return a.V2
	}
	return a.Name
}

// operation returns the method's name as a V2 operation.
func (m *method) operation() string {
	return m.resource.V2 + strings.ToUpper(m.Name[:1]) + m.Name[1:]
}

// path returns the method's name in V1.
func (m *method) path() string { return m.resource.Name + "." + m.Name }

func (m *method) part() string {
	if m.Part != "" {
		return m.Part
	}
	return "result"
}

// literal returns the type of the result in WS-I.
func (m *method) literal() *wire.Type {
	if m.Literal != nil {
		return m.Literal
	}
	return m.Returns
}

func resources() []*resource {
	all := []*resource{media(), optionValues(), addresses(), products(), categories(), stockItems(), orders(), shipments(), invoices(),
		customers()}
	for _, r := range all {
		for _, m := range r.Methods {
			m.resource = r
			if m.Via != nil {
				m.Uses = append(m.Via.uses(), m.Uses...)
				if m.Do == nil {
					m.Do = m.Via.do
				}
			}
			m.words = namesIn(m)
		}
	}
	return all
}

// Permissions lists the permissions that a role of API users can have for the legacy interfaces.
func Permissions() []string {
	var out []string
	for _, r := range resources() {
		out = append(out, r.ACL)
		for _, m := range r.Methods {
			if m.ACL != "" {
				out = append(out, m.ACL)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// index finds methods by their names.
type index struct {
	resources []*resource
	byName    map[string]*resource // by name and alias
	byPath    map[string]*method   // by V1 name, with every alias
	byV2      map[string]*method
}

func newIndex(all []*resource) index {
	x := index{resources: all, byName: map[string]*resource{}, byPath: map[string]*method{}, byV2: map[string]*method{}}
	for _, r := range all {
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			x.byName[name] = r
			for _, m := range r.Methods {
				x.byPath[name+"."+m.Name] = m
			}
		}
		for _, m := range r.Methods {
			x.byV2[m.operation()] = m
		}
	}
	return x
}
