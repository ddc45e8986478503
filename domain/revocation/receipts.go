package revocation

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/person"
)

// ReceiptCategory is the category of the streams that count an address's receipts.
const ReceiptCategory = "revocationreceipt"

// ReceiptStream returns the stream of an address. The name holds a digest, because a stream name cannot be forgotten.
func ReceiptStream(email string) string {
	sum := sha256.Sum256([]byte(mailbox(email)))
	return domain.StreamOf(ReceiptCategory, hex.EncodeToString(sum[:16]))
}

// mailbox returns the mailbox of an e-mail address: in lower case, without +tag, and without dots where the provider ignores them.
func mailbox(email string) string {
	email = person.Mailbox(strings.TrimSpace(email))
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

// receiptWindow is the time for which a receipt counts towards the limit.
const receiptWindow = 24 * time.Hour

// Receipts holds the times of the receipts of an address within the window, oldest first.
type Receipts struct{ At []time.Time }

func NewReceipts(string) Receipts { return Receipts{} }

// EvolveReceipts applies one event. It drops receipts outside the window.
func EvolveReceipts(r Receipts, e domain.Event) Receipts {
	if e, ok := e.(ReceiptGranted); ok {
		r.At = append(recent(r.At, e.At), e.At)
	}
	return r
}

// Grant grants an address the receipt of a request, unless it has had most receipts within the window; 0 is no limit.
func (r Receipts) Grant(requestID int64, most int, now time.Time) []domain.Event {
	if most > 0 && len(recent(r.At, now)) >= most {
		return nil
	}
	return []domain.Event{ReceiptGranted{RequestID: requestID, At: now}}
}

func recent(all []time.Time, now time.Time) []time.Time {
	return slices.DeleteFunc(slices.Clone(all), func(at time.Time) bool { return now.Sub(at) >= receiptWindow })
}
