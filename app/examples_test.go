package app_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/test/apptest"
	"tradelog/test/contract"
	"tradelog/test/histories"
)

// examplesFile has the examples that the OpenAPI document shows.
const examplesFile = "../http/openapi_examples.jsonl"

// invented are the examples of operations that a test cannot call, such as those that need a provider's token. Tests call some others in
// ways that people should not imitate.
var invented = []tradehttp.Example{
	{
		Operation: "POST /customers/forget", Request: json.RawMessage(`{"email":"gina@example.com","dryRun":true}`),
		Response: json.RawMessage(`{"dryRun":true,"orders":["100000005"],"histories":["cart-7","order-5"],"deletedKeys":1,"accounts":[],` +
			`"parts":[{"what":"carts","fate":"deleted","count":1,"why":"Open carts end. Names, addresses and texts in present and former carts ` +
			`are deleted."},{"what":"keys","fate":"deleted","count":1,"why":"Encryption keys of the personal data. Without them nobody can read ` +
			`what the log has of the person."},{"what":"orders","fate":"anonymized","count":1,"orders":["100000005"],"why":"Numbers, products, ` +
			`amounts and times stay, because the books need them. Names, addresses and comments are deleted."},{"what":"backups","fate":"kept",` +
			`"count":null,"why":"Backups from before keep the keys until they are deleted. After a restore, tradelog keys reconcile forgets ` +
			`again."}],"extensions":[]}`),
	},
	{
		Operation: "PUT /customers/me/two-factor",
		Request:   json.RawMessage(`{"enabled":true,"code":"123456"}`), Response: json.RawMessage(`{"enabled":true,"extensions":[]}`),
	},
	{
		Operation: "POST /customers/social-auth", Request: json.RawMessage(`{"provider":"google","providerToken":"TOKEN"}`),
		Response: json.RawMessage(`{"id":"social-auth","provider":"google","token":"TOKEN","token_type":"Bearer","expires_in":3600,` +
			`"customer":{"id":1,"email":"anna@example.com","firstName":"Anna","lastName":"Smith"},"cartItemsQty":null,"isNewCustomer":false,` +
			`"profileIncomplete":false,"extensions":[]}`),
	},
	{
		Operation: "POST /emails/{id}/resend", Variables: map[string]string{"id": "invoice-0192f0c1-2b3c-7d4e-8f50-61728394a5b6"},
		Response: json.RawMessage(`{"id":"invoice-0192f0c1-2b3c-7d4e-8f50-61728394a5b6","kind":"invoice","stream":"order-42","orderId":42,` +
			`"storeId":1,"position":5120,"state":"waiting","reason":null,"attempts":0,"resends":1,"queuedAt":"2026-03-01 10:20:30",` +
			`"nextAttemptAt":"2026-03-01 10:20:30","sentAt":null,"closedAt":null}`),
	},
}

// safer are requests that examples show in place of the tests' own, which would delete or refund everything.
var safer = map[string]json.RawMessage{
	"POST /customers/{id}/forget":         json.RawMessage(`{"reason":"asked for it"}`),
	"POST /orders/{orderId}/credit-memos": json.RawMessage(`{"items":[{"orderItemId":7,"qty":1}],"comment":"Sorry"}`),
}

// TestExamplesDoNoHarm: people try examples. No request overrides a check, deletes without a dry run or refunds everything. No write names
// an existing number of a shop.
func TestExamplesDoNoHarm(t *testing.T) {
	t.Parallel()
	examples := readExamples(t)
	for name, one := range examples {
		if bytes.Contains(one.Request, []byte(`"force"`)) || bytes.Contains(slices.Concat(one.Request, one.Response), []byte(histories.Mark)) {
			t.Errorf("%s: %s", name, one.Request)
		}
		if other := withoutTargets(one); !bytes.Equal(other.Request, one.Request) {
			t.Errorf("%s names things that a shop may have: %s", name, one.Request)
		}
	}
	for name, want := range map[string]string{
		"POST /customers/forget": `"dryRun":true`, "POST /orders/{orderId}/credit-memos": `"items":[{"orderItemId"`,
	} {
		if !bytes.Contains(examples[name].Request, []byte(want)) {
			t.Errorf("%s: %s, want %s", name, examples[name].Request, want)
		}
	}
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	s := apptest.Start(t)
	if err := json.Unmarshal(s.Must(200, "GET", "/api/docs.json", nil).Body, &document); err != nil {
		t.Fatal(err)
	}
	read := 0
	for path, item := range document.Paths {
		for method, raw := range item {
			var o struct {
				Parameters []struct {
					In      string
					Example any
				}
			}
			if method == "parameters" || json.Unmarshal(raw, &o) != nil {
				continue
			}
			for _, p := range o.Parameters {
				if p.In != "path" || p.Example == nil {
					continue
				}
				if read++; method != "get" {
					t.Errorf("%s %s has %v filled in", method, path, p.Example)
				}
			}
		}
	}
	if read == 0 {
		t.Error("no operation that reads shows a number")
	}
}

