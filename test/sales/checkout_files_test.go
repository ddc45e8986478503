package sales_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tradelog/adapters/media"
	"tradelog/app"
	domaincontent "tradelog/domain/content"
	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/internal/wait"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestOptionFiles follows a file for a custom option from the cart to the order, or to its deletion without an order (shapes-sales §1,
// shapes-catalog §5.4).
func TestOptionFiles(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	units, yes := money.FromInt(5), true
	s.ProductWith("PRINT", "10", stock.Change{Qty: &units, InStock: &yes}, fields{"customOptions": list{
		fields{"id": 81, "title": "Motif", "type": "file", "required": true, "price": 3, "priceType": "fixed", "fileExtensions": "png, pdf",
			"imageSizeX": 60, "imageSizeY": 50},
		fields{"id": 82, "title": "Text", "type": "field"}, fields{"id": 83, "title": "Anything", "type": "file"},
	}})
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	var wide bytes.Buffer
	if err := png.Encode(&wide, image.NewGray(image.Rect(0, 0, 61, 30))); err != nil {
		t.Fatal(err)
	}
	file := func(name string, content []byte) fields {
		return fields{"name": name, "type": "text/html", "base64_encoded_data": base64.StdEncoding.EncodeToString(content)}
	}
	motif := file("Mein Motif.png", drawn.Bytes())
	mask := s.GuestCart()
	path := guests(mask, "/items")

	before := s.LogSize()
	const prefix = "Failed to add product: "
	for _, c := range []struct {
		options, files any
		reason         string
	}{
		{nil, nil, prefix + "Please specify the product required option <em>Motif</em>."},
		{fields{"81": "motif.png"}, nil, prefix + "Option Motif needs a file. Send it in options_files."},
		{fields{"81": fields{"fileId": 1, "key": "x", "name": "motif.png"}}, nil,
			prefix + "Option Motif needs a file. Send it in options_files."},
		{nil, fields{"81": "motif.png"}, "File option 81 requires 'name' and 'base64_encoded_data'"},
		{nil, fields{"81": file("motif.png", nil)}, "File option 81 requires 'name' and 'base64_encoded_data'"},
		{nil, fields{"81": fields{"name": "motif.png", "base64_encoded_data": "%"}}, prefix + "Invalid base64-encoded file data."},
		{nil, fields{"81": file("motif.php", drawn.Bytes())},
			prefix + "The following file extensions are not allowed for security reasons: php"},
		{nil, fields{"81": motif, "83": file("template.phtml", drawn.Bytes())},
			prefix + "The following file extensions are not allowed for security reasons: phtml"},
		{nil, fields{"81": motif, "83": file("a.SVG", drawn.Bytes())},
			prefix + "The following file extensions are not allowed for security reasons: svg"},
		{nil, fields{"81": motif, "83": file("a.b.html", drawn.Bytes())},
			prefix + "The following file extensions are not allowed for security reasons: html"},
		{nil, fields{"81": file("motif.jpg", drawn.Bytes())}, prefix + "The file 'motif.jpg' for 'Motif' has an invalid extension."},
		{nil, fields{"81": file("motif", drawn.Bytes())}, prefix + "Files without extensions are not allowed."},
		{nil, fields{"81": file("motif.pdf", drawn.Bytes())},
			prefix + "The content of the file 'motif.pdf' for 'Motif' is not what its extension says."},
		{nil, fields{"81": file("motif.png", []byte("<html>"))},
			prefix + "The content of the file 'motif.png' for 'Motif' is not what its extension says."},
		{nil, fields{"81": file("motif.png", wide.Bytes())}, prefix + "Maximum allowed image size for 'Motif' is 60x50 px."},
		{nil, fields{"82": motif}, "Option ID 82 is not a valid file-type option for this product"},
		{nil, fields{"x": motif}, "Option ID x is not a valid file-type option for this product"},
	} {
		a := s.Must(400, "POST", path, fields{"sku": "PRINT", "options": c.options, "options_files": c.files})
		if a.Message() != c.reason {
			t.Errorf("%v, %v is refused: %s, want %s", c.options, c.files, a.Message(), c.reason)
		}
	}
	if left := s.Since(before); len(left) != 0 {
		t.Errorf("a refusal stored something: %v", left)
	}

	added := s.Must(200, "POST", path, fields{"sku": "PRINT", "options": fields{"82": "Hi"}, "options_files": fields{"81": motif}}).Object(t)
	salestest.Check(t, added, fields{"items.#": 1, "items.0.price": 13, "items.0.options.0.value": "Mein_Motif.png 40 x 30 px",
		"items.0.options.0.file.type": "image/png", "items.0.options.0.file.size": drawn.Len(), "items.0.options.0.file.width": 40,
		"items.0.options.1.value": "Hi"})
	at := func(line string) string {
		file := line + ".options.0.file."
		return fmt.Sprintf("/custom-option-file/%v/%v", salestest.At(added, file+"id"), salestest.At(added, file+"key"))
	}
	first := at("items.0")
	served := s.Must(200, "GET", first, nil)
	if !bytes.Equal(served.Body, drawn.Bytes()) {
		t.Error("other bytes are served than were sent")
	}
	for name, want := range map[string]string{
		"Content-Type": "image/png", "Content-Disposition": `attachment; filename="Mein_Motif.png"`, "X-Content-Type-Options": "nosniff",
		"Cache-Control": "private, max-age=3600",
	} {
		if got := served.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	id, key := salestest.At(added, "items.0.options.0.file.id"), salestest.At(added, "items.0.options.0.file.key").(string)
	for path, want := range map[string]string{
		fmt.Sprintf("/custom-option-file/%v/%s", id, key[1:]+"g"): "403 Invalid key",
		fmt.Sprintf("/custom-option-file/%v/%s", id, key[:19]):    "403 Invalid key",
		fmt.Sprintf("/custom-option-file/%v9/%s", id, key):        "404 File not found",
		"/custom-option-file/x/" + key:                            "404 File not found",
	} {
		a := s.Do("GET", path, nil)
		if got := fmt.Sprint(a.Status, " ", a.Message()); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	published, err := s.Client.Get(s.URL + "/media/custom-options/" + key[:2] + "/" + key + "/file")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, published.Body)
	if published.Body.Close(); published.StatusCode != 404 {
		t.Errorf("the file is published: %d", published.StatusCode)
	}

	// The directory's names do not disclose the key.
	sealed := filepath.Join(s.Config.Files.MediaDir, "custom-options")
	err = filepath.WalkDir(sealed, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if strings.Contains(at, key) || entry.IsDir() && info.Mode().Perm() != 0o700 {
			t.Errorf("%s is open to others: %v", strings.ReplaceAll(at, key, "<key>"), info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	// Each file has a line of its own, and is deleted with its line.
	added = s.Must(200, "POST", path, fields{"sku": "PRINT", "options_files": fields{"81": motif}}).Object(t)
	salestest.Check(t, added, fields{"items.#": 2})
	second := at("items.1")
	s.Must(200, "GET", second, nil)
	s.Must(200, "DELETE", fmt.Sprint(path, "/", salestest.At(added, "items.1.id")), nil)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for s.Do("GET", second, nil).Status != 404 {
		if wait.For(ctx, 20*time.Millisecond); ctx.Err() != nil {
			t.Fatal("the file of a line that was removed stays")
		}
	}
	s.Must(422, "POST", path, fields{"sku": "PRINT", "qty": 9, "options_files": fields{"81": motif}})

	placed := s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(nil)).Object(t)
	salestest.Check(t, placed, fields{"items.0.productOptions.options.0.value": "Mein_Motif.png 40 x 30 px",
		"items.0.productOptions.options.0.option_type": "file", "items.0.productOptions.options.0.file.key": key})
	s.Settle()
	s.Must(200, "GET", first, nil)
	s.Verify("carts", "orders", "media")
}

// TestOptionFilesOfAnEarlierVersion are stored under their keys, in directories that every user may read. The directories are closed, and
// the files still served.
func TestOptionFilesOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	data, key := t.TempDir(), "0123456789abcdef0123"
	at := domaincontent.OptionPath(key)
	stored := filepath.Join(data, filepath.FromSlash(at)) + ".1122334455667788"
	if err := os.MkdirAll(filepath.Dir(stored), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stored, []byte("a motif"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Files.MediaDir = data }))
	id, _, err := s.Commands.Content.AddFile(apptest.Operator(), domaincontent.File{
		Path: at, Key: at + ".1122334455667788", Type: "application/octet-stream", Size: 7,
	})
	if err != nil {
		t.Fatal(err)
	}
	served := s.Must(200, "GET", fmt.Sprintf("/custom-option-file/%d/%s", id, key), nil)
	if string(served.Body) != "a motif" {
		t.Errorf("served as %q", served.Body)
	}
	info, err := os.Stat(filepath.Join(data, domaincontent.Options))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory of files is %v, %v", info.Mode(), err)
	}
	store := media.Open("", data, 0)
	defer store.Close()
	if err := store.Remove(t.Context(), at+".1122334455667788"); err != nil {
		t.Errorf("it cannot be removed: %v", err)
	}
}
