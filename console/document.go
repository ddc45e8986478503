package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/content"
	"tradelog/domain/locale"
)

// node is a part of a document: a plain value, an object or a list.
type node struct {
	Name   string // of the member; empty in a list
	Label  string
	Text   string // of a plain value, as displayed
	Raw    string // of a plain value, as in the document
	Is     shape
	Amount bool // the number is an amount of money
	// Differs: the present value is Later.
	Differs  bool
	Later    string
	Members  []node // of an object
	Elements []node // of a list, or the first of them
	Total    int    // number of elements of the list
	Rest     string // path of the page with all of them, unless Elements has all
}

type shape string

// The shapes of parts.
const (
	isText    shape = "text"
	isNumber  shape = "number"
	isFlag    shape = "flag"
	isMoment  shape = "moment"
	isState   shape = "state"
	isNothing shape = "nothing"
	isObject  shape = "object"
	isList    shape = "list"
)

// Plain reports whether the part is one value.
func (n node) Plain() bool { return n.Is != isObject && n.Is != isList }

// Mood returns the colour of a state: good, warn, bad or none.
func (n node) Mood() string { return moods[strings.ToLower(n.Raw)] }

// moods maps the states of documents to their moods.
var moods = map[string]string{
	"complete": "good", "active": "good", "enabled": "good", "approved": "good", "paid": "good", "refunded": "good", "confirmed": "good",
	"processed": "good", "subscribed": "good", "running": "good", "delivered": "good",
	"sent": "good",
	"new":  "warn", "pending": "warn", "holded": "warn", "pending_payment": "warn", "payment_review": "warn", "open": "warn",
	"received": "warn", "waiting": "warn", "unconfirmed": "warn", "paused": "warn", "rebuilding": "warn",
	"retrying": "warn", "filed": "warn",
	"canceled": "bad", "closed": "bad", "failed": "bad", "stopped": "bad", "rejected": "bad", "not_approved": "bad", "expired": "bad",
	"disabled": "bad", "unsubscribed": "bad", "parked": "bad",
}

// Flat reports whether the part is a list of plain values.
func (n node) Flat() bool {
	if n.Is != isList {
		return false
	}
	for _, e := range n.Elements {
		if !e.Plain() {
			return false
		}
	}
	return true
}

// Empty reports whether there is nothing to show.
func (n node) Empty() bool {
	return n.Is == isNothing || n.Is == isText && n.Text == "" || n.Is == isList && len(n.Elements) == 0 ||
		n.Is == isObject && len(n.Members) == 0
}

// Columns returns the plain members of the objects of a list, with their labels, for a table.
func (n node) Columns() (columns []node) {
	seen := map[string]bool{}
	for _, e := range n.Elements {
		for _, m := range e.Members {
			if (m.Plain() || m.Flat()) && !m.Empty() && !seen[m.Name] && len(columns) < maxColumns {
				seen[m.Name] = true
				columns = append(columns, m)
			}
		}
	}
	return columns
}

// maxColumns bounds the columns of a table in a document.
const maxColumns = 8

// Get returns a member at a path such as prices.grandTotal; nothing if there is none.
func (n node) Get(path string) node {
	first, rest, deeper := strings.Cut(path, ".")
	for _, m := range n.Members {
		if m.Name == first {
			if deeper {
				return m.Get(rest)
			}
			return m
		}
	}
	return node{Name: path, Is: isNothing}
}

// read parses a document. Members keep their order; those of JSON-LD are left out.
func (r reader) read(document []byte) (node, error) {
	if len(bytes.TrimSpace(document)) == 0 {
		return node{Is: isNothing}, nil
	}
	l := r.l
	r.d = json.NewDecoder(bytes.NewReader(document))
	r.d.UseNumber()
	n, err := r.value("", "")
	if err != nil {
		return n, err
	}
	currency := n.first(currencies...).Raw
	n.price(l, currency, cmp.Or(n.first(baseCurrencies...).Raw, currency))
	return n, nil
}

// currencies and baseCurrencies are members that name the currencies of a document, the best first.
var (
	currencies     = []string{"currency", "orderCurrencyCode", "currencyCode"}
	baseCurrencies = []string{"baseCurrencyCode", "baseCurrency"}
)

// first returns the first of the members that has a value.
func (n node) first(names ...string) node {
	for _, name := range names {
		if m := n.Get(name); !m.Empty() {
			return m
		}
	}
	return node{Is: isNothing}
}

// price formats the amounts of a document in its currency, and its base amounts in the base currency.
func (n *node) price(l locale.Locale, currency, base string) {
	if n.Amount {
		if strings.HasPrefix(n.Name, "base") {
			currency = base
		}
		n.Text = amount(l, json.Number(n.Raw), currency)
	}
	for i := range n.Members {
		n.Members[i].price(l, currency, base)
	}
	for i := range n.Elements {
		n.Elements[i].price(l, currency, base)
	}
}

