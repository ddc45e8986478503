// Package conformance_test tests the shop with independent programs. A subject has its tests in files that begin with its name, and a
// folder with their programs, mostly a project of Node. The names of its tests begin with the subject, too:
//
//	TRADELOG_TEST=conformance go test ./test/conformance -run '^TestMCP'
//
// The subjects are:
//
//   - Console: Chromium opens every page, follows its links and uses its forms. A page must have no error of the browser, no request to
//     others, no excessive width, and no violation of WCAG 2.2 AA that axe finds. The scenarios are in console/pages_*.mjs. The pictures
//     of the README are made there too (make pictures).
//   - EInvoice: xmllint validates electronic invoices against the official schema of Factur-X, profile EN 16931, which is a part of the
//     schema CII D16B. factur-x-kit reads them and checks the business rules of EN 16931. The rules of CEN and KoSIT, and the schemas of
//     UBL, are run where the folder that TRADELOG_EN16931 names has them.
//   - ESDB: official clients make every call that a server of EventStoreDB answers: the Go client, and two Node clients. The server is the
//     one of this program, or the one that TRADELOG_TEST_ESDB names by a connection string.
//   - GraphQL: Apollo Client, urql, graphql-request, graphql-ws and graphql-sse, with types that graphql-codegen makes from the schema, the
//     reference implementation's builder of schemas, and GraphiQL in Chromium.
//   - HTTP: two linters must accept the OpenAPI document. A generator makes a Go client of it, whose code must compile. A headless browser
//     uses the page of the API.
//   - Live: three implementations of EventSource follow the feed of changes through lost connections: the npm package, that of Node, and
//     Chromium's.
//   - MCP: the official TypeScript clients, the inspector, and the official conformance suite.
//   - OAuth: the official TypeScript client of the Model Context Protocol connects by the URL of a shop alone, with a person in Chromium.
//   - Webhook: a receiver verifies signatures with the official library of Standard Webhooks and reads events with the official SDK of
//     CloudEvents.
//
// The folder soap has independent SOAP clients. Tests of the transports call all methods with them.
package conformance_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"

	"tradelog/app/office"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

const scripts = "../../scripts"

func TestMain(m *testing.M) {
	apptest.Always(apptest.WithConfig(office.Add))
	pgtest.Main(m)
}

type fields = salestest.Fields

// node prepares a program of a subject's project. It runs in the copy of the project that has its modules.
func node(t *testing.T, subject string, args ...string) *exec.Cmd {
	t.Helper()
	program, project := suite.Node(t, scripts, subject)
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = project
	return cmd
}

// run runs a program, which must succeed. It returns its standard output and its standard error.
func run(t *testing.T, cmd *exec.Cmd) (printed, said string) {
	t.Helper()
	var out, beside bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &beside
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%.20000s%.20000s", cmd.Args, err, &out, &beside)
	}
	return out.String(), beside.String()
}

// answer runs a program of a subject's project that prints JSON, and returns that.
func answer[T any](t *testing.T, subject string, args ...string) (got T) {
	t.Helper()
	out, said := run(t, node(t, subject, args...))
	if said != "" {
		t.Log(said)
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return got
}

// chromium is the path of the browser.
func chromium(t *testing.T) string {
	t.Helper()
	return suite.Program(t, scripts+"/chromium.sh")[0]
}