// TestGoldenExamples checks that each operation has an example of a request and its answer, and that both fit the document. UPDATE_GOLDEN=1
// records them anew.
func TestGoldenExamples(t *testing.T) {
	t.Parallel()
	var shop *apptest.Shop
	if os.Getenv("UPDATE_GOLDEN") != "" {
		shop = recordExamples(t)
	} else {
		shop = apptest.Start(t)
	}
	examples := readExamples(t)
	document := contract.Fetch(t, shop.URL)
	for _, o := range shop.Pipeline.Registry.All() {
		name := o.Method + " " + o.Path
		one, found := examples[name]
		if !found {
			t.Errorf("%s has no example: UPDATE_GOLDEN=1 go test ./app -run GoldenExamples", name)
			continue
		}
		delete(examples, name)
		path := tradehttp.Prefix + o.Expand(func(variable string) string { return one.Variables[variable] })
		header := http.Header{"Content-Type": {"application/json"}, "X-Order-Token": {"token"}}
		if err := document.Verify(o.Method, path, o.Response.Status, "application/json", one.Response); err != nil && o.Response.Produces == "" {
			t.Errorf("the example answer of %s: %v\n%s", name, err, one.Response)
		}
		if err := document.VerifyRequest(o.Method, path, header, one.Request); err != nil && !o.Uploads() {
			t.Errorf("the example request of %s: %v\n%s", name, err, one.Request)
		}
	}
	for name := range examples {
		t.Errorf("%s is not an operation of the shop", name)
	}
}

func readExamples(t *testing.T) map[string]tradehttp.Example {
	t.Helper()
	recorded, err := os.ReadFile(examplesFile)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]tradehttp.Example{}
	for line := range bytes.Lines(recorded) {
		var one tradehttp.Example
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		all[one.Operation] = one
	}
	return all
}

