package transports_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tradelog/app"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// bearing sends a token with every request.
type bearing string

func (b bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if b != "" {
		r.Header.Set("Authorization", "Bearer "+string(b))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// connect connects the official client. tools are those of the URL, such as support; empty for all.
func connect(t *testing.T, s *apptest.Shop, tools, token string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	url := s.URL + "/api/mcp"
	if tools != "" {
		url += "?tools=" + tools
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "assistant", Version: "1.0"}, options)
	transport := &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearing(token)}}
	session, err := client.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// code returns the code and the message of a refusal.
func code(err error) string {
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) {
		return fmt.Sprint(err)
	}
	return fmt.Sprintf("%d %s", refused.Code, refused.Message)
}

// TestPromptsAreOffered to callers who may use their tools, and name tools that exist.
func TestPromptsAreOffered(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	token := s.Service([]string{"all"})
	for tools, want := range map[string]string{
		"support": "[orders-to-ship refund-line why-on-hold]", "fulfilment": "[orders-to-ship restock]", "marketing": "[draft-coupon]",
		"read-only": "[orders-to-ship why-on-hold]", "": "[]",
	} {
		list, err := connect(t, s, tools, token, nil).ListPrompts(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, p := range list.Prompts {
			names = append(names, p.Name)
		}
		if fmt.Sprint(names) != want {
			t.Errorf("with %q: %v, want %s", tools, names, want)
		}
	}
	session := connect(t, s, "support", token, nil)
	for _, c := range []struct {
		name      string
		arguments map[string]string
		want      string // of the text, or the refusal
	}{
		{"orders-to-ship", nil, "this day are paid and not shipped: yesterday (UTC)?"},
		{"refund-line", map[string]string{"order": "100000007", "sku": "MUG", "qty": "2"},
			"Refund the line MUG of order 100000007; quantity: 2."},
		{"why-on-hold", map[string]string{"order": " "},
			"-32602 The prompt why-on-hold needs the argument order: number of the order (increment ID)."},
		{"restock", nil, `-32002 Prompt not found: "restock".`},
		{"nothing", nil, `-32002 Prompt not found: "nothing".`},
	} {
		got, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: c.name, Arguments: c.arguments})
		if err != nil {
			if code(err) != c.want {
				t.Errorf("%s: %s", c.name, code(err))
			}
			continue
		}
		text := got.Messages[0].Content.(*mcp.TextContent).Text
		if !strings.Contains(text, c.want) || strings.ContainsAny(text, "{}") {
			t.Errorf("%s: %q", c.name, text)
		}
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
			if strings.Count(word, "_") > 1 && s.Pipeline.Registry.ByTool(word) == nil {
				t.Errorf("%s names %s, which is no tool", c.name, word)
			}
		}
	}
}

// TestRestockAsksForWhatIsLow: the prompt lists products with low stock, or those below a given quantity.
func TestRestockAsksForWhatIsLow(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	session := connect(t, s, "fulfilment", s.Service([]string{"all"}), nil)
	for below, want := range map[string]string{"": "(low=true, itemsPerPage=100)", " 3 ": "(below=3, itemsPerPage=100)"} {
		got, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "restock", Arguments: map[string]string{"below": below}})
		if err != nil {
			t.Fatal(err)
		}
		if text := got.Messages[0].Content.(*mcp.TextContent).Text; !strings.Contains(text, want) || strings.ContainsAny(text, "{}") {
			t.Errorf("below %q: %q", below, text)
		}
	}
}