// mark marks the differences between a past document and the present one, and returns their number.
func (n *node) mark(now node) (differ int) {
	switch {
	case n.Plain() || n.Flat():
		later := now.Text
		if now.Flat() {
			later = joined(now)
		}
		if n.Differs = n.Plain() && n.Raw != now.Raw || n.Flat() && joined(*n) != joined(now); n.Differs {
			n.Later = later
			return 1
		}
	case n.Is == isObject:
		for i := range n.Members {
			differ += n.Members[i].mark(now.Get(n.Members[i].Name))
		}
	default:
		later := now.elements()
		for i := range n.Elements {
			if e, known := later(n.Total-i, n.Elements[i]); known {
				differ += n.Elements[i].mark(e)
			}
		}
	}
	return differ
}

// elements returns a function that finds the element of a list with the same ID as another element. Without IDs it finds the one with the
// same distance to the end, as such lists grow at the front. The result known is false for elements that the list has and does not show.
func (n node) elements() func(toEnd int, of node) (e node, known bool) {
	byID := map[string]int{}
	for i, e := range n.Elements {
		if id := e.Get("id").Raw; id != "" {
			byID[id] = i
		}
	}
	return func(toEnd int, of node) (node, bool) {
		at, found := byID[of.Get("id").Raw]
		if len(byID) == 0 {
			at = n.Total - toEnd
			found = at >= 0 && at < len(n.Elements)
		}
		if found {
			return n.Elements[at], true
		}
		return node{Is: isNothing}, at < 0 || n.Total == len(n.Elements)
	}
}

// reader parses documents.
type reader struct {
	l      locale.Locale
	zone   *time.Location
	words  vocabulary
	labels map[string]string // labels of members, cached
	// wanted are the paths of the members to read, such as prices.grandTotal; nil: all.
	wanted []string
	// longest bounds the elements that are read of a list of objects, unless whole has the list; 0: all. The address of the page with all
	// elements of a list is rest, the path of the list, and as.
	longest  int
	whole    []string
	rest, as string
	// paged is the path of the list from which reading skips the first elements, up to from.
	paged string
	from  int
	d     *json.Decoder // of the document
}

// wants reports whether the member at a path is wanted, or a member above or below it.
func (r reader) wants(path string) bool {
	if r.wanted == nil {
		return true
	}
	return slices.ContainsFunc(r.wanted, func(w string) bool {
		return w == path || strings.HasPrefix(w, path+".") || strings.HasPrefix(path, w+".")
	})
}

// label returns the label of a member.
func (r reader) label(name string) string {
	text, known := r.labels[name]
	if !known {
		text = label(r.l, name)
		r.labels[name] = text
	}
	return text
}

// value reads the next value, which is the member name, at a path in the document.
func (r reader) value(name, path string) (node, error) {
	token, err := r.d.Token()
	if err != nil {
		return node{}, err
	}
	n := node{Name: name, Label: r.label(name)}
	switch token := token.(type) {
	case json.Delim:
		if token == '{' {
			return r.object(n, path)
		}
		return r.list(n, path)
	case nil:
		n.Is = isNothing
	case bool:
		n.Is, n.Raw, n.Text = isFlag, strconv.FormatBool(token), translate(r.l, map[bool]string{true: "Yes", false: "No"}[token])
	case json.Number:
		n.Is, n.Raw, n.Text = isNumber, token.String(), token.String()
		switch {
		case identifier.MatchString(name):
		case amountShape.MatchString(name) && !strings.HasPrefix(name, "qty"):
			n.Amount, n.Text = true, amount(r.l, token, "")
		default:
			n.Text = number(r.l, token)
		}
	case string:
		n.Is, n.Raw, n.Text = isText, token, token
		switch {
		case momentShape.MatchString(token):
			n.Is, n.Text = isMoment, moment(token, r.zone)
		case content.HasElements(token):
			n.Text = bare(token)
		default:
			n.name(r.l, r.words, name)
		}
	default:
		return n, fmt.Errorf("console: a document has %T", token)
	}
	return n, nil
}

// name replaces a text by its label if it is a state, a value of the member's enumeration, or an actor such as api 1.
func (n *node) name(l locale.Locale, words vocabulary, member string) {
	switch {
	case n.Is != isText || n.Raw == "":
	case stateShape.MatchString(member):
		n.Is, n.Text = isState, label(l, n.Raw)
	case words.has(member, n.Raw):
		n.Text = label(l, n.Raw)
	case member == "changedBy":
		kind, id, _ := strings.Cut(n.Raw, " ")
		n.Text = strings.TrimSpace(label(l, kind) + " " + id)
	}
}

// identifier matches names of numbers that are not quantities.
var identifier = regexp.MustCompile(`^id$|I[dD]s?$|^(year|number|position|version)$|[a-z](Year|Number|Position|Version)$`)

