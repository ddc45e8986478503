package content

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzConfinement: no text leads out of the root, whatever way it writes dots, slashes and backslashes.
func FuzzConfinement(f *testing.F) {
	for _, seed := range []string{
		"", "wysiwyg", "wysiwyg/a/b", "../..", `..\..\etc`, "a/../../b", "....//", "..;/", "%2e%2e/", "\u2025/", "\uff0e\uff0e/",
		"a\u2215..\u2215b",
		"..\x00/", "/etc/passwd", "C:\\x", "wysiwyg/../wysiwyg_x/a.webp", "wysiwyg_x", "\xff\xfe", "a/./b", "a//b", ".git/config", "e\u0301",
	} {
		f.Add(seed)
	}
	inside := func(t *testing.T, given, path string) {
		t.Helper()
		if path != Root && !strings.HasPrefix(path, Root+"/") || !utf8.ValidString(path) || strings.ContainsAny(path, "\\\x00%:") {
			t.Errorf("%q becomes %q", given, path)
		}
		for _, s := range strings.Split(path, "/") {
			if s == "" || s == "." || s == ".." {
				t.Errorf("%q becomes %q, which has the segment %q", given, path, s)
			}
		}
	}
	f.Fuzz(func(t *testing.T, given string) {
		if at, err := UploadFolder(given); err == nil {
			inside(t, given, at)
			inside(t, given, Candidate(at, FileName(given, given), ".webp", 1))
			if again, err := UploadFolder(at); err != nil || again != at {
				t.Errorf("%q becomes %q, and that becomes %q", given, at, again)
			}
		}
		if at, err := ListedFolder(given); err == nil {
			inside(t, given, at)
		}
		if at, ok := FilePath(given); ok {
			inside(t, given, at)
		}
		if name := cleanName(given); name == "" || strings.ContainsAny(name, "/\\") || name[0] == '.' || cleanName(name) != name {
			t.Errorf("name %q of %q", name, given)
		}
	})
}
