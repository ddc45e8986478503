package representation

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/inputs"
)

// everything has a member of each kind.
type everything struct {
	ID       string                         `path:"id"`
	Search   string                         `query:"search" alias:"q"`
	Sort     *string                        `query:"sort"`
	Page     int64                          `query:"page"`
	Name     string                         `json:"name" alias:"title"`
	Comment  *string                        `json:"comment" lines:"many"`
	Tags     []string                       `json:"tags"`
	Map      map[string]string              `json:"map"`
	Any      map[string]any                 `json:"any"`
	Raw      json.RawMessage                `json:"raw"`
	Free     map[string]json.RawMessage     `json:"free" lines:"own"`
	Note     inputs.Nullable[string]        `json:"note" nonnull:"true"`
	Text     inputs.Text                    `json:"text"`
	Street   inputs.Lines                   `json:"street" lines:"own"`
	Loose    inputs.Lenient                 `json:"loose"`
	Price    *money.Decimal                 `json:"price"`
	Weight   inputs.Nullable[money.Decimal] `json:"weight" nonnull:"true"`
	Children []struct {
		Name    string         `json:"name"`
		Comment string         `json:"comment" lines:"many"`
		Price   money.Decimal  `json:"price"`
		Qty     inputs.Lenient `json:"qty"`
	} `json:"children"`
}

// bound binds a body, path variables and query parameters.
func bound(body, id string, query url.Values) (everything, error) {
	var in everything
	members, err := bodies.Object([]byte(body))
	if err != nil {
		return in, err
	}
	from := &Input{Variables: map[string]string{"id": id}, Query: query}
	return in, from.bind(&operations.Call{Principal: &operations.Principal{}}, members, nil, reflect.ValueOf(&in).Elem())
}

func oneLine(name string) string {
	return fmt.Sprintf("The %q attribute must be one line without control characters.", name)
}

// TestLinesOfMembers checks that strings are one line unless their tags allow more, at any depth.
func TestLinesOfMembers(t *testing.T) {
	t.Parallel()
	unstorable := func(name string) string {
		return fmt.Sprintf("The %q attribute has characters that cannot be stored.", name)
	}
	manyLines := func(name string) string {
		return fmt.Sprintf("The %q attribute must not have control characters other than tabs and line breaks.", name)
	}
	for body, want := range map[string]string{
		`[]`: "",
		`{"name":"Mug ä 😀 \ud83d\ude00","comment":"a\tb\r\nc","tags":["x"],"map":{"k":"v"},"any":{"k":["v",1,null]},"raw":["v"],"note":"n",` +
			`"text":"t"}`: "",
		`{"free":{"k":"a\nb"},"street":"1 Main St\nDoor 2","children":[{"name":"n","comment":"a\nb"}]}`: "",
		`{"street":["1 Main St","Door 2"],"unknown":"a\nb"}`:                                            "",

		`{"name":"a\nb"}`: oneLine("name"), `{"name":"a\tb"}`: oneLine("name"), `{"name":"\u001b[31m"}`: oneLine("name"),
		`{"name":"a\u0007"}`: oneLine("name"), "{\"name\":\"a\x7f\"}": oneLine("name"), `{"name":"a\u0085b"}`: oneLine("name"),
		`{"name":"a\u2028b"}`: oneLine("name"), `{"title":"a\r"}`: oneLine("title"),
		`{"name":"a\u0000"}`: unstorable("name"), `{"comment":"a\u0000"}`: unstorable("comment"), `{"comment":"a\u001b"}`: manyLines("comment"),
		`{"tags":["x","a\nb"]}`: oneLine("tags[1]"), `{"map":{"k":"a\nb"}}`: oneLine("map.k"), `{"map":{"a\nb":"v"}}`: oneLine("map"),
		`{"any":{"k":{"l":["a\nb"]}}}`: oneLine("any.k"), `{"raw":[{"title":"a\nb"}]}`: oneLine("raw"), `{"note":"a\nb"}`: oneLine("note"),
		`{"text":"a\nb"}`:                 oneLine("text"),
		`{"street":["1 Main St","a\nb"]}`: `The "street" attribute is not valid: each line must be one line without control characters.`,
		`{"street":"a\u001bb"}`:           `The "street" attribute is not valid: each line must be one line without control characters.`,
		`{"children":[{"name":"a\nb"}]}`:  oneLine("children[0].name"), `{"children":[{"comment":"\u0001"}]}`: manyLines("children[0].comment"),
	} {
		if _, err := bound(body, "", nil); fmt.Sprint(err) != printed(want) {
			t.Errorf("%s: %v, want %s", body, err, printed(want))
		}
	}
}