// TestResources: the data of a reading tool can be read as a resource, with the same rights.
func TestResources(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	id := order(t, s, "MUG", 2)
	session := connect(t, s, "support", s.Service([]string{"orders/read"}), nil)
	list, err := session.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	templates, err := session.ListResourceTemplates(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var uris []string
	for _, r := range list.Resources {
		uris = append(uris, r.URI)
	}
	if fmt.Sprint(uris) != "[tradelog://shop/reviews tradelog://shop/orders]" { // approved reviews are public
		t.Errorf("resources %v", uris)
	}
	known := map[string]bool{}
	for _, r := range templates.ResourceTemplates {
		known[r.URITemplate] = true
	}
	if !known["tradelog://shop/orders/{id}"] || known["tradelog://shop/customers/{id}"] {
		t.Errorf("templates %v", known)
	}
	read := func(uri string) string {
		got, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			return code(err)
		}
		if c := got.Contents[0]; c.URI != uri || c.MIMEType != "application/ld+json" {
			t.Errorf("%s is %+v", uri, c)
		}
		return got.Contents[0].Text
	}
	rest := s.Must(200, "GET", fmt.Sprintf("/api/rest/v2/orders/%d", id), nil,
		append(apptest.Bearer(s.Service([]string{"orders/read"})), "Accept", "application/ld+json")...)
	if got := read(fmt.Sprintf("tradelog://shop/orders/%d", id)); got != string(rest.Body) {
		t.Errorf("the order is %s", got)
	}
	if got := read("tradelog://shop/orders?state=holded"); got != `{"note":"0 of 0 rows.","totalItems":0,"member":[]}` {
		t.Errorf("orders on hold: %s", got)
	}
	if got := read("tradelog://shop/orders"); !strings.Contains(got, `"note":"1 of 1 rows. Rows are brief;`) {
		t.Errorf("orders: %s", got)
	}
	for uri, want := range map[string]string{
		"tradelog://shop/orders/999": `-32002 Resource not found for uri: "tradelog://shop/orders/999".`,
		"tradelog://shop/nothing":    `-32002 Resource not found for uri: "tradelog://shop/nothing".`,
		"tradelog://shop/orders/%zz": `-32002 Resource not found for uri: "tradelog://shop/orders/%zz".`,
		"https://example.com/x":      `-32002 Resource not found for uri: "https://example.com/x".`,
	} {
		if got := read(uri); got != want {
			t.Errorf("%s: %s", uri, got)
		}
	}
	if got := read("tradelog://shop/customers/1"); !strings.HasPrefix(got, "-32603 ") {
		t.Errorf("a customer: %s", got)
	}
}

