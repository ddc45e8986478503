package documents_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"tradelog/readmodels/documents"
)

// TestBuyersSeeTheirComments: of all comments of an order and its shipments, buyers see those that are visible, that were sent to them, or
// that they made. Texts that look like comments change nothing, and every status change stays.
func TestBuyersSeeTheirComments(t *testing.T) {
	t.Parallel()
	odd := `x"},{"note":"x","status":"y","isVisibleOnFront":false},] \" \`
	var o documents.Order
	var s documents.Shipment
	s.Comments, o.CustomerNote = []documents.Comment{}, &odd
	var wantNotes, wantComments []string
	for i := range 32 {
		visible, notified, by := i&1 != 0, i&2 != 0, []string{"admin:1", "system", "customer:7", "guest"}[i>>2&3]
		text := fmt.Sprint(odd, i)
		note := documents.Status{Status: "pending", CreatedAt: "2026-01-02 03:04:05", IsVisible: visible, IsNotified: notified, ChangedBy: by}
		want := "null"
		if i < 16 {
			note.Note = &text
			if visible || notified || by == "customer:7" || by == "guest" {
				want = text
			}
		}
		o.StatusHistory, wantNotes = append(o.StatusHistory, note), append(wantNotes, want)
		s.Comments = append(s.Comments, documents.Comment{ID: int64(i), Comment: text, CreatedAt: "x", IsVisible: visible, IsNotified: notified})
		if visible || notified {
			wantComments = append(wantComments, text)
		}
	}
	last := s
	last.Comments = s.Comments[:1] // the only one is hidden
	o.Shipments = []*documents.Shipment{&s, &last}
	doc, err := documents.Ready(o)
	if err != nil {
		t.Fatal(err)
	}
	var got documents.Order
	if err := json.Unmarshal(documents.ForBuyers(doc), &got); err != nil {
		t.Fatal(err)
	}
	var notes, comments []string
	for _, step := range got.StatusHistory {
		note := "null"
		if step.Note != nil {
			note = *step.Note
		}
		notes = append(notes, note)
	}
	for _, c := range got.Shipments[0].Comments {
		comments = append(comments, c.Comment)
	}
	if fmt.Sprint(notes) != fmt.Sprint(wantNotes) || fmt.Sprint(comments) != fmt.Sprint(wantComments) || len(got.Shipments[1].Comments) != 0 ||
		*got.CustomerNote != odd {
		t.Errorf("notes %q\nwant %q\ncomments %q\nwant %q", notes, wantNotes, comments, wantComments)
	}
}
