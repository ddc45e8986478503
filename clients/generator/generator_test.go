package generator

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tradelog/test/generated"
)

// small is a document with each form of a schema.
const small = `{"paths": {
	"/things": {"post": {"operationId": "things_create", "x-call": "things.create",
		"summary": "Make a thing", "description": "Makes it.\n\n**Access:** everybody.",
		"parameters": [{"$ref": "#/components/parameters/StoreHeader"}, {"$ref": "#/components/parameters/KeyHeader"}],
		"requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ThingBody"}}}},
		"responses": {
			"201": {"description": "The answer.", "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}, "content": {
				"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}},
				"application/ld+json": {"schema": {"$ref": "#/components/schemas/Thing.jsonld"}}}},
			"404": {"description": "A failure.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}}}},
	"/widgets": {"get": {"operationId": "widgets_list", "x-call": "widgets.list",
		"parameters": [{"name": "ids", "in": "query", "schema": {"type": "string"}}],
		"responses": {"200": {"headers": {"Link": {"$ref": "#/components/headers/Link"}}, "content": {
			"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}}}}}}},
	"/widgets/{id}/picture": {
		"get": {"operationId": "widgets_picture_get", "x-call": "widgets.picture", "summary": "Get a picture", "parameters": [
			{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
			"responses": {"200": {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}}},
		"put": {"operationId": "widgets_picture_update", "x-call": "widgets.updatePicture", "parameters": [
			{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
			"requestBody": {"required": true, "content": {"multipart/form-data": {"schema": {"$ref": "#/components/schemas/PictureBody"}}}},
			"responses": {"204": {}}}},
	"/things/{id}": {
		"get": {"operationId": "things_get", "x-call": "things.get", "parameters": [
			{"name": "id", "in": "path", "required": true, "description": "ID of the thing", "schema": {"type": "integer"}},
			{"name": "fields", "in": "query", "schema": {"type": "string", "default": "all"}}],
			"responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}}}}}},
		"put": {"operationId": "things_update", "x-call": "things.update", "parameters": [
			{"name": "id", "in": "path", "required": true, "description": "ID of the thing", "schema": {"type": "integer"}}],
			"requestBody": {"content": {"application/json": {"schema": {"anyOf": [{"type": "object", "properties": {}}, {"type": "array"}]}}}},
			"responses": {"204": {"description": "Done."}, "302": {}}}}},
	"components": {
	"parameters": {
		"KeyHeader": {"name": "X-Order-Token", "in": "header", "required": true, "schema": {"type": "string"}},
		"StoreHeader": {"name": "X-Store", "in": "header", "description": "code of the store", "schema": {"type": "string"}}},
	"headers": {
		"Link": {"description": "the pages", "schema": {"type": "string"}},
		"ETag": {"description": "MD5 of the body", "schema": {"type": "string"}}},
	"schemas": {
	"Amounts": {"anyOf": [{"type": "object", "additionalProperties": {"type": "number"}}, {"type": "array", "items": {}}]},
	"Thing": {"type": "object", "description": "A \"thing\"", "required": ["id"], "properties": {
		"id": {"type": "integer", "format": "int64"},
		"price": {"type": ["number", "null"], "format": "double", "description": "its price */"},
		"from": {"type": "string", "enum": ["a", "b"]},
		"cards": {"$ref": "#/components/schemas/Amounts"},
		"parts": {"type": "array", "items": {"type": "object", "properties": {"qty": {"type": "number"}}}},
		"level": {"type": "integer", "enum": [0, 1]},
		"hash": {"type": "string", "contentEncoding": "base64"},
		"any": {}}},
	"ThingBody": {"type": "object", "required": ["name", "qty"], "properties": {
		"name": {"type": "string"}, "qty": {"type": "number"}, "ref": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}}},
	"PictureBody": {"type": "object", "required": ["file"], "properties": {
		"file": {"type": "string", "format": "binary"}, "title": {"type": "string"}}},
	"Error": {"type": "object", "properties": {"message": {"type": "string"}}},
	"Thing.jsonld": {"type": "object", "properties": {"@id": {"type": "string"}}}}}}`