// recordExamples writes the examples: reads of a shop that has one of everything, and the valid requests of steps. It returns that shop.
func recordExamples(t *testing.T) *apptest.Shop {
	t.Helper()
	e, w := startEverything(t), startWrites(t, true)
	recorded := map[string]tradehttp.Example{}
	record := func(o *operations.Operation, path, media string, sent any, answer apptest.Answer) {
		name := o.Method + " " + o.Path
		if _, known := recorded[name]; known || operationOf(e.Shop.Shop, name) == nil {
			return // the first call counts, and no module of the test
		}
		recorded[name] = tradehttp.Example{
			Operation: name, Variables: variables(o, path), Request: requestBody(t, o, media, sent), Response: responseBody(t, o, answer),
		}
		if request, known := safer[name]; known {
			one := recorded[name]
			one.Request = request
			recorded[name] = one
		}
		recorded[name] = withoutTargets(recorded[name])
	}
	for _, one := range invented {
		recorded[one.Operation] = one
	}
	for _, o := range e.Pipeline.Registry.All() {
		if o.Method != http.MethodGet {
			continue
		}
		headers := e.asker(o)
		if o.Access.Auth == operations.OrderToken {
			headers = []string{"X-Order-Token", e.token}
		}
		path := e.path(t, o, false)
		if a := e.Do("GET", path, nil, headers...); a.Status < 400 || o.Response.Produces != "" {
			record(o, path, "", nil, a)
		}
	}
	w.accepted = func(r request, answer apptest.Answer) { record(r.operation, r.path, r.form, r.body, answer) }
	w.everyWrite("application/json")
	fillLists(t, e.Shop.Shop, recorded)
	byPath := func(a, b tradehttp.Example) int {
		method, path, _ := strings.Cut(a.Operation, " ")
		other, second, _ := strings.Cut(b.Operation, " ")
		return cmp.Or(strings.Compare(path, second), strings.Compare(method, other))
	}
	var lines bytes.Buffer
	out := json.NewEncoder(&lines)
	out.SetEscapeHTML(false)
	for _, one := range slices.SortedFunc(maps.Values(recorded), byPath) {
		if err := out.Encode(one); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(examplesFile, lines.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return e.Shop.Shop
}

// fillLists replaces empty lists by the resource that was written under the same path, if the list has such resources.
func fillLists(t *testing.T, shop *apptest.Shop, recorded map[string]tradehttp.Example) {
	t.Helper()
	document := contract.Fetch(t, shop.URL)
	for name, one := range recorded {
		if string(one.Response) != "[]" {
			continue
		}
		_, path, _ := strings.Cut(name, " ")
		for _, method := range []string{"PUT", "POST"} {
			row := recorded[method+" "+path].Response
			if row != nil && row[0] == '{' {
				row = slices.Concat([]byte("["), row, []byte("]"))
			}
			if len(row) > 2 && document.Verify("GET", tradehttp.Prefix+path, http.StatusOK, "application/json", row) == nil {
				one.Response = row
				recorded[name] = one
			}
		}
	}
}

// variables returns the values of the variables in a path.
func variables(o *operations.Operation, path string) map[string]string {
	out := map[string]string{}
	segments := strings.Split(path, "/")
	for i, segment := range strings.Split(o.Path, "/") {
		name, is := strings.CutPrefix(segment, "{")
		name = strings.TrimSuffix(name, "}")
		if !is {
			continue
		}
		value := segments[i]
		if o.DeepVariable(name) {
			value = strings.Join(segments[i:], "/")
		}
		out[name] = plainText(value)
	}
	return out
}

var (
	// targets match the things that requests change or delete: a member with a number or a list of numbers, or a SKU.
	targets = regexp.MustCompile(`"sku":"[^"]*"|"(?:id|ids|\w*Ids?)":(?:\d+|\[[\d,]*\])`)
	// chosen are members that choose one of the few websites, stores, groups, classes, rates and regions of a shop. They are no targets.
	chosen = regexp.MustCompile(`(?i)(website|store|group|class|rate|region|country)ids?":`)
	// ownNumber matches the number of a thing that a shop may have.
	ownNumber = regexp.MustCompile(`\b\d{1,6}\b`)
)

// withoutTargets returns an example that names only things which no shop has, in its request and where its answer repeats them.
func withoutTargets(one tradehttp.Example) tradehttp.Example {
	replaced, named := map[string]string{}, 0
	one.Request = targets.ReplaceAllFunc(one.Request, func(found []byte) []byte {
		target := string(found)
		name, value, _ := strings.Cut(target, ":")
		switch {
		case replaced[target] != "" || strings.HasPrefix(value, `"EXAMPLE-`) || chosen.Match(found) || value == "0":
			return []byte(cmp.Or(replaced[target], target))
		case name == `"sku"`:
			named++
			value = fmt.Sprintf(`"EXAMPLE-%d"`, named)
		default:
			value = ownNumber.ReplaceAllStringFunc(value, func(n string) string { return "1" + strings.Repeat("0", 6-len(n)) + n })
		}
		replaced[target] = name + ":" + value
		return []byte(replaced[target])
	})
	one.Response = targets.ReplaceAllFunc(one.Response, func(found []byte) []byte {
		return []byte(cmp.Or(replaced[string(found)], string(found)))
	})
	return one
}

// requestBody is the body of a request as an example: JSON, or the fields of a form. It has the documented members alone.
func requestBody(t *testing.T, o *operations.Operation, media string, sent any) json.RawMessage {
	t.Helper()
	if sent == nil {
		return nil
	}
	if media != "" {
		return example(t, formFields(t, media, sent.(string)), false)
	}
	plain, err := json.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	var read any
	in := json.NewDecoder(bytes.NewReader(plain))
	in.UseNumber()
	if err := in.Decode(&read); err != nil {
		t.Fatal(err)
	}
	return example(t, advertised(read, o.Input), false)
}

// advertised returns a value with only the members that the type of an input documents, by their own names.
func advertised(value any, in reflect.Type) any {
	for in.Kind() == reflect.Pointer {
		in = in.Elem()
	}
	switch v := value.(type) {
	case []any:
		for i := range v {
			if in.Kind() == reflect.Slice {
				v[i] = advertised(v[i], in.Elem())
			}
		}
	case map[string]any:
		if in.Kind() != reflect.Struct || reflect.PointerTo(in).Implements(reflect.TypeFor[json.Unmarshaler]()) {
			return v
		}
		out := map[string]any{}
		for _, f := range inputs.Fields(in) {
			for _, name := range f.Names() {
				if sent, found := v[name]; found && f.Tag.Get("hidden") != "true" {
					out[f.Name] = advertised(sent, f.Type)
				}
			}
		}
		return out
	}
	return value
}

// formFields reads a form.
func formFields(t *testing.T, media, body string) map[string]any {
	t.Helper()
	_, parameters, err := mime.ParseMediaType(media)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{}
	for r := multipart.NewReader(strings.NewReader(body), parameters["boundary"]); ; {
		part, err := r.NextPart()
		if err == io.EOF {
			return fields
		}
		if err != nil {
			t.Fatal(err)
		}
		value, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		if fields[part.FormName()] = string(value); part.FileName() != "" {
			fields[part.FormName()] = "the bytes of " + part.FileName()
		}
	}
}

// responseBody is an answer as an example. Files and empty answers have none.
func responseBody(t *testing.T, o *operations.Operation, answer apptest.Answer) json.RawMessage {
	t.Helper()
	if o.Response.Produces != "" || len(answer.Body) == 0 {
		return nil
	}
	return example(t, json.RawMessage(answer.Body), true)
}

// example makes a value fit for documents: without anything that differs between recordings, secrets and long texts. Lists of answers have
// one element. Members keep their order.
func example(t *testing.T, value any, cut bool) json.RawMessage {
	t.Helper()
	sent, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	in := json.NewDecoder(bytes.NewReader(sent))
	in.UseNumber()
	shown, err := plainValue(in, "", cut)
	if err != nil {
		t.Fatal(err)
	}
	return shown
}

// plainValue reads a value and returns its form for examples. name is its member, or the member of the list that it is in.
func plainValue(in *json.Decoder, name string, cut bool) (json.RawMessage, error) {
	token, err := in.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Delim:
		return plainParts(in, token, name, cut)
	case string:
		if token != "" && secret.MatchString(name) {
			token = "a long secret"
		}
		return shortJSON(plainText(token))
	}
	return shortJSON(token)
}

// plainParts reads the members of an object or the elements of a list, after its opening delimiter.
func plainParts(in *json.Decoder, begin json.Delim, name string, cut bool) (json.RawMessage, error) {
	out := []byte{byte(begin)}
	for n := 0; in.More(); n++ {
		if cut && begin == '[' && n > 0 {
			var dropped json.RawMessage
			if err := in.Decode(&dropped); err != nil {
				return nil, err
			}
			continue
		}
		if n > 0 {
			out = append(out, ',')
		}
		if begin == '{' {
			member, err := in.Token()
			if err != nil {
				return nil, err
			}
			name, _ = member.(string)
			key, err := shortJSON(name)
			if err != nil {
				return nil, err
			}
			out = append(append(out, key...), ':')
		}
		part, err := plainValue(in, name, cut)
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	end, err := in.Token()
	if err != nil {
		return nil, err
	}
	return append(out, byte(end.(json.Delim))), nil
}

// shortJSON prints a value without escapes for HTML.
func shortJSON(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// secret matches names of members whose values are secret.
var secret = regexp.MustCompile(`(?i)password|secret$|api_?key`)

// plain lists texts that differ between recordings, or are unreadable, with their replacements.
var plain = []struct {
	found *regexp.Regexp
	shown string
}{
	{regexp.MustCompile(`^eyJ[\w=-]{20,}\.[\w.=-]*$`), "TOKEN"},
	{regexp.MustCompile(`^eyJ[\w+/-]{20,}=*$`), "eyJUT0tFTiI6MX0="}, // an object in base64
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b`), "2026-03-01 10:20:30"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`), "2026-03-01T10:20:30Z"},
	{regexp.MustCompile(`http://127\.0\.0\.1:\d+`), "https://shop.example.com"},
	{regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "01234567-89ab-cdef-0123-456789abcdef"},
	{regexp.MustCompile(`\b[0-9a-f]{64}\b`), "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},
	{regexp.MustCompile(`\b[0-9a-f]{32}\b`), "0123456789abcdef0123456789abcdef"},
	{regexp.MustCompile(`-[0-9a-f]{16}\.`), "-0123456789abcdef."},
	{regexp.MustCompile(`^_h_[0-9a-f]{8}$`), "_h_01234567"},
	{regexp.MustCompile(`\bsecret=[A-Z2-7]+`), "secret=SECRET"},
	{regexp.MustCompile(` <&> \d+`), ""},
	{regexp.MustCompile(`^(service|admin)[a-z]\d{6}\.\d{9}$`), "warehouse"}, // a user name, see apptest
}

// longest bounds the length of texts in examples, in characters.
const longest = 300

func plainText(text string) string {
	for _, p := range plain {
		text = p.found.ReplaceAllString(text, p.shown)
	}
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest])
	}
	return text
}