// amountShape matches names of amounts of money.
var amountShape = regexp.MustCompile(`(?i)(price|amount|total|subtotal|discount|paid|refunded|due|balance|canceled|tax|cost)$`)

// stateShape matches names of states.
var stateShape = regexp.MustCompile(`(?i)(^|[a-z])(state|status)$`)

// blockShape matches the tags of HTML at which a line ends.
var blockShape = regexp.MustCompile(`(?i)<br ?/?>|</(p|div|h[1-6]|li|tr|section|table|ul|ol|blockquote)>`)

// bare returns the text of a piece of HTML without its tags.
func bare(markup string) string {
	text := html.UnescapeString(content.ReplaceTags(blockShape.ReplaceAllString(markup, "\n"), ""))
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// withoutProvisional returns the document of a dry run without the IDs of new things. The real IDs will differ.
func (n node) withoutProvisional() node {
	keep := func(parts []node) (kept []node) {
		for _, p := range parts {
			if p.Is != isNumber || !identifier.MatchString(p.Name) || !strings.HasPrefix(p.Raw, "-") {
				kept = append(kept, p.withoutProvisional())
			}
		}
		return kept
	}
	n.Members, n.Elements = keep(n.Members), keep(n.Elements)
	return n
}

// differenceOf tells how two plain values differ: in their displayed form, or in their stored one if they display alike.
func differenceOf(name string, before, after node) difference {
	if before.Text == after.Text {
		return difference{name, before.Raw, after.Raw}
	}
	return difference{name, before.Text, after.Text}
}

// Fit returns the CSS class of a table cell: numbers and codes stay on one line, and sentences have room.
func (n node) Fit() string {
	switch {
	case n.Is == isNumber:
		return "number"
	case n.Is != isText:
		return ""
	case strings.Contains(n.Text, " "):
		return "words"
	case len(n.Text) <= longestCode:
		return "code"
	}
	return ""
}

// longestCode is the number of bytes of a word that a table does not break.
const longestCode = 28

// Link returns the address that a text consists of; "" if it is none.
func (n node) Link() string {
	if n.Is == isText && addressShape.MatchString(n.Raw) {
		return n.Raw
	}
	return ""
}

var addressShape = regexp.MustCompile(`^https?://[^\s"<>]+$`)

// File returns the last segment of an address, the name of its file.
func (n node) File() string {
	if name := path.Base(n.Raw); !strings.Contains(name, "?") {
		return name
	}
	return n.Raw
}

var momentShape = regexp.MustCompile(`^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d`)

func (r reader) object(n node, path string) (node, error) {
	n.Is = isObject
	if path != "" {
		path += "."
	}
	for r.d.More() {
		token, err := r.d.Token()
		if err != nil {
			return n, err
		}
		name, _ := token.(string)
		if strings.HasPrefix(name, "@") || !r.wants(path+name) {
			var left json.RawMessage
			if err := r.d.Decode(&left); err != nil {
				return n, err
			}
			continue
		}
		m, err := r.value(name, path+name)
		if err != nil {
			return n, err
		}
		n.Members = append(n.Members, m)
	}
	_, err := r.d.Token()
	return n, err
}

func (r reader) list(n node, path string) (node, error) {
	n.Is = isList
	for ; r.d.More(); n.Total++ {
		if r.leavesOut(n, path) {
			var left json.RawMessage
			if err := r.d.Decode(&left); err != nil {
				return n, err
			}
			continue
		}
		e, err := r.value("", path)
		if err != nil {
			return n, err
		}
		if e.name(r.l, r.words, n.Name); n.Name == "notes" && e.Is == isText {
			e.Text = note(r.l, e.Raw)
		}
		n.Elements = append(n.Elements, e)
	}
	if r.rest != "" && len(n.Elements) < n.Total {
		n.Rest = r.rest + path + r.as
	}
	_, err := r.d.Token()
	return n, err
}

// leavesOut reports whether the next element of a list is not read.
func (r reader) leavesOut(n node, path string) bool {
	if path == r.paged && n.Total < r.from {
		return true
	}
	read := len(n.Elements)
	return r.longest > 0 && read >= r.longest && !n.Elements[read-1].Plain() && !slices.Contains(r.whole, path)
}

// read makes the parts of a document in the language of the visit.
func (v *visit) read(document []byte) (node, error) {
	return v.reader(nil).read(document)
}

func (v *visit) reader(wanted []string) reader {
	return reader{l: v.l, zone: v.zone, words: v.h.words(), labels: map[string]string{}, wanted: wanted}
}

// rows parses the rows of a list: the wanted members with those that name currencies, or all for nil.
func (v *visit) rows(items [][]byte, wanted []string) ([]node, error) {
	if wanted != nil {
		wanted = slices.Concat(wanted, currencies, baseCurrencies)
	}
	out, r := make([]node, len(items)), v.reader(wanted)
	for i, item := range items {
		var err error
		if out[i], err = r.read(item); err != nil {
			return nil, err
		}
	}
	return out, nil
}
