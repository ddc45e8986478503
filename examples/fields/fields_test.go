package fields

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tradelog/test/suite"
)

const root = "../.."

// examples are the patches, with the title of their section in docs/operations.md and the number of files edited by hand.
var examples = []struct {
	patch, title string
	files        int
}{
	{"plain-product-field.patch", "A plain product field", 3},
	{"column-product-field.patch", "A product field with a column", 8},
	{"order-field.patch", "An order field", 4},
}

// TestTheDocumentNamesTheFiles checks that the worked examples name the files of their patches, and that no patch has a generated file.
func TestTheDocumentNamesTheFiles(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root, "docs/operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		patched := filesOf(t, e.patch)
		for i, file := range patched {
			if strings.Contains(file, "testdata/") || strings.HasSuffix(file, ".jsonl") || strings.HasSuffix(file, ".json") {
				t.Errorf("%s edits %s, which make generate renews", e.patch, file)
			}
			if strings.HasPrefix(file, "installation/migrations/") { // a file of its own, with any number
				patched[i] = "installation/migrations/"
			}
		}
		if len(patched) != e.files {
			t.Errorf("%s edits %d files, not %d: %v", e.patch, len(patched), e.files, patched)
		}
		_, section, found := strings.Cut(string(page), "\n### "+e.title+"\n")
		section, _, _ = strings.Cut(section, "\n#")
		var named []string
		for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(section, -1) {
			named = append(named, row[1])
		}
		slices.Sort(patched)
		slices.Sort(named)
		if !found || !slices.Equal(named, patched) {
			t.Errorf("docs/operations.md, %q, names the files\n%s\nand %s edits\n%s", e.title, strings.Join(named, "\n"), e.patch,
				strings.Join(patched, "\n"))
		}
		if !strings.Contains(section, "examples/fields/"+e.patch) {
			t.Errorf("docs/operations.md, %q, does not name its patch", e.title)
		}
	}
}

// filesOf lists the files that a patch edits.
func filesOf(t *testing.T, patch string) (files []string) {
	t.Helper()
	text, err := os.ReadFile(patch)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\+\+\+ b/(.+)$`).FindAllStringSubmatch(string(text), -1) {
		files = append(files, m[1])
	}
	return files
}

// TestPatchesApply finds a patch that the code has left behind, without the build of TestFieldsAreInEveryInterface.
func TestPatchesApply(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		for _, file := range filesOf(t, e.patch) {
			_, _ = os.Stat(filepath.Join(root, file)) // a remembered result of this test ends when the file changes; git's reads do not count
		}
		run(t, root, "git", "apply", "--check", "examples/fields/"+e.patch)
	}
}

// TestFieldsAreInEveryInterface applies all patches to one copy of the repository, so that it is built once. A test in the copy finds the
// fields in stored data and in interfaces.
func TestFieldsAreInEveryInterface(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	dir := t.TempDir()
	copyTree(t, dir)
	for _, e := range examples {
		patch, err := filepath.Abs(e.patch)
		if err != nil {
			t.Fatal(err)
		}
		run(t, dir, "git", "apply", patch)
	}
	shown, err := os.ReadFile("testdata/shown_test.go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "examples/fields/fields_test.go"), shown, 0o600); err != nil {
		t.Fatal(err)
	}
	// With the flags of the other tests, their compiled packages are used again.
	flags := append(strings.Fields(os.Getenv("RACE")), "-vet=off", "-ldflags=-w")
	run(t, dir, "go", append(append([]string{"test"}, flags...), "./examples/fields", "./domain/catalog", "./installation/migrations")...)
}

// run runs a program in a directory. Git must ignore a repository around the directory.
func run(t *testing.T, dir, program string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
}

// copyTree copies the repository without the files of builds and runs.
func copyTree(t *testing.T, to string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || name == "." {
			return err
		}
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"bin", "data", "node_modules"}, name) {
				return filepath.SkipDir
			}
			return os.Mkdir(filepath.Join(to, name), 0o700)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), content, info.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
}