// TestGoldenTypes compares the types of a small document in each language.
func TestGoldenTypes(t *testing.T) {
	t.Parallel()
	made := map[string][]byte{}
	for _, language := range Languages {
		for name, text := range typesFor(t, language) {
			made[path.Join(language, name)] = text
		}
	}
	generated.Archive(t, "testdata/types.txtar", made)
}

// typesFor returns the generated files of a library for the small document.
func typesFor(t *testing.T, language string) map[string][]byte {
	t.Helper()
	d, err := read([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	types, err := typesOf(language, d)
	if err != nil {
		t.Fatal(err)
	}
	return types
}

// TestForms checks the type of each form of a schema.
func TestForms(t *testing.T) {
	t.Parallel()
	python, php := string(typesFor(t, "python")["src/tradelog_client/types.py"]), typesFor(t, "php")
	for _, c := range []struct {
		text  string
		wants []string
	}{
		{python, []string{
			"Amounts = Union[Dict[str, Number], List[Any]]", `"price": Optional[Number],`, `"from": Literal["a", "b"],`,
			`"parts": List["ThingParts"],`, "class ThingParts(TypedDict, total=False):\n    qty: Number\n",
			"class _ThingBodyRequired(TypedDict):\n    name: str\n    qty: Number\n",
			"class ThingBody(_ThingBodyRequired, total=False):\n    ref: Optional[Union[int, str]]\n",
		}},
		{string(php["src/Types/Thing.php"]), []string{
			"public ?int $id = null,", "/** @var Decimal|null its price * / */\n        public ?Decimal $price = null,",
			"/** @var 'a'|'b'|null", "/** @var array<string, Decimal>|list<mixed>|null", "/** @var list<ThingParts>|null",
			"Read::listOf(Read::object(ThingParts::class))($members['parts'] ?? null", "public mixed $any = null,",
		}},
		{string(php["src/Types/ThingBody.php"]), []string{
			"final readonly class ThingBody extends Body", "public string $name,", "public Decimal|int $qty,", "public int|string|null $ref = null,",
		}},
	} {
		for _, want := range c.wants {
			if !strings.Contains(c.text, want) {
				t.Errorf("%q is missing in\n%s", want, c.text)
			}
		}
	}
	if len(php) != 8 || strings.Contains(python, "jsonld") || strings.Contains(string(php["src/Types/ThingBody.php"]), "function from") {
		t.Errorf("%d classes for PHP: %s", len(php), php["src/Types/ThingBody.php"])
	}
}

// TestUnknownForms checks that a document of an unknown form is refused.
func TestUnknownForms(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"allOf": [{"type": "object"}]}`:         "allOf",
		`{"type": ["string", "integer"]}`:         "several types",
		`{"$ref": "#/components/schemas/Absent"}`: "no schema Absent",
		`{"type": "decimal"}`:                     "the type decimal",
	} {
		document := fmt.Sprintf(`{"paths": {"/things": {"get": {"responses": {"200": {"content": {"application/json": {"schema":
			{"$ref": "#/components/schemas/Thing"}}}}}}}},
			"components": {"schemas": {"Thing": {"type": "object", "properties": {"odd": %s}}}}}`, schema)
		if _, err := read([]byte(document)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", schema, err, want)
		}
	}
}

// TestWrite checks that a library has the hand-written files and the types, and nothing that tools have left in its folder.
func TestWrite(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{"CHANGELOG.md", "api/id.go", "node_modules/module.js"} {
		name = filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("# Changelog\n\n## 1.2.0\n\n## 1.1.0\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := Write("go", []byte(small), from, to); err != nil {
		t.Fatal(err)
	}
	var names []string
	err := fs.WalkDir(os.DirFS(to), ".", func(name string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil || !slices.Equal(names, []string{"CHANGELOG.md", "api/id.go", "api/types.go", "lists.go", "resources.go"}) {
		t.Errorf("the library has %v, %v", names, err)
	}
	name, err := Archive("library", to, from)
	if err != nil || name != filepath.Join(from, "library-1.2.0.zip") {
		t.Errorf("the archive is %s, %v", name, err)
	}
	if err := Write("cobol", []byte(small), from, to); err == nil {
		t.Error("there is a library for COBOL")
	}
	if err := Write("go", []byte("{"), from, to); err == nil {
		t.Error("a broken document is read")
	}
}
