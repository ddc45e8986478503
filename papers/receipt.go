package papers

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/locale"
	"tradelog/eventstore/audit/proof"
	"tradelog/internal/pdf"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// receiptFile is the name of the file that is attached to a printed receipt.
const receiptFile = "receipt.json"

// keyFile is the name of the attached public key.
const keyFile = "key.pub"

// Receipt prints a receipt with the settings in the configuration of the order's store, whoever reads it.
func (p *Printer) Receipt(
	ctx context.Context, shop *readdirectory.Shop, o *documents.Order, r *proof.Receipt, publicKey []byte,
) ([]byte, error) {
	s, _ := p.of(ctx, shop, o.StoreID, "order")
	return receiptPaper(s, o, r, publicKey)
}

// receiptPaper prints a receipt of an order for people: its events with their seals, and its digest and signature. The receipt itself is
// attached, because only that can be verified. The PDF has no signature of its own. The types and members of events are those of the log.
func receiptPaper(s pageSettings, o *documents.Order, r *proof.Receipt, publicKey []byte) ([]byte, error) {
	if o == nil || r == nil || len(r.Events) == 0 {
		return nil, errors.New("print a receipt: there is none")
	}
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, err
	}
	made, _ := time.Parse(time.RFC3339, r.Events[len(r.Events)-1].RecordedAt)
	say := s.Locale.Translate
	title := say(receiptOf, o.IncrementID)
	p := &receiptPage{receipt: r, say: say, sheet: newSheet(pdf.Info{
		Title: title, Author: s.Name, Language: s.Locale.Tag(), Made: made, Size: s.Size, Attachments: []pdf.Attachment{
			{Name: receiptFile, Description: say(theReceipt), MediaType: "application/json", Relation: "Source", Content: content},
			{Name: keyFile, Description: say(theKey), MediaType: "application/x-pem-file", Content: publicKey},
		},
	})}
	p.opening(title, s.Name, o)
	for i := range r.Events {
		p.event(&r.Events[i])
	}
	p.closing()
	p.number(cmp.Or(s.Name, title), func(n, count int) string { return say(pageOf, n, count) })
	return p.Bytes()
}

// receiptPage is a receipt being printed.
type receiptPage struct {
	*sheet
	receipt *proof.Receipt
	say     func(locale.Message, ...any) string
}

// paragraph prints a text of any length over the width of the page.
func (p *receiptPage) paragraph(st style, indent float64, text string) {
	p.sheet.paragraph(pdf.Paragraph, st, indent, text)
}

func (p *receiptPage) opening(heading, name string, o *documents.Order) {
	p.sheet.paragraph(pdf.Heading, title.withSize(15), 0, heading)
	p.y += 2
	p.paragraph(body, 0, name)
	p.paragraph(small, 0, p.say(placedAt, o.CreatedAt, p.receipt.Stream, p.receipt.LogID))
	p.y += 3
	p.rule(p.y, accent, 0.6)
	p.y += 4
}

// event prints an event: when and what, its data as the reader may see it, and its seal.
func (p *receiptPage) event(e *proof.Event) {
	p.room(4 * body.height())
	covered := p.say(notCovered, e.RecordedAt, digits(e.Position))
	if e.Checkpoint != 0 {
		covered = p.say(coveredBy, e.RecordedAt, digits(e.Position), digits(e.Checkpoint))
	}
	p.sheet.paragraph(pdf.Subheading, body.withBold(), 0, fmt.Sprintf("%d. %s", e.Revision+1, e.Type))
	p.paragraph(small.withSize(8), 5, covered)
	p.paragraph(small, 5, p.say(seal, e.Seal))
	for _, fact := range facts(e.Data) {
		p.paragraph(small.withColor(black), 5, fact)
	}
	if len(e.Withheld) > 0 {
		p.paragraph(small, 5, p.say(notShown, strings.Join(e.Withheld, ", ")))
	}
	p.y += 2.5
}

