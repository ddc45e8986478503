package revocation

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
)

// ReceiptCategory of the streams that count an address's receipts.
const ReceiptCategory = "revocationreceipt"

// ReceiptStream names the stream of an address. It holds a digest: a stream name can not be forgotten.
func ReceiptStream(email string) string {
	sum := sha256.Sum256([]byte(Mailbox(email)))
	return domain.StreamOf(ReceiptCategory, hex.EncodeToString(sum[:16]))
}

// Mailbox is the address that e-mails to some address end up at: without case and +tag, and without dots where those do not
// count.
func Mailbox(email string) string {
	email = strings.ToLower(strings.TrimSpace(email))
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return email
	}
	local, host := email[:at], email[at+1:]
	local, _, _ = strings.Cut(local, "+")
	if host == "gmail.com" || host == "googlemail.com" {
		local = strings.ReplaceAll(local, ".", "")
	}
	return local + "@" + host
}

// receiptWindow is how long a receipt counts.
const receiptWindow = 24 * time.Hour

// Receipts are those an address was sent lately, the oldest first.
type Receipts struct{ At []time.Time }

func NewReceipts(string) Receipts { return Receipts{} }

// EvolveReceipts folds one event. What no longer counts is dropped.
func EvolveReceipts(r Receipts, e domain.Event) Receipts {
	if e, ok := e.(ReceiptGranted); ok {
		r.At = append(recent(r.At, e.At), e.At)
	}
	return r
}

// Grant lets an address have the receipt of a request, unless it had its receipts of the day; then nothing happens. most is
// how many a day it may have; 0 is any number.
func (r Receipts) Grant(requestID int64, most int, now time.Time) []domain.Event {
	if most > 0 && len(recent(r.At, now)) >= most {
		return nil
	}
	return []domain.Event{ReceiptGranted{RequestID: requestID, At: now}}
}

func recent(all []time.Time, now time.Time) []time.Time {
	return slices.DeleteFunc(slices.Clone(all), func(at time.Time) bool { return now.Sub(at) >= receiptWindow })
}
