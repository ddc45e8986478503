package office_test

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/test/apptest"
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
