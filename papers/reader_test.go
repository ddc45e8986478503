package papers

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tradelog/test/suite"
)

// tool runs a program of poppler on a file.
func tool(t testing.TB, file []byte, program string, arguments ...string) string {
	t.Helper()
	return suite.Poppler(t, "../scripts", file, program, arguments...)
}

// read returns the text of a file with the layout of its pages, as poppler's pdftotext sees it.
func read(t testing.TB, file []byte) string {
	t.Helper()
	return tool(t, file, "pdftotext", "-layout", "-enc", "UTF-8")
}

var pageCount = regexp.MustCompile(`Pages: +(\d+)`)

// pages returns the number of pages of a file.
func pages(t testing.TB, file []byte) int {
	t.Helper()
	found := pageCount.FindStringSubmatch(tool(t, file, "pdfinfo"))
	if found == nil {
		t.Fatal("a file without pages")
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// keep writes a file for looking at, if KEEP_PDF names a directory.
func keep(t testing.TB, name string, file []byte) {
	t.Helper()
	dir := os.Getenv("KEEP_PDF")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+".pdf"), file, 0o600); err != nil {
		t.Fatal(err)
	}
}
