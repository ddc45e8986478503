package letter

import (
	"reflect"
	"strconv"
	"strings"
	"text/tabwriter"

	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/payment"
)

// Common holds the values of every e-mail. The values of all kinds embed it. All values are structs, lists and texts without methods, so
// that templates can only show them. The tags describe the values for the documentation.
type Common struct {
	Recipient string `doc:"name of the recipient; may be empty"`
	Shop      Shop
}

// Shop is the shop that sends an e-mail.
type Shop struct {
	Name     string   `doc:"name of the shop"`
	URL      string   `doc:"address of the storefront"`
	Address  []string `doc:"lines of the shop's postal address (general/store_information)"`
	Phone    string   `doc:"telephone number of the shop"`
	Email    string   `doc:"e-mail address of the shop's general contact"`
	Language string   `doc:"language of the e-mail, such as de"`
	// Logo is not set by those who make the values, but by WithLogo.
	Logo      string `doc:"content ID of the logo (sales/identity/logo), for cid:; empty: there is none"`
	LogoWidth string `doc:"width of the logo in pixels"`
}

// Order holds the values of an order in e-mails.
type Order struct {
	Number   string   `doc:"number of the order"`
	Date     string   `doc:"date of the order"`
	Status   string   `doc:"translated status"`
	Payment  string   `doc:"name of the payment method"`
	Shipping string   `doc:"carrier and method; empty if nothing is shipped"`
	Link     string   `doc:"page of the order in the storefront (sales_email/general/order_page); empty for guests"`
	BillTo   []string `doc:"lines of the billing address"`
	ShipTo   []string `doc:"lines of the shipping address"`
}

// Items holds the lines of an order, an invoice or a shipment. Shipments show no amounts.
type Items struct {
	Head  Line   `doc:"column headings"`
	Lines []Line `doc:"lines of the table"`
	Sums  []Sum  `doc:"sums below the lines"`
	Plain string `doc:"the whole table in columns, for plain text"`
}

// Line is a line of Items, or its headings.
type Line struct {
	Name    string   `doc:"name of the product"`
	SKU     string   `doc:"SKU of the product"`
	Options []string `doc:"chosen options, such as Colour: red"`
	Qty     string   `doc:"quantity"`
	Amount  string   `doc:"amount of the line; empty on shipments"`
}

// Sum is a line below Items.
type Sum struct {
	Name   string `doc:"name of the sum, such as Subtotal"`
	Amount string `doc:"amount of the sum"`
	Total  bool   `doc:"whether it is the grand total, or what is left of it"`
}

// Track is a parcel of a shipment.
type Track struct {
	Carrier string `doc:"name of the carrier"`
	Number  string `doc:"tracking number"`
	Link    string `doc:"tracking page of the carrier; empty if the carrier is not known"`
}

// Download is a file that was bought.
type Download struct {
	Title string `doc:"title of the file"`
	Link  string `doc:"URL of the download"`
}

// Account holds the values of a letter about an account: only the common ones.
type Account struct{ Common }

// Confirmation holds the values of an e-mail with a link.
type Confirmation struct {
	Common
	Link string `doc:"page that the e-mail links to"`
}

// TimedLink holds the values of an e-mail with a link that works for some hours.
type TimedLink struct {
	Confirmation
	Hours    string `doc:"hours for which the link works"`
	Validity string `doc:"sentence that says for how many hours the link works"`
}

var linkValidity = locale.Text("The link works once, within %d hours.")

// TimedLinkOf returns the values of an e-mail with a link that works for some hours.
func TimedLinkOf(l locale.Locale, link Confirmation, hours int) TimedLink {
	return TimedLink{Confirmation: link, Hours: strconv.Itoa(hours), Validity: l.Translate(linkValidity, hours)}
}

// ContactMessage holds the values of an e-mail with a message of the contact form.
type ContactMessage struct {
	Common
	Name      string   `doc:"name of the sender"`
	Email     string   `doc:"e-mail address of the sender"`
	Telephone string   `doc:"telephone number of the sender; may be empty"`
	Message   []string `doc:"lines of the message"`
}

// GiftCard holds the values of the e-mail that sends a gift card to its recipient.
type GiftCard struct {
	Common
	From       string   `doc:"name of the giver; may be empty"`
	Message    []string `doc:"lines of the giver's message; may be empty"`
	Code       string   `doc:"code of the card"`
	Value      string   `doc:"value of the card"`
	ValidUntil string   `doc:"last day of the card; empty: it does not expire"`
}