// TestFollowing: a client that follows an order and a stock is notified of their changes, and of no others.
func TestFollowing(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	first, second := order(t, s, "MUG", 1), order(t, s, "MUG", 2)
	token := s.Service([]string{"all"})
	updated := make(chan string, 100)
	session := connect(t, s, "read-only", token, &mcp.ClientOptions{
		ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { updated <- r.Params.URI },
	})
	if c := session.InitializeResult().Capabilities.Resources; c == nil || !c.Subscribe {
		t.Errorf("capabilities %+v", c)
	}
	its, stock := fmt.Sprintf("tradelog://shop/orders/%d", second), "tradelog://shop/inventory?sku=MUG"
	for _, uri := range []string{its, stock} {
		if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
			t.Fatalf("%s: %v", uri, err)
		}
	}
	service := apptest.Bearer(token)
	comment := func(id int64) {
		s.Must(201, "POST", fmt.Sprintf("/api/rest/v2/orders/%d/comments", id), object{"comment": "Looked at"}, service...)
	}
	next := func(want string) {
		t.Helper()
		select {
		case got := <-updated:
			if got != want {
				t.Errorf("%s was told, want %s", got, want)
			}
		case <-t.Context().Done():
			t.Fatalf("%s was not told", want)
		}
	}
	comment(first)
	comment(second)
	next(its)
	s.Must(200, "PUT", "/api/rest/v2/inventory", object{"sku": "MUG", "qty": 7}, service...)
	next(stock)
	if err := session.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: its}); err != nil {
		t.Fatal(err)
	}
	comment(second)
	s.Must(200, "PUT", "/api/rest/v2/inventory", object{"sku": "MUG", "qty": 8}, service...)
	next(stock)
	for uri, want := range map[string]string{
		"tradelog://shop/orders/999": `-32002 Resource not found for uri: "tradelog://shop/orders/999".`,
		"tradelog://shop/changes":    "-32603 This resource cannot be followed. Read it again from time to time.",
	} {
		if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); code(err) != want {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

// TestCompletion proposes existing values that the caller may see.
func TestCompletion(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	for _, sku := range []string{"MUG-1", "MUG-2", "CAP-1"} {
		product(t, s, sku, "19.99", 100)
	}
	id := order(t, s, "MUG-1", 1)
	number := s.Must(200, "GET", fmt.Sprintf("/api/rest/v2/orders/%d", id), nil, apptest.Bearer(s.Service([]string{"all"}))...).
		Object(t)["incrementId"].(string)
	prompt := func(name string) *mcp.CompleteReference {
		return &mcp.CompleteReference{Type: "ref/prompt", Name: name}
	}
	template := func(uri string) *mcp.CompleteReference {
		return &mcp.CompleteReference{Type: "ref/resource", URI: "tradelog://shop" + uri}
	}
	all, orders := s.Service([]string{"all"}), s.Service([]string{"orders/read"})
	for _, c := range []struct {
		tools, token string
		ref          *mcp.CompleteReference
		name, typed  string
		want         string
	}{
		{"support", all, prompt("why-on-hold"), "order", number[:3], "[" + number + "]"},
		{"support", all, prompt("why-on-hold"), "order", "x", "[]"},
		{"support", all, prompt("why-on-hold"), "nothing", "", "[]"},
		{"marketing", all, prompt("draft-coupon"), "group", "w", "[Wholesale]"},
		{"read-only", all, template("/orders/{id}"), "id", "", fmt.Sprintf("[%d]", id)},
		{"read-only", orders, template("/orders/{id}"), "id", "9", "[]"},
		{"support", orders, template("/customers/{id}"), "id", "", `-32002 Resource not found for uri: "tradelog://shop/customers/{id}".`},
		{"support", orders, prompt("nothing"), "id", "", `-32002 Prompt not found: "nothing".`},
	} {
		got, err := connect(t, s, c.tools, c.token, nil).Complete(t.Context(), &mcp.CompleteParams{
			Ref: c.ref, Argument: mcp.CompleteParamsArgument{Name: c.name, Value: c.typed},
		})
		said := code(err)
		if err == nil {
			said = fmt.Sprint(got.Completion.Values)
		}
		if said != c.want {
			t.Errorf("%+v %s %q: %s, want %s", c.ref, c.name, c.typed, said, c.want)
		}
	}
}

// TestConsent: a person is asked before an effect that cannot be undone, with its description. Without consent nothing changes.
func TestConsent(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	id := order(t, s, "MUG", 3)
	token := s.Service([]string{"all"})
	s.Must(201, "POST", fmt.Sprintf("/api/rest/v2/orders/%d/invoices", id), object{}, apptest.Bearer(token)...)
	var questions []string
	action, meanwhile := "decline", func() {}
	asked := &mcp.ClientOptions{
		ElicitationHandler: func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			questions = append(questions, r.Params.Message)
			meanwhile()
			return &mcp.ElicitResult{Action: action}, nil
		},
	}
	session := connect(t, s, "support", token, asked)
	var shown map[string]any
	refund := func(session *mcp.ClientSession, arguments object) string {
		arguments["orderId"], arguments["items"] = id, []object{{"orderItemId": 1, "qty": 1}}
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "sales_orders_credit_memos_create", Arguments: arguments})
		if err != nil {
			return code(err)
		}
		shown, _ = result.StructuredContent.(map[string]any)
		return "done"
	}
	memos := func() int {
		return len(s.Must(200, "GET", fmt.Sprintf("/api/rest/v2/orders/%d/credit-memos", id), nil, apptest.Bearer(token)...).List(t))
	}
	if got := refund(session, object{"dryRun": true}); got != "done" || len(questions) != 0 {
		t.Errorf("a dry run: %s %q", got, questions)
	}
	for _, action = range []string{"decline", "cancel"} {
		if got := refund(session, object{}); got != "-32603 The person at the client did not agree. Nothing was changed." || memos() != 0 {
			t.Errorf("%s: %s, %d credit memos", action, got, memos())
		}
	}
	action = "accept"
	if got := refund(session, object{"shippingAmount": 0}); got != "done" || memos() != 1 {
		t.Errorf("accepted: %s, %d credit memos", got, memos())
	}
	if len(questions) != 3 {
		t.Fatalf("questions %q", questions)
	}
	for _, want := range []string{
		fmt.Sprintf("Refund an order (orderId %d)? A refund cannot be taken back.", id), "grandTotal 19.99", "No shipping is refunded",
	} {
		if !strings.Contains(questions[2], want) {
			t.Errorf("%q does not say %q", questions[2], want)
		}
	}
	// Consent is for the state of the order that was shown.
	meanwhile = func() {
		s.Must(201, "POST", fmt.Sprintf("/api/rest/v2/orders/%d/comments", id), object{"comment": "Wait"}, apptest.Bearer(token)...)
	}
	if got := refund(session, object{"shippingAmount": 0}); !strings.Contains(got, "is not the one that If-Match names") || memos() != 1 {
		t.Errorf("after a change: %s, %d credit memos", got, memos())
	}
	meanwhile, questions = func() {}, questions[:3]
	// A call that is refused anyway asks for no consent, nor does one from a client that cannot ask.
	if got := refund(session, object{"shippingAmount": 1000}); !strings.HasPrefix(got, "-32603 ") || len(questions) != 3 {
		t.Errorf("too much: %s %q", got, questions[3:])
	}
	onlyURLs := connect(t, s, "support", token, &mcp.ClientOptions{
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{URL: &mcp.URLElicitationCapabilities{}}},
	})
	for i, without := range []*mcp.ClientSession{onlyURLs, connect(t, s, "support", token, nil)} { // they get a preview first
		arguments := object{"shippingAmount": 0, "comment": "Not asked"}
		if got := refund(without, arguments); got != "done" || memos() != 1+i {
			t.Errorf("a client that cannot ask: %s, %d credit memos", got, memos())
		}
		arguments["confirm"] = shown["confirm"]
		if got := refund(without, arguments); got != "done" || memos() != 2+i {
			t.Errorf("with the word of the preview: %s, %d credit memos", got, memos())
		}
	}
	// The question whether to forget a person lists the data that are deleted and kept.
	questions, action = nil, "decline"
	who := s.Must(201, "POST", "/api/rest/v2/customers", object{"email": "anna@example.com", "firstname": "A", "lastname": "B",
		"password": "a-long-password-1"}, apptest.Bearer(token)...).Object(t)["id"]
	_, err := connect(t, s, "customers_*", token, asked).CallTool(t.Context(), &mcp.CallToolParams{
		Name: "customers_customers_forget_create", Arguments: object{"id": who}})
	if err == nil || len(questions) != 1 {
		t.Fatalf("forgetting asks %q, %v", questions, err)
	}
	for _, want := range []string{"Nothing brings the personal data back.", "- account (1): deleted. Name, password", "- keys (1): deleted.",
		"- backups: kept."} {
		if !strings.Contains(questions[0], want) {
			t.Errorf("%q does not say %q", questions[0], want)
		}
	}
}

