package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/test/apptest"
	"tradelog/test/histories"
	"tradelog/test/suite"
)

// mark is part of every hostile text, so that events with such a text are found in the log.
const mark = histories.Mark

// ownTexts maps the event types whose texts no caller writes to the origin of the texts.
var ownTexts = map[string]string{
	"AccountPersonForgotten":     "subjects",
	"AccountSecretsReplaced":     "hashes",
	"AccountTwoFactorPrepared":   "the secret",
	"CartCheckoutAborted":        "the reason, one of a few",
	"CartCheckoutStarted":        "the increment ID",
	"CartCouponApplied":          "a code of letters, digits, dashes and underscores",
	"CartCouponRemoved":          "such a code",
	"CartCreated":                "the masked ID",
	"ClaimReleased":              "stream names",
	"ClaimTaken":                 "stream names",
	"ConfigCreated":              "none is made: settings are changes from the first one on",
	"CustomerIdentityLinked":     "the provider's identifier",
	"CustomerPersonForgotten":    "subjects",
	"CustomerTwoFactorPrepared":  "the secret",
	"GiftCardChargeUndone":       "the state, and a comment with the order's number",
	"GiftCardCharged":            "the state, and a comment with the order's number",
	"GiftCardCredited":           "the state, and a comment with the order's number",
	"GiftCardStatusChanged":      "the state",
	"GiftcardPersonForgotten":    "subjects",
	"GuestForgetStarted":         "subjects",
	"NewsletterSubscribed":       "an e-mail address, which is checked, and a code",
	"NewsletterSubscriberLinked": "an e-mail address, which is checked, and a code",
	"NumberIssued":               "stream names",
	"OrderAbandoned":             "the reason, one of a few",
	"OrderCaptureDeclined":       "the gateway's reason",
	"OrderCreditMemoNumbered":    "the increment ID",
	"OrderEmailed":               "the kind of the e-mail",
	"OrderInvoiceCanceled":       "the reason, one of a few",
	"OrderInvoiceNumbered":       "the increment ID",
	"OrderInvoicePaid":           "the gateway's identifier",
	"OrderPersonForgotten":       "subjects",
	"OrderRefundAbandoned":       "the gateway's reason",
	"OrderStateChanged":          "state and status",
	"OrderVoidDeclined":          "the gateway's reason",
	"RatesChanged":               "currency codes",
	"RatesCreated":               "currency codes",
	"MediaFileChanged":           "sizes",
	"ReviewPersonForgotten":      "subjects",
	"ReviewStatusChanged":        "the state",
	"RevocationPersonForgotten":  "subjects",
	"RevocationProcessed":        "the state",
	"StockReturned":              "the credit memo that returned it",
	"SubscriberPersonForgotten":  "subjects",
	"TokenRevoked":               "the token's identifier",
	"WishlistPersonForgotten":    "subjects",
}

// hostileNumbers are numbers at the limits of columns, sums and conversions.
var hostileNumbers = []json.Number{
	"-1", "0", "-0", "0.00004", "0.00005", "1e3", "1E-4", "99999999.9999", "999999999999.9999", "9007199254740993", "2147483648", "1e15",
}

// poisonVariable names the environment variable with the number of hostile writes that must be accepted. A run of all tests makes a fifth
// of a campaign.
const poisonVariable = "TRADELOG_POISON_WRITES"