// OrderConfirmation holds the values of the e-mail about a new order.
type OrderConfirmation struct {
	Common
	Order        Order
	Items        Items
	Instructions []string   `doc:"lines of the payment instructions; may be empty"`
	Downloads    []Download `doc:"files that can be downloaded now; may be empty"`
	Legal        []Legal    `doc:"legal texts of the store (sales/legal); may be empty"`
}

// Legal is a legal text, such as the instructions on the right of withdrawal.
type Legal struct {
	Title string   `doc:"title of the text"`
	Lines []string `doc:"lines of the text"`
}

// OrderComment holds the values of an e-mail about a comment on an order.
type OrderComment struct {
	Common
	Order   Order
	Comment []string `doc:"lines of the comment"`
}

// Shipment holds the values of the e-mail about a shipment.
type Shipment struct {
	OrderComment
	Number string `doc:"number of the shipment"`
	Items  Items
	Tracks []Track `doc:"parcels with tracking numbers; may be empty"`
}

// ShipmentComment holds the values of an e-mail about a comment on a shipment.
type ShipmentComment struct {
	OrderComment
	Number string `doc:"number of the shipment"`
}

// Invoice holds the values of an e-mail with an invoice.
type Invoice struct {
	OrderComment
	Number     string `doc:"number of the invoice"`
	Date       string `doc:"date of the invoice"`
	Items      Items
	Downloads  []Download `doc:"files that can be downloaded now; may be empty"`
	Unattached bool       `doc:"whether the invoice was to be attached and could not be printed"`
}

// CreditMemo holds the values of an e-mail about a refund.
type CreditMemo struct {
	OrderComment
	Number    string `doc:"number of the credit memo"`
	Date      string `doc:"date of the credit memo"`
	Items     Items
	Refunded  string     `doc:"money that is paid back, without what goes back to gift cards"`
	GiftCards string     `doc:"amount that goes back to gift cards; empty: none"`
	Downloads []Download `doc:"files that can be downloaded now"`
}

// Cancellation holds the values of an e-mail about a cancelled order. Its comment is the reason.
type Cancellation struct {
	OrderComment
	Whole     bool `doc:"whether nothing of the order is left"`
	Items     Items
	GiftCards string `doc:"amount that goes back to gift cards; empty: none"`
}

// The causes of a change of a gift card's balance.
const (
	CardSpent    = "spent"    // an order was paid with it
	CardReturned = "returned" // an order was refunded or cancelled
	CardAdjusted = "adjusted" // the shop changed it
)

// GiftCardBalance holds the values of an e-mail about the balance of a gift card.
type GiftCardBalance struct {
	Common
	Cause      string `doc:"what changed the balance: spent, returned or adjusted"`
	Amount     string `doc:"amount by which it changed; below 0 only if the shop took something away"`
	Order      string `doc:"number of the order, if it is the recipient's own; empty otherwise"`
	Code       string `doc:"beginning and end of the card's code"`
	Balance    string `doc:"balance of the card after the change"`
	ValidUntil string `doc:"last day of the card; empty: it does not expire"`
}

// ReviewApproved holds the values of an e-mail about a published review.
type ReviewApproved struct {
	Common
	Product string   `doc:"name of the product"`
	Stars   string   `doc:"number of stars, from 1 to 5"`
	Title   string   `doc:"title of the review"`
	Review  []string `doc:"lines of the review"`
}

// BackInStock holds the values of an e-mail about a product that is in stock again.
type BackInStock struct {
	Common
	Product string `doc:"name of the product"`
	Link    string `doc:"page of the product in the storefront"`
}

// User holds the values of an e-mail about an account of the back office.
type User struct {
	Common
	Username string `doc:"user name of the account"`
}

// Revocation holds the values of the e-mail that confirms the revocation of a contract.
type Revocation struct {
	Common
	Number   string   `doc:"number of the request"`
	Order    string   `doc:"number of the order"`
	Received string   `doc:"time at which the declaration was received"`
	Reason   []string `doc:"lines of the reason; may be empty"`
}

// RevocationNotice holds the values of the e-mail about a revocation to the merchant.
type RevocationNotice struct {
	Revocation
	Name  string `doc:"name of the customer"`
	Email string `doc:"e-mail address of the customer"`
}

// WebhookTrouble tells the owner of a webhook that changes do not arrive.
type WebhookTrouble struct {
	Common
	Name      string // number and name
	Host      string
	Reason    string
	Suspended bool // nothing more is sent
}

