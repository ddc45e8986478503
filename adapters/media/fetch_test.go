package media

import (
	"context"
	"image"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"testing"
)

// TestFetch: pictures come from public addresses alone, without redirects.
func TestFetch(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/a.png" {
			http.Redirect(w, r, "/a.png", http.StatusFound)
			return
		}
		_, _ = w.Write([]byte("a picture"))
	}))
	t.Cleanup(server.Close)
	anywhere := func(netip.Addr) bool { return true }
	got, err := fetch(context.Background(), server.URL+"/a.png", anywhere)
	if string(got) != "a picture" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := fetch(context.Background(), server.URL+"/elsewhere", anywhere); err == nil {
		t.Error("a redirect was followed")
	}
	if _, err := Fetch(context.Background(), server.URL+"/a.png"); err == nil || err.Error() != errPrivate.Error() {
		t.Errorf("this machine: %v", err)
	}
}

// TestReady: a WebP file that is nothing but a picture keeps its bytes, and others are converted.
func TestReady(t *testing.T) {
	t.Parallel()
	s, ctx := Open("", "", 0), context.Background()
	p, err := Encode(onWhite(image.NewNRGBA(image.Rect(0, 0, 8, 8))), WebP, 80)
	if err != nil {
		t.Fatal(err)
	}
	kept, ready, err := s.Ready(ctx, p.Content, WebP)
	if err != nil || !ready || kept.SHA256() != p.SHA256() || kept.Width != 8 {
		t.Errorf("a plain file: %t, %v", ready, err)
	}
	if _, ready, err := s.Ready(ctx, append(p.Content[:len(p.Content):len(p.Content)], "EXIF"...), WebP); ready || err != nil {
		t.Errorf("a file with more: %t, %v", ready, err)
	}
	photo, err := Encode(onWhite(image.NewNRGBA(image.Rect(0, 0, 8, 8))), JPEG, 80)
	if err != nil {
		t.Fatal(err)
	}
	if kept, ready, err := s.Ready(ctx, photo.Content, JPEG); err != nil || !ready || kept.SHA256() != photo.SHA256() {
		t.Errorf("a plain photo: %t, %v", ready, err)
	}
	comment := slices.Concat(photo.Content[:2], []byte("\xff\xfe\x00\x06Home"), photo.Content[2:])
	for what, upload := range map[string][]byte{"a comment": comment, "more behind it": slices.Concat(photo.Content, []byte("Home"))} {
		if _, ready, err := s.Ready(ctx, upload, JPEG); ready || err != nil {
			t.Errorf("a photo with %s: %t, %v", what, ready, err)
		}
	}
	if _, ready, err := s.Ready(ctx, p.Content, PNG); ready || err != nil {
		t.Errorf("for another format: %t, %v", ready, err)
	}
	if _, ready, err := s.Ready(ctx, []byte("no picture"), WebP); ready || err == nil {
		t.Error("no picture")
	}
}
