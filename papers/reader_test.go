package papers

import (
	"bytes"
	"compress/zlib"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

// read returns the text of a file with the layout of its pages, as poppler's pdftotext sees it (make setup installs it). Without
// it, the text is read from the streams of the file.
func read(t testing.TB, file []byte) string {
	t.Helper()
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		return strings.Join(pieces(t, file), "\n")
	}
	path := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	command := exec.Command(program, "-layout", "-enc", "UTF-8", path, "-")
	command.Stderr = &said
	text, err := command.Output()
	if err != nil || said.Len() > 0 {
		t.Fatalf("pdftotext: %v %s", err, said.String())
	}
	return string(text)
}

var (
	streams = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	shown   = regexp.MustCompile(`(?s)\(((?:\\.|[^\\)])*)\) Tj`)
)

// pieces are the texts of a file in the order in which they were printed.
func pieces(t testing.TB, file []byte) (out []string) {
	t.Helper()
	for _, s := range streams.FindAllSubmatch(file, -1) {
		packed, err := zlib.NewReader(bytes.NewReader(s[1]))
		if err != nil {
			continue
		}
		content, err := io.ReadAll(packed)
		if err != nil {
			continue
		}
		for _, m := range shown.FindAllSubmatch(content, -1) {
			raw := regexp.MustCompile(`(?s)\\(.)`).ReplaceAllFunc(m[1], func(b []byte) []byte {
				if b[1] == 'r' {
					return []byte("\r")
				}
				return b[1:]
			})
			var units []uint16
			for i := 0; i+1 < len(raw); i += 2 {
				units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
			}
			out = append(out, string(utf16.Decode(units)))
		}
	}
	return out
}

// pages returns the number of pages of a file.
func pages(file []byte) int { return len(regexp.MustCompile(`/Type /Page\b`).FindAll(file, -1)) }
