package catalog_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"io/fs"
	"mime/multipart"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tradelog/adapters/media"
	domaincontent "tradelog/domain/content"
	"tradelog/domain/settings"
	"tradelog/internal/wait"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// drawn is a picture of two colours.
func drawn(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.NRGBA{uint8(x), uint8(y), 100, 255})
		}
	}
	return m
}

// upload is a picture of a format.
func upload(t *testing.T, f *media.Format, w, h int) string {
	t.Helper()
	p, err := media.Encode(drawn(w, h), f, 80)
	if err != nil {
		t.Fatal(err)
	}
	return string(p.Content)
}

// form encodes values, given as names and values, and a file. A field whose name begins with @ is a file, with its name after the @.
func form(t testing.TB, file, content string, values ...string) (body string, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i+1 < len(values); i += 2 {
		if err := w.WriteField(values[i], values[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if file != "" {
		part, err := w.CreateFormFile("file", file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

// gallery is a running shop with an account that may do everything with media.
type gallery struct {
	*salestest.Shop
	media []string // its headers
}

func startGallery(t *testing.T) gallery {
	t.Helper()
	s := salestest.Start(t)
	return gallery{s, s.As([]string{"media/read", "media/write", "media/delete"})}
}

// post uploads a file.
func (s gallery) post(file, content string, values ...string) apptest.Answer {
	s.T.Helper()
	body, contentType := form(s.T, file, content, values...)
	return s.Do("POST", "/media", body, salestest.With(s.media, "Content-Type", contentType)...)
}

// stored uploads a file that is accepted, and returns the member path of the answer.
func (s gallery) stored(file, content string, values ...string) string {
	s.T.Helper()
	a := s.post(file, content, values...)
	if a.Status != 201 {
		s.T.Fatalf("%s: status %d: %s", file, a.Status, a.Body)
	}
	return a.Object(s.T)["path"].(string)
}

func (s gallery) list(folder string) []map[string]any {
	s.T.Helper()
	return s.Must(200, "GET", "/media?folder="+folder, nil, s.media...).List(s.T)
}

// remove deletes a file, by its path below the REST path of media.
func (s gallery) remove(path string) apptest.Answer {
	s.T.Helper()
	return s.Do("DELETE", "/api/rest/v2/media/"+path, nil, s.media...)
}

// bytesStored counts the files in the store.
func (s gallery) bytesStored() (n int) {
	s.T.Helper()
	err := filepath.WalkDir(s.Config.Files.MediaDir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		s.T.Fatal(err)
	}
	return n
}

func TestMediaFiles(t *testing.T) {
	t.Parallel()
	s := startGallery(t)
	small := upload(t, media.PNG, 40, 30)

	if got := s.list(""); len(got) != 0 {
		t.Errorf("an empty shop has %v", got)
	}

	t.Run("upload, list and serve", func(t *testing.T) {
		a := s.post("Große Übersicht (1).PNG", small, "folder", "wysiwyg/rows")
		if a.Status != 201 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		got := a.Object(t)
		const path = "wysiwyg/rows/Gro_e__bersicht__1_.webp"
		want := map[string]any{
			"url": "http://127.0.0.1:8080/media/" + path, "directive": `{{media url="` + path + `"}}`, "path": path,
			"filename": "Gro_e__bersicht__1_.webp",
		}
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%s is %v, want %v", name, got[name], value)
			}
		}
		if size := got["dimensions"].(map[string]any); size["width"] != 40.0 || size["height"] != 30.0 {
			t.Errorf("dimensions %v", size)
		}
		for _, folder := range []string{"rows", "wysiwyg/rows", "/rows/", `wysiwyg\rows`, "rows/../rows", "../wysiwyg/rows"} {
			if rows := s.list(folder); len(rows) != 1 || fmt.Sprint(rows[0]) != fmt.Sprint(got) {
				t.Errorf("folder %s has %v", folder, rows)
			}
		}
		if rows := s.list(""); len(rows) != 0 {
			t.Errorf("the list of the root has files of folders: %v", rows)
		}

		served := s.Must(200, "GET", "/media/"+path, nil)
		if media.Sniff(served.Body) != media.WebP || float64(len(served.Body)) != got["size"] {
			t.Errorf("served %d bytes, want %v of WebP", len(served.Body), got["size"])
		}
		for name, want := range map[string]string{
			"Content-Type": "image/webp", "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff",
		} {
			if got := served.Header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		tag := served.Header.Get("ETag")
		if a := s.Must(304, "GET", "/media/"+path, nil, "If-None-Match", tag); len(a.Body) > 0 {
			t.Error("a 304 has a body")
		}
		if a := s.Must(200, "HEAD", "/media/"+path, nil); len(a.Body) > 0 || a.Header.Get("Content-Length") != fmt.Sprint(got["size"]) {
			t.Errorf("HEAD: %d bytes, Content-Length %s", len(a.Body), a.Header.Get("Content-Length"))
		}
		if a := s.Must(206, "GET", "/media/"+path, nil, "Range", "bytes=0-3"); string(a.Body) != "RIFF" {
			t.Errorf("range: %q", a.Body)
		}
		for _, other := range []string{
			"/media/wysiwyg", "/media/wysiwyg/", "/media/wysiwyg/rows/", "/media/wysiwyg/rows/none.webp", "/media/wysiwyg/rows/../../" + path,
		} {
			s.Must(404, "GET", other, nil)
		}
	})

	t.Run("names", func(t *testing.T) {
		for i, want := range []string{"wysiwyg/names/b.webp", "wysiwyg/names/b_1.webp", "wysiwyg/names/b_2.webp"} {
			if got := s.stored("x.png", small, "folder", "names", "filename", "b"); got != want {
				t.Errorf("upload %d is at %s, want %s", i, got, want)
			}
		}
		for _, c := range [][3]string{
			{"x.png", "öä", "wysiwyg/names/file.webp"},
			{"../../evil.png", "", "wysiwyg/names/evil.webp"}, {"x.png", "../../a", "wysiwyg/names/__.._a.webp"},
			{"x.png", "A", "wysiwyg/names/A.webp"}, {"x.png", ".htaccess", "wysiwyg/names/_htaccess.webp"},
		} {
			if got := s.stored(c[0], small, "folder", "names", "filename", c[1]); got != c[2] {
				t.Errorf("%s called %q is at %s, want %s", c[0], c[1], got, c[2])
			}
		}
		var names []string
		for _, row := range s.list("names") {
			names = append(names, row["filename"].(string))
		}
		const want = "__.._a.webp _htaccess.webp A.webp b.webp b_1.webp b_2.webp evil.webp file.webp"
		if got := strings.Join(names, " "); got != want {
			t.Errorf("order %s, want %s", got, want)
		}
	})

	t.Run("folders", func(t *testing.T) {
		if got := s.stored("f.png", small, "folder", `..\up/../wysiwyg/./deep`); got != "wysiwyg/up/wysiwyg/deep/f.webp" {
			t.Errorf("segments are not removed: %s", got)
		}
		if rows := s.list("up"); len(rows) != 0 {
			t.Errorf("a folder with folders has files: %v", rows)
		}
		for folder, message := range map[string]string{
			"none": "Folder does not exist", "wysiwyg_x": "Folder does not exist", "..": "Invalid folder path. Must be within wysiwyg/",
			"../wysiwyg_x": "Invalid folder path. Must be within wysiwyg/", "a/../../b": "Invalid folder path. Must be within wysiwyg/",
			"%00": "Invalid folder path. Must be within wysiwyg/", `..%5c..%5cetc`: "Invalid folder path. Must be within wysiwyg/",
		} {
			a := s.Must(400, "GET", "/media?folder="+folder, nil, s.media...)
			if folder != "%00" && a.Message() != message {
				t.Errorf("folder %s: %s, want %s", folder, a.Message(), message)
			}
		}
		for _, folder := range []string{".git", "a/.b", "a\u2215b", "a:b", "%2e%2e", strings.Repeat("a/", 11), strings.Repeat("a", 300)} {
			if a := s.post("f.png", small, "folder", folder); a.Status != 400 || a.Message() != "Invalid folder path" {
				t.Errorf("folder %q: %d %s", folder, a.Status, a.Body)
			}
		}
	})

	t.Run("refusals", func(t *testing.T) {
		before, had := s.LogSize(), s.bytesStored()
		for _, c := range []struct {
			what, file, content string
			status              int
			message             string
		}{
			{"no file", "", "", 400, "No valid file uploaded"},
			{"an empty file", "a.png", "", 400, "No valid file uploaded"},
			{"a file beyond the limit", "a.png", strings.Repeat("x", media.MaxBytes+1), 400, "No valid file uploaded"},
			{"a body beyond the limit", "a.png", strings.Repeat("x", media.MaxBytes+3<<20), 400, "No valid file uploaded"},
			{"another extension", "a.php", small, 422, "Disallowed file type."},
			{"no extension", "a", small, 422, "Disallowed file type."},
			{"text", "a.png", "<?php echo 1;", 422, "Invalid MIME type."},
			{"SVG", "a.png", "<svg xmlns='http://www.w3.org/2000/svg'/>", 422, "Invalid MIME type."},
			{"a broken picture", "a.png", small[:60], 422, "Invalid image."},
			{"a bomb", "a.png", bomb(40_000, 40_000), 422, "The image has more than 40 megapixels, or a side longer than 16383 pixels."},
			{"a bomb of fewer pixels", "a.png", bomb(6_500, 6_000), 422,
				"The image has 39.0 megapixels: its conversion to webp takes more memory than pictures may. Send a smaller one."},
		} {
			if a := s.post(c.file, c.content); a.Status != c.status || a.Message() != c.message {
				t.Errorf("%s: %d %.200s, want %d %s", c.what, a.Status, a.Body, c.status, c.message)
			}
		}
		body, contentType := form(t, "a.png", small)
		s.Must(415, "POST", "/media", map[string]any{"file": "x"}, s.media...)
		s.Must(401, "POST", "/media", body, "Content-Type", contentType)
		reader := s.As([]string{"media/read"})
		s.Must(403, "POST", "/media", body, salestest.With(reader, "Content-Type", contentType)...)
		s.Must(403, "DELETE", "/api/rest/v2/media/names/b.webp", nil, reader...)
		s.Must(403, "GET", "/media", nil, s.As([]string{"media/delete"})...)
		s.Must(403, "GET", "/media", nil, apptest.Bearer(s.Admin("cms/page"))...)
		s.Must(200, "GET", "/media", nil, apptest.Bearer(s.Admin("cms/media_gallery"))...)
		s.Must(400, "POST", "/media", "--x\r\nno part", salestest.With(s.media, "Content-Type", "multipart/form-data; boundary=x")...)
		for _, row := range s.list("") {
			t.Errorf("a refused upload is listed: %v", row)
		}
		if s.bytesStored() != had {
			t.Error("refused uploads have left bytes")
		}
		if media, _ := s.Readers.Content.MediaFile(context.Background(), "wysiwyg/a.webp"); media != nil || s.LogSize() < before {
			t.Error("a refused upload is known")
		}
	})

	t.Run("deletion", func(t *testing.T) {
		path := s.stored("gone.png", small)
		for _, other := range []string{"none.webp", "names", "", "names/", "../secret.webp",
			"%2e%2e%2fsecret.webp", "wysiwyg/../../gone.webp", "a%00b"} {
			if a := s.remove(other); a.Status != 404 {
				t.Errorf("DELETE %s: %d %s", other, a.Status, a.Body)
			}
		}
		if a := s.remove("none.webp"); a.Message() != "File not found" {
			t.Errorf("message %s", a.Message())
		}
		file, err := s.Readers.Content.MediaFile(context.Background(), path)
		if err != nil || file == nil {
			t.Fatal(err)
		}
		if a := s.remove(path); a.Status != 204 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		s.Must(404, "GET", "/media/"+path, nil)
		if a := s.remove(path); a.Status != 404 {
			t.Errorf("deleted twice: %d", a.Status)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		for { // a reaction removes the bytes
			if _, err := os.Stat(filepath.Join(s.Config.Files.MediaDir, filepath.FromSlash(file.Key))); os.IsNotExist(err) {
				break
			}
			if wait.For(ctx, 10*time.Millisecond); ctx.Err() != nil {
				t.Fatal("the bytes are still there")
			}
		}
		if again := s.stored("gone.png", small); again != path {
			t.Errorf("a free name is not used again: %s", again)
		}
		if a := s.remove("gone.webp"); a.Status != 204 {
			t.Errorf("without the root: %d", a.Status)
		}
		deep := s.stored("x.png", small, "folder", "to/delete")
		if a := s.remove(strings.ReplaceAll(deep, "/", "%2F")); a.Status != 204 {
			t.Errorf("with escaped slashes: %d", a.Status)
		}
		if rows := s.list("to/delete"); len(rows) != 0 {
			t.Errorf("the folder has %v", rows) // the file is still there
		}
	})

	t.Run("idempotency keys", func(t *testing.T) {
		body, contentType := form(t, "once.png", small)
		headers := salestest.With(s.media, "Content-Type", contentType, "X-Idempotency-Key", "once")
		first := s.Must(201, "POST", "/media", body, headers...)
		again := s.Must(201, "POST", "/media", body, headers...)
		if string(first.Body) != string(again.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" {
			t.Errorf("%s\n%s", first.Body, again.Body)
		}
		if rows := s.list(""); len(rows) != 1 {
			t.Errorf("%d files, want 1", len(rows))
		}
	})

	t.Run("rebuild equals live", func(t *testing.T) {
		differences, err := s.Projections.Verify(context.Background(), "media", nil)
		if err != nil || len(differences) > 0 {
			t.Errorf("%v %v", differences, err)
		}
	})
}

// bomb is the beginning of a PNG with a large size in its header.
func bomb(w, h uint32) string {
	header := []byte("IHDR")
	header = append(header, byte(w>>24), byte(w>>16), byte(w>>8), byte(w), byte(h>>24), byte(h>>16), byte(h>>8), byte(h), 8, 2, 0, 0, 0)
	sum := crc32.ChecksumIEEE(header)
	return "\x89PNG\r\n\x1a\n\x00\x00\x00\x0d" + string(header) + string([]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)})
}

func TestConversionOfPictures(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := startGallery(t)
	configure := func(values map[string]string) {
		t.Helper()
		if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, values); err != nil {
			t.Fatal(err)
		}
		s.Settle()
	}
	const at = "system/media_storage_configuration/"
	originals := map[string]string{}
	for _, f := range []*media.Format{media.GIF, media.JPEG, media.PNG, media.WebP, media.AVIF} {
		originals[f.Name] = upload(t, f, 33, 21)
	}
	for name, original := range originals {
		if got := s.stored(name+"."+name, original); got != "wysiwyg/"+name+".webp" {
			t.Errorf("%s is at %s", name, got)
		}
	}
	if got := s.stored("right.jpg", originals["png"]); got != "wysiwyg/right.webp" { // the content decides, not the extension
		t.Errorf("at %s", got)
	}
	for number, f := range media.Configured {
		configure(map[string]string{at + "image_file_type": fmt.Sprint(number)})
		path := s.stored("to.png", originals["png"])
		if want := "wysiwyg/to" + f.Extension; path != want {
			t.Errorf("at %s, want %s", path, want)
		}
		served := s.Must(200, "GET", "/media/"+path, nil)
		m, name, err := image.DecodeConfig(bytes.NewReader(served.Body))
		if err != nil || name != f.Name || m.Width != 33 || m.Height != 21 || served.Header.Get("Content-Type") != f.Type {
			t.Errorf("%s is %s of %dx%d, %s: %v", path, name, m.Width, m.Height, served.Header.Get("Content-Type"), err)
		}
	}
	configure(map[string]string{at + "image_file_type": "18", at + "image_quality": "101"})
	served := s.Must(200, "GET", "/media/"+s.stored("lossless.png", originals["png"]), nil)
	m, _, err := image.Decode(bytes.NewReader(served.Body))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []image.Point{{0, 0}, {32, 20}, {7, 13}} {
		if got, want := color.NRGBAModel.Convert(m.At(p.X, p.Y)), drawn(33, 21).At(p.X, p.Y); got != want {
			t.Errorf("lossless: %v is %v, want %v", p, got, want)
		}
	}
	tooGood := map[string]string{at + "image_quality": "102"}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, tooGood); err == nil {
		t.Error("a quality of 102 is accepted")
	}
}

// TestSmallerPictures: a size is made once and shared by all requests, and only configured sizes are made.
func TestSmallerPictures(t *testing.T) {
	t.Parallel()
	s := startGallery(t)
	p, err := media.Encode(drawn(400, 200), media.WebP, 80)
	if err != nil {
		t.Fatal(err)
	}
	store := media.Open("", s.Config.Files.MediaDir, 0)
	defer store.Close()
	path := domaincontent.ProductPath("Mug", ".webp", p.SHA256())
	name, below := strings.CutPrefix(path, "catalog/product/m/u/")
	if !below {
		t.Errorf("path %s", path)
	}
	file := domaincontent.File{Path: path, Type: p.Format.Type, Size: int64(len(p.Content)), Width: 400, Height: 200, SHA256: p.SHA256()}
	if file.Key, err = store.Put(context.Background(), path, p.Format.Type, p.Content); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Commands.Content.AddFile(apptest.Operator(), file); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	var wg sync.WaitGroup
	answers := make([]apptest.Answer, 8)
	for i := range answers {
		wg.Go(func() { answers[i] = s.Do("GET", "/media/catalog/product/cache/150x150/m/u/"+name, nil) })
	}
	wg.Wait()
	for _, a := range answers {
		m, kind, err := image.DecodeConfig(bytes.NewReader(a.Body))
		if a.Status != 200 || err != nil || kind != "webp" || m.Width != 150 || m.Height != 75 {
			t.Fatalf("%d: %s of %dx%d: %v", a.Status, kind, m.Width, m.Height, err)
		}
		if a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || a.Header.Get("ETag") != answers[0].Header.Get("ETag") {
			t.Errorf("%v", a.Header)
		}
	}
	if n := s.bytesStored(); n != 2 {
		t.Errorf("%d files are stored, want the picture and a smaller one", n)
	}
	whole := s.Must(200, "GET", "/media/"+path, nil)
	if whole.Header.Get("ETag") == answers[0].Header.Get("ETag") {
		t.Error("two sizes have one ETag")
	}
	for _, other := range []string{"151x151/m/u/" + name, "0150x150/m/u/" + name, "150/m/u/" + name, "150x150/m/u/Cup.webp",
		"150x150/../../../wysiwyg/a"} {
		s.Must(404, "GET", "/media/catalog/product/cache/"+other, nil)
	}
	large := s.Must(200, "GET", "/media/catalog/product/cache/600x600/m/u/"+name, nil)
	if m, _, err := image.DecodeConfig(bytes.NewReader(large.Body)); err != nil || m.Width != 400 {
		t.Errorf("a picture has grown to %d: %v", m.Width, err)
	}
}

// TestUploadByTool: tools take the file as base64, and a dry run stores nothing.
func TestUploadByTool(t *testing.T) {
	t.Parallel()
	s := startGallery(t)
	s.Configure("apiplatform/protocols/mcp", "1")
	headers := salestest.With(s.media, "Accept", "application/json, text/event-stream")
	opened := s.Must(200, "POST", "/api/mcp", map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"},
	}}, headers...)
	headers = append(headers, "Mcp-Session-Id", opened.Header.Get("Mcp-Session-Id"))
	call := func(tool string, arguments map[string]any) string {
		return string(s.Do("POST", "/api/mcp", map[string]any{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": map[string]any{
			"name": tool, "arguments": arguments,
		}}, headers...).Body)
	}
	picture := base64.StdEncoding.EncodeToString([]byte(upload(t, media.PNG, 4, 4)))
	tried := call("cms_media_create", map[string]any{"file": picture, "filename": "tool", "dryRun": true})
	if !strings.Contains(tried, "wysiwyg/tool.webp") || s.bytesStored() != 0 || len(s.list("")) != 0 {
		t.Errorf("a trial: %s", tried)
	}
	if made := call("cms_media_create", map[string]any{"file": picture, "filename": "tool"}); !strings.Contains(made, "wysiwyg/tool.webp") {
		t.Errorf("%s", made)
	}
	if refused := call("cms_media_create", map[string]any{"file": "???"}); !strings.Contains(refused, "base64") {
		t.Errorf("%s", refused)
	}
	gone := call("content_media_delete", map[string]any{"path": "wysiwyg/tool.webp"})
	if strings.Contains(gone, `"error"`) || len(s.list("")) != 0 {
		t.Errorf("%s", gone)
	}
}