// TestPoison sends hostile texts and numbers in every member of every write, until many of them were accepted. A campaign goes on until
// every event type with a caller's text has had a hostile one. Accepted texts stay in the log for ever. So no projector may stop at them, a
// rebuild must give the same rows, and every list must still be served.
func TestPoison(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	wanted, campaign := 400, false
	if given := os.Getenv(poisonVariable); given != "" {
		var err error
		campaign = true
		if wanted, err = strconv.Atoi(given); err != nil {
			t.Fatal(err)
		}
	}
	p := &poisoner{writes: startWrites(t, false), accepted: map[string]int{}, reached: map[string]bool{}}
	p.steps = append(p.ownHostileSteps(), p.steps...)
	steps := slices.DeleteFunc(slices.Clone(p.steps), func(s histories.Step) bool {
		o := operationOf(p.shop, s.Name)
		return s.Do == nil && (o == nil || o.Reads())
	})
	for round := 0; p.total < wanted || campaign && len(p.missing()) > 0; round++ {
		if round == 15 {
			t.Errorf("%d of %d hostile writes were accepted; no hostile text reached %v", p.total, wanted, p.missing())
			break
		}
		p.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
		for _, step := range steps {
			p.write(step)
		}
		p.read()
	}
	p.shop.Settle()
	t.Logf("%d hostile writes accepted, by %d steps", p.total, len(p.accepted))
	for name := range ownTexts {
		if _, known := p.shop.Codec.Spec(name); !known || p.reached[name] {
			t.Errorf("%s is no event type whose texts are the shop's own", name)
		}
	}
	p.projectorsRun()
	p.verify()
	p.everythingIsServed()
}

type poisoner struct {
	*writes
	accepted map[string]int // hostile writes by step
	total    int
	at       eventstore.Position // the position up to which the log was read
	reached  map[string]bool     // event types with a hostile text in the log
}

// ownHostileSteps reach event types that take several requests: texts for options from buyers, the people of gift cards, and refunds
// through the gateway.
func (p *poisoner) ownHostileSteps() []histories.Step {
	service := apptest.Bearer(p.token)
	product := func(more fields) fields {
		p.codes++
		sku := fmt.Sprint("POISON-", p.codes)
		more = with(fields{"sku": sku, "name": "Cup", "stockQty": 9, "websiteIds": []int{1}}, more)
		return p.shop.Must(201, "POST", "/products", more, service...).Object(p.t)
	}
	var s stepList
	s = append(s, p.cartStep("write hostile options", func() (fields, error) {
		made := product(fields{"type": "simple", "price": 5})
		at := fmt.Sprintf("/products/%.0f/custom-options", made["id"])
		option := p.shop.Must(201, "POST", at, fields{"title": "Words", "type": "area"}, service...).Object(p.t)
		return fields{"sku": made["sku"], "qty": 1, "options": fields{fmt.Sprintf("%.0f", option["id"]): p.Hostile()}}, nil
	}), p.cartStep("put a hostile SKU into a cart", func() (fields, error) {
		p.codes++
		sku := fmt.Sprint(p.Hostile(), p.codes)
		_, err := p.send("POST", "/products", fields{"sku": sku, "name": "Cup", "price": 5, "stockQty": 9, "websiteIds": []int{1}})
		return fields{"sku": sku, "qty": 1}, err
	}), histories.Step{Name: "configure a new website", Do: func(w *histories.Walk) (int64, error) {
		p.codes++
		ctx := apptest.Operator()
		site, err := w.Commands.Directory.Websites.Create(ctx, shop.Website{Code: fmt.Sprint("poison", p.codes), Name: p.Hostile()})
		if err != nil {
			return 0, err
		}
		p.shop.Settle()
		return 0, w.Commands.Directory.SetConfig(ctx, settings.Scope{Level: "website", ID: site}, map[string]string{
			"general/store_information/name": p.Hostile(),
		})
	}})
	giftCard := fields{"type": "giftcard", "customAttributesWrite": fields{
		"giftcard_type": "fixed", "giftcard_amounts": "25,50", "giftcard_allow_message": "1",
	}}
	s = append(s, p.cartStep("buy a gift card for hostile people", func() (fields, error) {
		made := product(giftCard)
		return fields{
			"sku": made["sku"], "qty": 1, "giftcardAmount": 25, "giftcardMessage": p.Hostile(),
			"giftcardSenderName": p.Hostile(), "giftcardSenderEmail": "ann@example.com",
			"giftcardRecipientName": p.Hostile(), "giftcardRecipientEmail": "bob@example.com",
		}, nil
	}))
	const refund = "sales_orders_credit_memos_create"
	s.add(refund, "online order", fields{"offlineRefund": false, "comment": histories.Draw(func(walk *histories.Walk) any {
		p.shop.Do("POST", fmt.Sprintf("/orders/%d/invoices", histories.DocumentID(walk.Document)), fields{}, service...)
		p.shop.Settle()
		return p.Hostile()
	})}).Ends = true
	return s
}

