package order

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// Downloaded records one download of a link of a line.
type Downloaded struct {
	LineID int64 `json:"lineId"`
	LinkID int64 `json:"linkId"`
}

func (Downloaded) EventName() string { return "OrderDownloaded" }

// The errors of downloads.
var (
	ErrNoDownload       = fault.NotFoundf("Download not found")
	errDownloadOfOther  = fault.Forbiddenf("This download is for the customer who bought it. Please log in with that account.")
	errDownloadOnHold   = fault.Preconditionf("The order of this download is on hold or in review. Please try again later.")
	errDownloadUnpaid   = fault.Preconditionf("This download is available as soon as its order is invoiced.")
	errDownloadReturned = fault.Preconditionf("This download was cancelled or refunded.")
	errDownloadExpired  = fault.Preconditionf("The time for this download is over.")
	errDownloadUsedUp   = fault.Preconditionf("This download was used as often as it was bought for.")
	errDownloadNowhere  = fault.NotFoundf("The file of this download is missing. Please ask the shop.")
)

// Download identifies a download link of a line of an order.
type Download struct{ OrderID, LineID, LinkID int64 }

// Key returns the key that a buyer sends to download. It cannot be guessed without the order's secret; an order without a secret has no
// keys.
func (d Download) Key(secret string) string {
	if secret == "" {
		return ""
	}
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(mac, "%d/%d/%d", d.OrderID, d.LineID, d.LinkID) // a hash takes everything
	return fmt.Sprintf("%d-%d-%d-%s", d.OrderID, d.LineID, d.LinkID, hex.EncodeToString(mac.Sum(nil)[:16]))
}

// ReadDownload returns the order, line and link that a key names; ok is false if the text is no key. Order.Download verifies the key.
func ReadDownload(key string) (d Download, ok bool) {
	parts := strings.Split(key, "-")
	if len(parts) != 4 {
		return d, false
	}
	for i, number := range []*int64{&d.OrderID, &d.LineID, &d.LinkID} {
		n, err := strconv.ParseInt(parts[i], 10, 64)
		if err != nil || n <= 0 {
			return d, false
		}
		*number = n
	}
	return d, true
}

// Download returns the link if a key allows to download it now. customerID is 0 if nobody has logged in. The download is counted on the
// order's stream, so that concurrent downloads never pass the limit.
func (o Order) Download(key string, customerID int64, now time.Time) (link ChosenLink, events []domain.Event, err error) {
	d, ok := ReadDownload(key)
	if !ok || !o.Exists || d.OrderID != o.ID || !hmac.Equal([]byte(d.Key(o.DownloadSecret)), []byte(key)) {
		return link, nil, ErrNoDownload
	}
	line, ok := o.line(d.LineID)
	if !ok || line.Chosen == nil {
		return link, nil, ErrNoDownload
	}
	if link, ok = domain.Find(line.Chosen.Links, func(l ChosenLink) bool { return l.ID == d.LinkID }); !ok {
		return link, nil, ErrNoDownload
	}
	units := line.Delivered(link)
	switch {
	case link.Private && o.CustomerID != 0 && customerID != o.CustomerID:
		err = errDownloadOfOther
	case o.State == Holded || o.State == PaymentReview:
		err = errDownloadOnHold
	case line.Canceled.Add(line.Refunded).Cmp(line.Qty) >= 0:
		err = errDownloadReturned
	case units.Sign() <= 0:
		err = errDownloadUnpaid
	case link.Until != nil && !now.Before(*link.Until):
		err = errDownloadExpired
	case link.Limit > 0 && money.FromInt(link.Limit).Mul(units).Cmp(money.FromInt(line.Downloads[link.ID]+1)) < 0:
		err = errDownloadUsedUp
	case !strings.HasPrefix(link.URL, "https://") && !strings.HasPrefix(link.URL, "http://"):
		err = errDownloadNowhere
	default:
		events = []domain.Event{Downloaded{LineID: d.LineID, LinkID: d.LinkID}}
	}
	return link, events, err
}

// Delivered returns the number of units of a line that can be downloaded, without cancelled and refunded ones. These are the invoiced
// units, or all ordered ones if the link does not wait for the invoice.
func (l LineState) Delivered(link ChosenLink) money.Decimal {
	units := l.Invoiced
	if link.AtOnce {
		units = l.Qty.Sub(l.Canceled)
	}
	return atLeastZero(units.Sub(l.Refunded))
}

// downloaded counts a download.
func (o *Order) downloaded(e Downloaded) {
	o.Lines = slices.Clone(o.Lines)
	o.each(e.LineID, func(l *LineState) {
		counted := maps.Clone(l.Downloads)
		if counted == nil {
			counted = map[int64]int64{}
		}
		counted[e.LinkID]++
		l.Downloads = counted
	})
}