// facts writes the members of an event's data for people, one a line in their order: "customer: email ada@example.com, firstname Ada".
func facts(data string) (lines []string) {
	d := json.NewDecoder(strings.NewReader(data))
	d.UseNumber()
	if _, err := d.Token(); err != nil { // no data
		return nil
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return lines
		}
		value, err := readable(d)
		if err != nil {
			return lines
		}
		lines = append(lines, fmt.Sprintf("%v: %s", name, value))
	}
	return lines
}

// readable reads a value of JSON as text without quotes and braces.
func readable(d *json.Decoder) (string, error) {
	token, err := d.Token()
	delim, nested := token.(json.Delim)
	if err != nil || !nested {
		return fmt.Sprint(token), err
	}
	var parts []string
	for d.More() {
		name := ""
		if delim == '{' {
			of, err := d.Token()
			if err != nil {
				return "", err
			}
			name = fmt.Sprint(of) + " "
		}
		value, err := readable(d)
		if err != nil {
			return "", err
		}
		parts = append(parts, name+value)
	}
	if _, err := d.Token(); err != nil {
		return "", err
	}
	if delim == '[' {
		return "[" + strings.Join(parts, "; ") + "]", nil
	}
	return strings.Join(parts, ", "), nil
}

func (p *receiptPage) closing() {
	r := p.receipt
	p.room(14 * body.height())
	p.rule(p.y, accent, 0.4)
	p.y += 4
	for _, c := range r.Checkpoints {
		p.paragraph(small.withSize(8), 0, p.say(checkpointAt, digits(c.Position), c.Time, digits(c.From)))
		p.paragraph(small, 5, p.say(root, c.Root))
	}
	p.y += 2
	for _, f := range []fact{
		{digest, r.Digest}, {signature, base64.StdEncoding.EncodeToString(r.Signature)}, {fingerprint, r.Key},
	} {
		p.paragraph(label, 0, p.say(f.name))
		p.paragraph(body, 0, f.value)
		p.y += 1
	}
	p.y += 2
	p.paragraph(small.withSize(8), 0, strings.Join([]string{
		p.say(howToVerify, receiptFile), p.say(getTheKey, "/.well-known/tradelog/key.pub"),
		p.say(compareAndDo, "tradelog events check "+receiptFile+" --key "+keyFile, "node receipt.mjs "+receiptFile+" "+keyFile,
			"/.well-known/tradelog/receipt.mjs"),
		p.say(attachedKey),
	}, " "))
}

// digits returns the number of a position as verifiers write it, without separators.
func digits(position int64) string { return strconv.FormatInt(position, 10) }

// The messages of receipts.
var (
	receiptOf    = locale.Text("Receipt of the events of order # %s")
	placedAt     = locale.Text("Order placed at %s UTC. Stream %s of the event log %s. Times below are UTC.")
	notCovered   = locale.Text("%s, position %s, not covered by a checkpoint yet")
	coveredBy    = locale.Text("%s, position %s, covered by the checkpoint at position %s")
	seal         = locale.Text("Seal %s")
	notShown     = locale.Text("Not shown: %s")
	checkpointAt = locale.Text("Checkpoint at position %s, signed at %s, over the positions after %s")
	root         = locale.Text("Root %s")
	digest       = locale.Text("Digest of the receipt (SHA-256)")
	signature    = locale.Text("Signature (Ed25519, base64)")
	fingerprint  = locale.Text("Fingerprint of the public key (SHA-256)")
	theReceipt   = locale.Text("the receipt, for verifiers")
	theKey       = locale.Text("the public key of the installation")
	howToVerify  = locale.Text("How to verify: this page is a print. The signed receipt is attached to this file as %s.")
	getTheKey    = locale.Text("Save it, and get the public key from the shop (%s) or from where its checkpoints are published.")
	compareAndDo = locale.Text("Compare the fingerprint, and run %s or %s (%s).")
	attachedKey  = locale.Text("The attached key is for convenience and proves nothing by itself.")
)
