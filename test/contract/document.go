package contract

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Document is an OpenAPI document to validate answers with. Several tests may use it at once.
type Document struct {
	root   map[string]any
	prefix string // of the paths, from servers

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

// location is the URI of the document in the schema compiler.
const location = "urn:openapi"

// parse reads a document.
func parse(data []byte) (*Document, error) {
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	root, ok := parsed.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("contract: the document is no object")
	}
	strict(root)
	d := &Document{root: root, compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource(location, parsed); err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	if servers, _ := root["servers"].([]any); len(servers) > 0 {
		first, _ := servers[0].(map[string]any)
		d.prefix, _ = first["url"].(string)
	}
	return d, nil
}

// Fetch loads the document of a running shop.
func Fetch(t testing.TB, baseURL string) *Document {
	t.Helper()
	response, err := http.Get(baseURL + "/api/docs.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("/api/docs.json: status %d", response.StatusCode)
	}
	d, err := parsed(data)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var known sync.Map // *Document by its text

// parsed parses each text once. Shops with the same operations share a document and its compiled schemas.
func parsed(data []byte) (*Document, error) {
	if d, ok := known.Load(string(data)); ok {
		return d.(*Document), nil
	}
	d, err := parse(data)
	if err == nil {
		known.Store(string(data), d)
	}
	return d, err
}

var shared struct {
	once     sync.Once
	document *Document
}

// Shared returns the document as Fetch does, for tests whose shops all have the same operations: it loads the document of the first shop
// only.
func Shared(t testing.TB, baseURL string) *Document {
	t.Helper()
	shared.once.Do(func() { shared.document = Fetch(t, baseURL) })
	if shared.document == nil {
		t.Fatal("the document could not be read by the first test that asked for it")
	}
	return shared.document
}

// node is a part of the document.
type node struct {
	pointer string
	value   map[string]any
}

// child returns a member and follows its reference.
func (d *Document) child(n node, name string) (node, bool) {
	value, ok := n.value[name].(map[string]any)
	if !ok {
		return node{}, false
	}
	at := node{n.pointer + "/" + escape(name), value}
	if ref, ok := value["$ref"].(string); ok && !strings.Contains(ref, "/schemas/") {
		return follow(d.root, ref)
	}
	return at, true
}

// follow returns the node that a reference names.
func follow(root map[string]any, ref string) (node, bool) {
	at := node{"#", root}
	for _, step := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		value, ok := at.value[step].(map[string]any)
		if !ok {
			return node{}, false
		}
		at = node{at.pointer + "/" + escape(step), value}
	}
	return at, true
}

// escape writes a member's name as a step of a pointer in a fragment.
func escape(name string) string {
	return url.PathEscape(strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1"))
}

// schema compiles the schema at a pointer, once.
func (d *Document) schema(at node) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s, ok := d.compiled[at.pointer]; ok {
		return s, nil
	}
	s, err := d.compiler.Compile(location + at.pointer)
	if err != nil {
		return nil, fmt.Errorf("the schema at %s cannot be used: %w", at.pointer, err)
	}
	d.compiled[at.pointer] = s
	return s, nil
}

// operation finds the operation of a request and the values of its path's variables. If several paths match, the one with more fixed
// segments is used, as in routing.
func (d *Document) operation(method, path string) (node, map[string]string, error) {
	path, _, _ = strings.Cut(path, "?")
	asked := strings.Split(strings.TrimPrefix(path, d.prefix), "/")
	paths, _ := d.child(node{"#", d.root}, "paths")
	best, template, most := node{}, "", -1
	for t := range paths.value {
		item, ok := d.child(paths, t)
		if !ok {
			continue
		}
		if fixed, fits := match(strings.Split(t, "/"), asked); fits && fixed > most {
			if o, ok := d.child(item, strings.ToLower(method)); ok {
				best, template, most = o, t, fixed
			}
		}
	}
	if most < 0 {
		return node{}, nil, fmt.Errorf("%s %s is not in the document", method, path)
	}
	variables := map[string]string{}
	segments := strings.Split(template, "/")
	for i, segment := range segments {
		if name, is := strings.CutPrefix(segment, "{"); is {
			value := asked[i]
			if i == len(segments)-1 {
				value = strings.Join(asked[i:], "/")
			}
			if plain, err := url.PathUnescape(value); err == nil {
				value = plain
			}
			variables[strings.TrimSuffix(name, "}")] = value
		}
	}
	return best, variables, nil
}

// match counts the fixed segments of a path that fits. The last variable of a template may be a path itself, such as that of a media file.
func match(template, asked []string) (fixed int, fits bool) {
	last := len(template) - 1
	if len(template) > len(asked) || len(template) < len(asked) && !strings.HasPrefix(template[last], "{path") {
		return 0, false
	}
	for i, segment := range template {
		switch {
		case strings.HasPrefix(segment, "{"):
		case segment != asked[i]:
			return 0, false
		default:
			fixed++
		}
	}
	return fixed, true
}
