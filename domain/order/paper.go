package order

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"tradelog/domain/fault"
)

// Paper names a printed document of an order. Its key is in the buyer's e-mails, and lets anybody who has it print the document. Guests
// have no account in which they would find it.
type Paper struct {
	Kind    string // PaperOrder, PaperInvoice or PaperMemo
	OrderID int64
	ID      int64 // of the invoice or the credit memo; that of the order for the order itself
}

// The kinds of papers for buyers.
const (
	PaperOrder   = "order"
	PaperInvoice = "invoice"
	PaperMemo    = "memo"
)

// ErrNoPaper is the error of a key that opens nothing: it is wrong, or the buyer was forgotten.
var ErrNoPaper = fault.NotFoundf("Paper not found")

// Key returns the key of the paper. It cannot be guessed without the secret, which is that of the order.
func (p Paper) Key(secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(mac, "%s/%d/%d", p.Kind, p.OrderID, p.ID) // a hash takes everything
	return fmt.Sprintf("%s-%d-%d-%s", p.Kind, p.OrderID, p.ID, hex.EncodeToString(mac.Sum(nil)[:16]))
}

// Opens reports whether a key is that of the paper.
func (p Paper) Opens(key, secret string) bool { return hmac.Equal([]byte(p.Key(secret)), []byte(key)) }

// ReadPaper returns the paper that a key names; ok is false if the text is no key. Paper.Opens verifies the key.
func ReadPaper(key string) (p Paper, ok bool) {
	parts := strings.Split(key, "-")
	if len(parts) != 4 || parts[0] != PaperOrder && parts[0] != PaperInvoice && parts[0] != PaperMemo {
		return p, false
	}
	p.Kind = parts[0]
	for i, number := range []*int64{&p.OrderID, &p.ID} {
		n, err := strconv.ParseInt(parts[i+1], 10, 64)
		if err != nil || n <= 0 {
			return p, false
		}
		*number = n
	}
	return p, true
}