// cartStep puts a line into a new cart.
func (p *poisoner) cartStep(name string, line func() (fields, error)) histories.Step {
	return histories.Step{Name: name, Do: func(*histories.Walk) (int64, error) {
		body, err := line()
		if err != nil {
			return 0, err
		}
		p.shop.Settle()
		cart := p.shop.Must(201, "POST", "/guest-carts", fields{}).Object(p.t)
		return p.send("POST", fmt.Sprint("/guest-carts/", cart["maskedId"], "/items"), body)
	}}
}

// send sends a request of the service. The drawn texts decide whether it is refused.
func (p *poisoner) send(method, path string, body any) (int64, error) {
	p.shop.Settle()
	answer := p.unwatched.Do(method, "/api/rest/v2"+path, body, apptest.Bearer(p.token)...)
	switch {
	case answer.Status >= 500:
		p.t.Errorf("%s %s answers %d %.300s", method, path, answer.Status, answer.Body)
		fallthrough
	case answer.Status >= 400:
		return 0, fmt.Errorf("%s %s: %d %.300s", method, path, answer.Status, answer.Body)
	}
	return 0, nil
}

// missing lists the event types with a caller's text that have not had a hostile one.
func (p *poisoner) missing() (names []string) {
	for _, name := range p.shop.Codec.Names() {
		spec, _ := p.shop.Codec.Spec(name)
		excused := p.reached[name] || ownTexts[name] != ""
		if !excused && hasText(reflect.TypeOf(spec.New()), map[reflect.Type]bool{}) {
			names = append(names, name)
		}
	}
	return names
}

// write takes a step with hostile arguments. Steps without an operation draw hostile names by themselves.
func (p *poisoner) write(step histories.Step) {
	p.t.Helper()
	var err error
	if p.Document, err = p.document(step.Of, p.IntN(3) == 0); err != nil {
		p.t.Logf("%s: %v", step.Name, err)
		return
	}
	p.Moves++
	if step.Do != nil {
		if _, err = step.Do(&p.Walk); err == nil {
			p.count(step.Name)
		}
		return
	}
	r, err := p.prepared(step)
	if err != nil {
		return
	}
	if body, ok := r.body.(histories.Arguments); ok && p.IntN(5) > 0 { // hostile documents of earlier writes are written too
		p.poison(r.operation, body)
	}
	p.shop.Settle()
	answer := r.send(p.unwatched, p.caller(r.operation)...)
	if answer.Status >= 500 {
		sent, _ := json.Marshal(r.body)
		p.t.Errorf("%s answers %d %.300s\nto %.600s", r, answer.Status, answer.Body, sent)
	}
	if answer.Status < 300 {
		p.count(step.Name)
		if step.Makes != "" {
			if made := r.made(p.t, answer); made != nil {
				p.forget(step.Makes, made)
				p.Known[step.Makes] = append(p.Known[step.Makes], made)
			}
		}
		if step.Ends {
			p.forget(step.Of, p.Document)
		}
	}
}

func (p *poisoner) count(step string) {
	p.accepted[step]++
	p.total++
}

