package transports_test

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"tradelog/test/apptest"
)

// TestDescriptionsComeFromMemory checks that a WSDL needs no query, and that WSDLs for different addresses differ in nothing else.
func TestDescriptionsComeFromMemory(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	for _, path := range []string{"/api/soap/", "/api/v2_soap/"} {
		known := c.Must(200, "GET", path+"?wsdl", nil).Body
		if !c.NeedsNoQuery(func() {
			if again := c.Must(200, "GET", path+"?wsdl", nil).Body; !bytes.Equal(again, known) {
				t.Errorf("%s differs the second time", path)
			}
		}) {
			t.Errorf("%s asks the database", path)
		}
		r, err := http.NewRequestWithContext(t.Context(), "GET", c.URL+path+"?wsdl", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "other.example"
		response, err := c.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var other bytes.Buffer
		if _, err := other.ReadFrom(response.Body); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(string(known), `location="`+c.URL, `location="http://other.example`); other.String() != want {
			t.Errorf("%s at another address: %s", path, &other)
		}
	}
}

// TestUpdatesNeedNoMember: entities of updates have no member that clients must send, in both forms of V2.
func TestUpdatesNeedNoMember(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	for _, form := range []string{"0", "1"} {
		c.Configure("api/config/compliance_wsi", form)
		wsdl := string(c.Must(200, "GET", "/api/v2_soap/?wsdl", nil).Body)
		found := 0
		for _, entity := range regexp.MustCompile(`<complexType name="(\w+)"><(?:all|sequence)>(.*?)</`).FindAllStringSubmatch(wsdl, -1) {
			if !regexp.MustCompile("UpdateEntity$|^catalogProductCreateEntity$|^customerAddressEntityCreate$").MatchString(entity[1]) {
				continue
			}
			found++
			for _, member := range regexp.MustCompile(`<element [^>]*>`).FindAllString(entity[2], -1) {
				if !strings.Contains(member, `minOccurs="0"`) {
					t.Errorf("%s of %s must be sent", member, entity[1])
				}
			}
		}
		if found != 4 {
			t.Errorf("%d entities are written", found)
		}
	}
}

// TestRefusedMessages sends messages that must not be read to every interface.
func TestRefusedMessages(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	login := envelope("<login><username>a</username><apiKey>b</apiKey></login>")
	for name, document := range map[string]string{
		"no XML":          "{}",
		"nothing":         "",
		"entities":        `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + strings.Replace(login, ">a<", ">&b;<", 1),
		"an external one": `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>` + strings.Replace(login, ">a<", ">&a;<", 1),
		"depth":           envelope(strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100)),
		"attributes":      envelope("<a" + strings.Repeat(` a=""`, 10_000) + "/>"),
		"UTF-16":          "\xff\xfe<\x00a\x00/\x00>\x00",
		"declared UTF-16": strings.Replace(login, "UTF-8", "UTF-16", 1),
		"an encoding":     strings.Replace(login, "UTF-8", "windows-31j", 1),
		"not UTF-8":       strings.Replace(login, ">a<", ">\xe4<", 1),
		"NUL":             strings.Replace(login, ">a<", ">\x00<", 1),
		"cut off":         login[:len(login)/2],
	} {
		for _, path := range []string{"/api/soap/", "/api/v2_soap", "/api/xmlrpc", "/api/jsonrpc"} {
			status, want := 400, "<faultcode>SOAP-ENV:Client</faultcode>"
			if strings.HasSuffix(path, "rpc") {
				status, want = 200, "-32"
			}
			if path == "/api/jsonrpc" && name == "no XML" {
				want = "-32600"
			}
			if a := c.Do("POST", path, document, "Content-Type", "text/xml"); a.Status != status || !bytes.Contains(a.Body, []byte(want)) {
				t.Errorf("%s at %s: %d %.300s", name, path, a.Status, a.Body)
			}
		}
	}
	declared := strings.Replace(login, "UTF-8", "ISO-8859-1", 1)
	if a := c.Do("POST", "/api/soap", strings.Replace(declared, ">a<", ">\xe4<", 1)); !bytes.Contains(a.Body, []byte("Access denied")) {
		t.Errorf("Latin 1: %s", a.Body)
	}
	for _, path := range []string{"/api/xmlrpc", "/api/jsonrpc"} {
		if a := c.Do("POST", path, strings.Repeat("x", 29<<20)); a.Status != 200 || !bytes.Contains(a.Body, []byte("needs a session")) {
			t.Errorf("a large body at %s: %d %.300s", path, a.Status, a.Body)
		}
	}
}

// TestListsComeFromMemory checks that a cached list needs no query, and shows a change at once.
func TestListsComeFromMemory(t *testing.T) {
	t.Parallel()
	c := startSOAP(t, apptest.WithClock(apptest.NewClock()))
	admin := apptest.Bearer(c.Admin("all"))
	product := c.Must(201, "POST", "/products", map[string]any{"sku": "LAMP", "name": "Lamp", "price": 5}, admin...).Object(t)["id"]
	picture := c.Must(201, "POST", fmt.Sprintf("/products/%v/media", product), map[string]any{"base64": pixels(t), "label": "Front"},
		admin...).Object(t)
	asked := func() string { return c.call("product_media.list", list("LAMP")) }
	known := asked()
	if !strings.Contains(known, "label=Front") || !c.NeedsNoQuery(func() { c.want("again", asked(), known) }) {
		t.Errorf("the list asks the database: %s", known)
	}
	c.Must(200, "PUT", fmt.Sprintf("/products/%v/media", product), map[string]any{"id": picture["id"], "label": "Back"}, admin...)
	c.want("changed", asked(), strings.Replace(known, "Front", "Back", 1))
}