// slow is a module with an operation that runs until it is released.
func slow(release <-chan struct{}, began chan<- struct{}, ended chan<- error) app.Module {
	return app.Module{Name: "slow", Operations: func(app.Services) []*operations.Operation {
		return []*operations.Operation{operations.Define(operations.Declaration{
			Resource: &operations.Resource{Name: "Work", Section: "test"}, Verb: operations.Get, Method: "GET", Path: "/slow-work",
			Tool: operations.Tool{Name: "test_slow_work"}, Access: operations.Public.Access(), Extra: true, Summary: "Work slowly",
			Doc: "Works until it is released.",
		}, func(ctx context.Context, _ *operations.Call, _ operations.None) (documents.Bare[string], error) {
			began <- struct{}{}
			select {
			case <-release:
			case <-ctx.Done():
				ended <- context.Cause(ctx)
				return nil, ctx.Err()
			}
			return documents.Plainly("done")
		})}
	}}
}

// TestProgress is reported during a long call, to a client that requests it.
func TestProgress(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	release, began := make(chan struct{}), make(chan struct{}, 1)
	s := startMCP(t, apptest.WithModules(slow(release, began, nil)))
	told := make(chan float64, 100)
	session := connect(t, s, "test_slow_work", "", &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			if r.Params.ProgressToken == "token-1" {
				told <- r.Params.Progress
			}
		},
	})
	params := &mcp.CallToolParams{Name: "test_slow_work"}
	params.SetProgressToken("token-1")
	done := make(chan string, 1)
	go func() {
		result, err := session.CallTool(t.Context(), params)
		if err != nil {
			done <- code(err)
			return
		}
		done <- result.Content[0].(*mcp.TextContent).Text
	}()
	<-began
	if first, second := <-told, <-told; first <= 0 || second <= first {
		t.Errorf("progress %v, then %v", first, second)
	}
	close(release)
	if got := <-done; got != `"done"` {
		t.Errorf("the result is %s", got)
	}
}

// TestCancelling ends a call at the shop, and the session continues.
func TestCancelling(t *testing.T) {
	t.Parallel()
	began, ended := make(chan struct{}, 1), make(chan error, 1)
	s := startMCP(t, apptest.WithModules(slow(nil, began, ended)))
	session := connect(t, s, "test_slow_work,read-only", "", nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "test_slow_work"})
		done <- err
	}()
	<-began
	cancel()
	if err := <-ended; err == nil {
		t.Error("the call was not cancelled")
	}
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the client has %v", err)
	}
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "catalog_products_list"}); err != nil {
		t.Errorf("after it: %v", err)
	}
}