// poison replaces one value of a body, or all texts of it, and now and then sends a member that the step leaves out.
func (p *poisoner) poison(o *operations.Operation, body histories.Arguments) bool {
	for _, f := range inputs.Fields(o.Input) {
		if f.Source == inputs.SourceMember && body[f.Name] == nil && textual(f.Type) && p.IntN(3) == 0 {
			body[f.Name] = p.Hostile()
			return true
		}
	}
	var texts, numbers []func(any)
	leaves(body, func(value any, set func(any)) {
		switch value.(type) {
		case string:
			texts = append(texts, set)
		case int, int64, float64, json.Number:
			numbers = append(numbers, set)
		}
	})
	switch n := len(texts) + len(numbers); {
	case n == 0:
		return false
	case len(numbers) > 0 && p.IntN(4) == 0:
		numbers[p.IntN(len(numbers))](hostileNumbers[p.IntN(len(hostileNumbers))])
	case len(texts) == 0:
		return false
	case p.IntN(4) == 0:
		for _, set := range texts {
			set(p.Hostile())
		}
	default:
		texts[p.IntN(len(texts))](p.Hostile())
	}
	return true
}

// textual tells whether a member may be a text.
func textual(t reflect.Type) bool {
	return strings.Contains(t.String(), "string") || strings.Contains(t.String(), "Text")
}

// leaves calls do for each value that is no list and no object, with a function that replaces it.
func leaves(value any, do func(value any, set func(any))) {
	switch v := value.(type) {
	case histories.Arguments:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if isLeaf(v[name]) {
				do(v[name], func(other any) { v[name] = other })
			}
			leaves(v[name], do)
		}
	case []any:
		for i := range v {
			if isLeaf(v[i]) {
				do(v[i], func(other any) { v[i] = other })
			}
			leaves(v[i], do)
		}
	}
}

func isLeaf(value any) bool {
	switch value.(type) {
	case histories.Arguments, []any:
		return false
	}
	return true
}

// projectorsRun checks that no projector stopped.
func (p *poisoner) projectorsRun() {
	p.t.Helper()
	statuses, err := p.shop.Projections.Statuses(context.Background())
	if err != nil {
		p.t.Fatal(err)
	}
	for _, s := range statuses {
		if s.Error != nil {
			p.t.Errorf("projector %s stopped at %v: %s", s.Projector, s.ErrorPosition, *s.Error)
		}
	}
}

// read looks at the events that were added since the last call.
func (p *poisoner) read() {
	p.t.Helper()
	for {
		page, err := p.shop.Store.ReadAll(context.Background(), p.at, eventstore.Forwards, 1000, eventstore.Filter{})
		if err != nil {
			p.t.Fatal(err)
		}
		if len(page.Events) == 0 {
			return
		}
		decoded, err := p.shop.Codec.DecodeAll(context.Background(), page.Events, true)
		if err != nil {
			p.t.Fatal(err)
		}
		for i, event := range decoded {
			p.at = page.Events[i].Position
			text, err := json.Marshal(event)
			if err != nil {
				p.t.Fatal(err)
			}
			p.reached[page.Events[i].Type] = p.reached[page.Events[i].Type] || strings.Contains(string(text), mark)
		}
	}
}

// hasText tells whether values of the type can have a text or undecoded JSON somewhere.
func hasText(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.String:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return t == reflect.TypeFor[json.RawMessage]() || hasText(t.Elem(), seen)
	case reflect.Map:
		return hasText(t.Key(), seen) || hasText(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() && hasText(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// everythingIsServed reads every list without a variable in its path, and each document of its first page.
func (p *poisoner) everythingIsServed() {
	p.t.Helper()
	for _, o := range p.shop.Pipeline.Registry.All() {
		if !o.Reads() || len(o.Placeholders()) > 0 {
			continue
		}
		answer := p.unwatched.Do("GET", "/api/rest/v2"+o.Path+"?itemsPerPage=100", nil, p.caller(o)...)
		if answer.Status >= 500 ||
			answer.Status < 300 && len(answer.Body) > 0 && !o.Bare && o.Response.Produces == "" && !json.Valid(answer.Body) {
			p.t.Errorf("GET %s answers %d %s", o.Path, answer.Status, fmt.Sprintf("%.300s", answer.Body))
		}
	}
}