// ItemsOf returns lines and sums with their headings, and as plain text.
func ItemsOf(l locale.Locale, lines []Line, sums []Sum) Items {
	i := Items{Head: Line{Name: l.Translate(locale.Item), Qty: l.Translate(locale.Qty)}, Lines: lines, Sums: sums}
	if len(sums) > 0 {
		i.Head.Amount = l.Translate(locale.Amount)
	}
	rows := [][]string{{i.Head.Name, i.Head.Qty, i.Head.Amount}}
	for _, line := range lines {
		name := append([]string{line.Name, line.SKU}, line.Options...)
		rows = append(rows, []string{strings.Join(name, ", "), line.Qty, line.Amount})
	}
	i.Plain = columns(rows)
	rows = nil
	for _, s := range sums {
		rows = append(rows, []string{s.Name, s.Amount})
	}
	i.Plain = strings.TrimSpace(i.Plain + "\n" + columns(rows))
	return i
}

// Part is a named amount that is part of a grand total.
type Part struct {
	Name   locale.Message
	Amount money.Decimal
}

// SumsTo returns the parts of a total that are not 0, and the total. A single part equals the total and is left out. What gift cards and
// buyers have paid follows, and the rest, as on papers. name is that of a total of which nothing is paid.
func SumsTo(l locale.Locale, currency string, name locale.Message, parts []Part, settled payment.Settlement) []Sum {
	row := func(p Part, bold bool) Sum {
		return Sum{Name: l.Translate(p.Name), Amount: l.Money(p.Amount, currency), Total: bold}
	}
	rows := func(parts []Part) (sums []Sum) {
		for _, p := range parts {
			if !p.Amount.IsZero() {
				sums = append(sums, row(p, false))
			}
		}
		return sums
	}
	sums := rows(parts)
	if len(sums) == 1 {
		sums = nil
	}
	below := rows([]Part{{locale.GiftCards, settled.Cards.Neg()}, {locale.Paid, settled.Paid.Neg()}})
	if below == nil {
		return append(sums, row(Part{name, settled.Total}, true))
	}
	if name == locale.GrandTotal {
		name = locale.AmountDue
	}
	sums = append(sums, row(Part{locale.GrandTotal, settled.Total}, true))
	return append(append(sums, below...), row(Part{name, settled.Due}, true))
}

// columns formats rows as text in aligned columns.
func columns(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	for _, row := range rows {
		_, _ = w.Write([]byte(strings.TrimRight(strings.Join(row, "\t"), "\t") + "\n"))
	}
	_ = w.Flush()
	return b.String()
}

// Variable is a value that templates of a kind can show, with its description.
type Variable struct{ Name, Doc string }

// Variables returns the variables of a kind, without those of Common. Variables of the elements of a list follow the list's name, such as
// .Items.Lines .Name.
func (f *Form) Variables() []Variable {
	var out []Variable
	for _, v := range variablesOf("", f.values) {
		if v.Name != ".Recipient" && !strings.HasPrefix(v.Name, ".Shop.") {
			out = append(out, v)
		}
	}
	return out
}

func variablesOf(prefix string, t reflect.Type) (out []Variable) {
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		name, of := prefix+"."+f.Name, f.Type
		if doc := f.Tag.Get("doc"); doc != "" {
			out = append(out, Variable{name, doc})
		}
		if of.Kind() == reflect.Slice {
			name, of = name+" ", of.Elem()
		}
		if of.Kind() == reflect.Struct && f.Name != "Head" {
			out = append(out, variablesOf(name, of)...)
		}
	}
	return out
}

// SampleOf returns the sample values with a shop's values.
func (f *Form) SampleOf(l locale.Locale, shop Shop) any {
	return f.withShop(f.sample(l), func(s *Shop) { *s = shop })
}

// LogoID is the content ID of the logo's picture in an e-mail.
const LogoID = "logo@shop"

// WithLogo returns values whose e-mail shows the picture with LogoID in place of the shop's name. width is in pixels.
func (f *Form) WithLogo(values any, width int) any {
	return f.withShop(values, func(s *Shop) { s.Logo, s.LogoWidth = LogoID, strconv.Itoa(width) })
}

// withShop returns a copy of values whose Shop is modified by change.
func (f *Form) withShop(values any, change func(*Shop)) any {
	changed := reflect.New(f.values).Elem()
	changed.Set(reflect.ValueOf(values))
	change(changed.FieldByName("Common").FieldByName("Shop").Addr().Interface().(*Shop))
	return changed.Interface()
}
