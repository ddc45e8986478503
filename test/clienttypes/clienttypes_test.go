package clienttypes

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Where the document and what is made of it are.
const (
	documentFile = "../../clients/openapi.json"
	pythonFile   = "../../clients/python/src/tradelog_client/types.py"
	phpFolder    = "../../clients/php/src/Types"
)

// TestGeneratedPython checks that the types for Python are those of the document. UPDATE_GOLDEN=1 (make generate) renews them.
func TestGeneratedPython(t *testing.T) {
	t.Parallel()
	want, err := python(documentOf(t))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, pythonFile, want)
}

// TestGeneratedPHP checks that the types for PHP are those of the document, and that no others are left over.
func TestGeneratedPHP(t *testing.T) {
	t.Parallel()
	want, err := php(documentOf(t))
	if err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(phpFolder, "*.php"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range want {
		file := filepath.Join(phpFolder, name)
		compare(t, file, content)
		left = slices.DeleteFunc(left, func(is string) bool { return is == file })
	}
	for _, file := range left {
		if os.Getenv("UPDATE_GOLDEN") == "" {
			t.Errorf("%s is no type any more: make generate", file)
		} else if err := os.Remove(file); err != nil {
			t.Error(err)
		}
	}
}

func documentOf(t *testing.T) []byte {
	t.Helper()
	document, err := os.ReadFile(documentFile)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func compare(t *testing.T, file string, want []byte) {
	t.Helper()
	had, err := os.ReadFile(file)
	switch {
	case os.Getenv("UPDATE_GOLDEN") != "":
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Error(err)
		}
	case err != nil:
		t.Error(err)
	case !bytes.Equal(had, want):
		t.Errorf("%s is behind: make generate", file)
	}
}

// small is a document with each form of a schema.
const small = `{"paths": {"/things": {"post": {
	"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ThingBody"}}}},
	"responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}}}}},
	"components": {"schemas": {
	"Amounts": {"anyOf": [{"type": "object", "additionalProperties": {"type": "number"}}, {"type": "array", "items": {}}]},
	"Thing": {"type": "object", "description": "A \"thing\"", "required": ["id"], "properties": {
		"id": {"type": "integer", "format": "int64"},
		"price": {"type": ["number", "null"], "format": "double", "description": "its price */"},
		"from": {"type": "string", "enum": ["a", "b"]},
		"cards": {"$ref": "#/components/schemas/Amounts"},
		"parts": {"type": "array", "items": {"type": "object", "properties": {"qty": {"type": "number"}}}},
		"any": {}}},
	"ThingBody": {"type": "object", "required": ["name", "qty"], "properties": {
		"name": {"type": "string"}, "qty": {"type": "number"}, "ref": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}}},
	"Thing.jsonld": {"type": "object", "properties": {"@id": {"type": "string"}}}}}}`

// TestForms checks what each form of a schema becomes.
func TestForms(t *testing.T) {
	t.Parallel()
	python, err := python([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	php, err := php([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text  string
		wants []string
	}{
		{string(python), []string{
			"Amounts = Union[Dict[str, Number], List[Any]]", `"price": Optional[Number],`, `"from": Literal["a", "b"],`,
			`"parts": List["ThingParts"],`, "class ThingParts(TypedDict, total=False):\n    qty: Number\n",
			"class _ThingBodyRequired(TypedDict):\n    name: str\n    qty: Number\n",
			"class ThingBody(_ThingBodyRequired, total=False):\n    ref: Optional[Union[int, str]]\n",
		}},
		{string(php["Thing.php"]), []string{
			"public ?int $id = null,", "/** @var Decimal|null its price * / */\n        public ?Decimal $price = null,",
			"/** @var 'a'|'b'|null", "/** @var array<string, Decimal>|list<mixed>|null", "/** @var list<ThingParts>|null",
			"Read::listOf(Read::object(ThingParts::class))($members['parts'] ?? null", "public mixed $any = null,",
		}},
		{string(php["ThingBody.php"]), []string{
			"final readonly class ThingBody extends Body", "public string $name,", "public Decimal|int $qty,", "public int|string|null $ref = null,",
		}},
	} {
		for _, want := range c.wants {
			if !strings.Contains(c.text, want) {
				t.Errorf("%q is missing in\n%s", want, c.text)
			}
		}
	}
	if len(php) != 3 || strings.Contains(string(python), "jsonld") || strings.Contains(string(php["ThingBody.php"]), "function from") {
		t.Errorf("%d classes for PHP: %s", len(php), php["ThingBody.php"])
	}
}

// TestUnknownForms checks that a document that the generator does not understand is refused instead of misread.
func TestUnknownForms(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"allOf": [{"type": "object"}]}`:         "allOf",
		`{"type": ["string", "integer"]}`:         "several types",
		`{"$ref": "#/components/schemas/Absent"}`: "no schema Absent",
		`{"type": "decimal"}`:                     "the type decimal",
	} {
		document := `{"components": {"schemas": {"Thing": {"type": "object", "properties": {"odd": ` + schema + `}}}}}`
		if _, err := python([]byte(document)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", schema, err, want)
		}
	}
}
