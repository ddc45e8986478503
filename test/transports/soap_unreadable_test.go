package transports_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestUnreadableTextsAreRefused sends NUL and broken UTF-8 as every argument of every method, over SOAP V1 and V2, XML-RPC and JSON-RPC. No
// answer is an internal error.
func TestUnreadableTextsAreRefused(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	sound := func(how, answer string) {
		t.Helper()
		listed := strings.HasPrefix(answer, "{globalFaultsReturn=") // its message is in the answer
		if answer == "" || !listed && strings.Contains(answer, "Internal Error") || strings.Contains(answer, "An internal error") {
			t.Errorf("%s: %.300s", how, answer)
		}
	}
	methods := map[string]bool{}
	resources := c.text(c.send("/api/soap", "<resources><sessionId>"+c.session+"</sessionId></resources>"))
	for _, path := range regexp.MustCompile(`path=([a-z_]+\.[A-Za-z]+)`).FindAllStringSubmatch(resources, -1) {
		methods[path[1]] = true
	}
	if len(methods) < 30 {
		t.Fatalf("%d methods in %.500s", len(methods), resources)
	}
	wsdl := string(c.Must(200, "GET", "/api/v2_soap?wsdl", nil).Body)
	parts := map[string]bool{}
	for _, part := range regexp.MustCompile(`<part name="([A-Za-z]+)" type="xsd:`).FindAllStringSubmatch(wsdl, -1) {
		parts[part[1]] = part[1] != "sessionId"
	}
	operations := regexp.MustCompile(`<operation name="([a-z]+[A-Z][A-Za-z]+)"`).FindAllStringSubmatch(wsdl, -1)
	if len(operations) < 50 || len(parts) < 10 {
		t.Fatalf("%d operations and %d parts", len(operations), len(parts))
	}
	// NUL, NUL within a text, and broken UTF-8, as JSON and in base64, which XML can contain.
	for json, base64 := range map[string]string{`\u0000`: "AA==", `a\u0000b`: "YQBi", "\xff": "/w==", "\xc3(": "wyg="} {
		item := `<item xsi:type="xsd:base64Binary">` + base64 + "</item>"
		value := "<value><base64>" + base64 + "</base64></value>"
		for path := range methods {
			sound("V1 "+path, c.call(path, `<args xsi:type="Array">`+strings.Repeat(item, 5)+"</args>"))
			sound("XML-RPC "+path, string(c.Do("POST", "/api/xmlrpc", "<methodCall><methodName>call</methodName><params><param><value><string>"+
				c.session+"</string></value></param><param><value><string>"+path+"</string></value></param><param><value><array><data>"+
				strings.Repeat(value, 5)+"</data></array></value></param></params></methodCall>", "Content-Type", "text/xml").Body))
			message := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"call","params":[%q,%q,["%s"]]}`, c.session, path,
				strings.Join([]string{json, json, json, json, json}, `","`))
			sound("JSON-RPC "+path, string(c.Do("POST", "/api/jsonrpc", message, "Content-Type", "application/json").Body))
		}
		all := ""
		for part, sent := range parts {
			if sent {
				all += "<" + part + ` xsi:type="xsd:base64Binary">` + base64 + "</" + part + ">"
			}
		}
		for _, o := range operations {
			if o[1] != "endSession" && o[1] != "startSession" {
				sound("V2 "+o[1], c.v2(o[1], all))
			}
		}
	}
	for _, bad := range []string{"\xff", "\x00", "&#0;"} {
		for _, path := range []string{"/api/soap", "/api/v2_soap", "/api/xmlrpc"} {
			a := c.Do("POST", path, envelope("<login><username>"+bad+"</username></login>"), "Content-Type", "text/xml; charset=utf-8")
			sound(path, string(a.Body))
		}
	}
}
