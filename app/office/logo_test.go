package office_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"os"
	"path/filepath"
	"testing"

	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestALogoThatCannotBeReadIsRefused: papers and e-mails would have nothing in its place.
func TestALogoThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	dir := t.TempDir()
	set := func(path string) error {
		return s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, map[string]string{"sales/identity/logo": path})
	}
	text, picture := filepath.Join(dir, "logo.txt"), filepath.Join(dir, "logo.png")
	file, err := os.Create(picture)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(file, image.NewRGBA(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(text, []byte("a logo"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "none.png"), dir, text} {
		if err := set(path); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
	for _, path := range []string{picture, ""} {
		if err := set(path); err != nil {
			t.Errorf("%q: %v", filepath.Base(path), err)
		}
	}
}

// TestALogoOfTheMediaLibrary: the logo is an uploaded file, under its path or its URL path. Papers show it while it is there.
func TestALogoOfTheMediaLibrary(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("MUG", "19.99", 10, nil)
	order := s.Must(201, "POST", "/guest-carts/"+s.GuestCart("MUG")+"/place-order", salestest.Placement(nil)).Object(t)
	paper := func() bool {
		return bytes.Contains(s.Must(200, "GET", path(order, "/pdf"), nil, s.Service...).Body, []byte("/DCTDecode"))
	}
	var file, body bytes.Buffer
	page := image.NewRGBA(image.Rect(0, 0, 40, 20))
	page.Set(3, 3, color.White)
	if err := png.Encode(&file, page); err != nil {
		t.Fatal(err)
	}
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", "our logo.png")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(file.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	writer := s.As([]string{"media/read", "media/write", "media/delete"})
	stored := s.Must(201, "POST", "/media", body.String(), salestest.With(writer, "Content-Type", w.FormDataContentType())...).Object(t)
	uploaded := stored["path"].(string)
	set := func(path string) error {
		return s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, map[string]string{settings.Logo: path})
	}
	if err := set("wysiwyg/none.png"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a file that is not in the library: %v", err)
	}
	if paper() {
		t.Fatal("a logo that is not set")
	}
	for _, path := range []string{uploaded, "/media/" + uploaded} {
		s.Configure(settings.Logo, path)
		if !paper() {
			t.Errorf("%s: no logo", path)
		}
	}
	s.Must(204, "DELETE", "/api/rest/v2/media/"+uploaded, nil, writer...)
	s.Settle()
	if paper() {
		t.Error("the logo is shown although its file was deleted")
	}
}
