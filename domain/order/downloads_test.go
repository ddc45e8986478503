package order

import (
	"errors"
	"testing"
	"time"

	"tradelog/domain"
)

func TestDownloads(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	over := now.Add(-time.Hour)
	placed := func(change func(*ChosenLink)) Placed {
		p := cmB()
		p.CustomerID, p.DownloadSecret = 7, "secret"
		link := ChosenLink{ID: 61, Title: "Song", URL: "https://example.com/song", Limit: 2}
		if change != nil {
			change(&link)
		}
		p.Lines[0].Chosen = &Chosen{Links: []ChosenLink{link}}
		return p
	}
	key := Download{42, 1, 61}.Key("secret")
	bought := Invoiced{InvoiceID: 1, State: Paid, Lines: []InvoicedLine{{ID: 1, LineID: 1, Qty: n(1)}}}
	once := Downloaded{LineID: 1, LinkID: 61}
	for _, c := range []struct {
		name  string
		given []domain.Event
		key   string
		by    int64
		fails error
	}{
		{"an invoiced link", []domain.Event{placed(nil), bought}, key, 0, nil},
		{"the last time", []domain.Event{placed(nil), bought, once}, key, 0, nil},
		{"more often than it was bought for", []domain.Event{placed(nil), bought, once, once}, key, 0, errDownloadUsedUp},
		{"no limit", []domain.Event{placed(func(l *ChosenLink) { l.Limit = 0 }), bought, once, once, once}, key, 0, nil},
		{"before the invoice", []domain.Event{placed(nil)}, key, 0, errDownloadUnpaid},
		{"before the invoice, where that is enough", []domain.Event{placed(func(l *ChosenLink) { l.AtOnce = true })}, key, 0, nil},
		{"on hold", []domain.Event{placed(nil), bought, Held{}}, key, 0, errDownloadOnHold},
		{"refunded", []domain.Event{placed(nil), bought,
			Refunded{CreditMemo: CreditMemo{MemoID: 1, Lines: []RefundedLine{{LineID: 1, Qty: n(1)}}}}}, key, 0,
			errDownloadReturned},
		{"cancelled", []domain.Event{placed(func(l *ChosenLink) { l.AtOnce = true }),
			CanceledEvent{Lines: []CanceledLine{{LineID: 1, Qty: n(1)}}}}, key, 0, errDownloadReturned},
		{"too late", []domain.Event{placed(func(l *ChosenLink) { l.Until = &over }), bought}, key, 0, errDownloadExpired},
		{"for the customer alone", []domain.Event{placed(func(l *ChosenLink) { l.Private = true }), bought}, key, 0, errDownloadOfOther},
		{"for another customer", []domain.Event{placed(func(l *ChosenLink) { l.Private = true }), bought}, key, 8, errDownloadOfOther},
		{"for the customer", []domain.Event{placed(func(l *ChosenLink) { l.Private = true }), bought}, key, 7, nil},
		{"without a file", []domain.Event{placed(func(l *ChosenLink) { l.URL = "" }), bought}, key, 0, errDownloadNowhere},
		{"another key", []domain.Event{placed(nil), bought}, Download{42, 1, 61}.Key("guess"), 0, ErrNoDownload},
		{"another line", []domain.Event{placed(nil), bought}, Download{42, 2, 61}.Key("secret"), 0, ErrNoDownload},
		{"another link", []domain.Event{placed(nil), bought}, Download{42, 1, 62}.Key("secret"), 0, ErrNoDownload},
		{"no key", []domain.Event{placed(nil), bought}, "42-1-61", 0, ErrNoDownload},
		{"no order", nil, key, 0, ErrNoDownload},
	} {
		_, events, err := fold(c.given...).Download(c.key, c.by, now)
		if !errors.Is(err, c.fails) || (len(events) == 1) != (c.fails == nil) {
			t.Errorf("%s: %v, %v; want %v", c.name, events, err, c.fails)
		}
	}
	forgotten := placed(nil)
	forgotten.DownloadSecret = ""
	if _, _, err := fold(forgotten, bought).Download("42-1-61-", 0, now); !errors.Is(err, ErrNoDownload) {
		t.Errorf("a forgotten order: %v", err)
	}
}