// TestEveryViolation: a body is read to its end, and each unreadable value is reported with its path and its rule.
func TestEveryViolation(t *testing.T) {
	t.Parallel()
	const body = `{"name":1,"comment":"a\u0000","tags":["x",2,"y",3],"map":{"a":"b","c":true},"price":1e99,"street":[1],` +
		`"children":[{"name":"ok"},{"name":[],"price":"1","qty":0.00001},7],"weight":0.00001,"text":"ok"}`
	_, err := bound(body, "1", url.Values{"search": {"a\nb"}})
	f, _ := fault.As(err)
	want := []string{
		"search format", "name type", "comment format", "tags[1] type", "tags[3] type", "map.c type", "street format", "price range",
		"weight range", "children[1].name type", "children[1].price type", "children[1].qty range", "children[2] type",
	}
	var got []string
	for _, v := range f.Violations() {
		got = append(got, v.Field+" "+string(v.Code))
		if !strings.Contains(v.Message, fmt.Sprintf("%q", v.Field)) {
			t.Errorf("the message about %s is %q", v.Field, v.Message)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if first := f.Violations()[0]; f.Message != first.Message || f.Field() != "search" {
		t.Errorf("the failure is about %s: %s", f.Field(), f.Message)
	}
	answer := Failure(f, false)
	if start := `{"error":"bad_request","message":"The \"search\" parameter must be UTF-8 text of one line without control characters.",` +
		`"code":400,"violations":[{"field":"search","code":"format",`; !strings.HasPrefix(string(answer.Body), start) {
		t.Errorf("%s", answer.Body)
	}
}

// printed formats an error with a message, or returns "".
func printed(message string) string {
	if message == "" {
		return "<nil>"
	}
	return message
}

// TestLinesOfParameters checks that query text is one line and that an invalid name is not found. Numbers stay lenient.
func TestLinesOfParameters(t *testing.T) {
	t.Parallel()
	refused := func(name string) string {
		return fmt.Sprintf("The %q parameter must be UTF-8 text of one line without control characters.", name)
	}
	for _, c := range []struct {
		id, name, value, want string
	}{
		{"DE", "search", "Mug ä", ""}, {"DE", "q", "Mug", ""}, {"DE", "page", "1\n", ""}, {"DE", "page", "\xff", ""},
		{"DE", "unknown", "\x00", ""}, {"DE", "search", "a\nb", refused("search")}, {"DE", "q", "\xff", refused("q")},
		{"DE", "sort", "\x00", refused("sort")}, {"D\x00E", "", "", "Not Found"}, {"\xff", "", "", "Not Found"},
	} {
		if _, err := bound("{}", c.id, url.Values{c.name: {c.value}}); fmt.Sprint(err) != printed(c.want) {
			t.Errorf("%q %s=%q: %v, want %s", c.id, c.name, c.value, err, printed(c.want))
		}
	}
}

// TestPlacesOfNumbers checks that no number is stored inexactly. Lenient fields read other values as 0.
func TestPlacesOfNumbers(t *testing.T) {
	t.Parallel()
	field := func(name string) string {
		return fmt.Sprintf("The value of the %q attribute must have at most 4 decimal places.", name)
	}
	outOfRange := func(name string) string { return fmt.Sprintf("The value of the %q attribute is out of range.", name) }
	for body, want := range map[string]string{
		`{"price":0.0001,"loose":"2.5000000","weight":1e-4}`: "", `{"price":1.50000}`: "", `{"price":12e-3}`: "", `{"loose":"x"}`: "",
		`{"loose":true}`: "", `{"loose":1e99}`: "", `{"weight":null}`: "", `{"price":0.00001}`: field("price"),
		`{"price":1e-5}`: field("price"), `{"price":0.30000000000000004}`: field("price"), `{"weight":1.23456}`: field("weight"),
		`{"loose":0.00001}`: field("loose"), `{"loose":"0.00001"}`: field("loose"), `{"loose":-1.00005}`: field("loose"),
		`{"loose":1e-30}`: field("loose"), `{"children":[{"price":0.00001}]}`: field("children[0].price"),
		`{"children":[{"qty":"1.00001"}]}`: field("children[0].qty"), `{"price":100000000}`: outOfRange("price"),
		`{"price":1e99}`: outOfRange("price"),
	} {
		if _, err := bound(body, "", nil); fmt.Sprint(err) != printed(want) {
			t.Errorf("%s: %v, want %s", body, err, printed(want))
		}
	}
	in, err := bound(`{"loose":"-1e99","price":2.50000,"children":[{"qty":"no number"},{"qty":true},{"qty":1e99},{}]}`, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{in.Loose.Or(money.One).String(), in.Price.String()}
	for _, child := range in.Children {
		got = append(got, child.Qty.Or(money.One).String())
	}
	if text := strings.Join(got, " "); text != "-99999999.9999 2.5 0 0 99999999.9999 1" {
		t.Errorf("read as %s", text)
	}
}
