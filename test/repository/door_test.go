package repository

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// direct is a call of commands or of a reader, past the pipeline of operations.
var direct = regexp.MustCompile(`\bapp\.\w+\.Of\(|"tradelog/(?:commands|readmodels)/[a-z]+"`)

// values are packages of use cases and readers that programs may import for the types of answers, or for errors.
var values = []string{`"tradelog/readmodels/documents"`, `"tradelog/commands/sales"`}

// composes is the package that gives demo data and measurements the parts of a shop that they use. They are no commands of a person.
const composes = "cmd/tradelog/cli/demoshop"

// TestTheCommandLineCallsOperations checks that commands of the program reach commands and readers of the shop through the pipeline alone.
func TestTheCommandLineCallsOperations(t *testing.T) {
	t.Parallel()
	read := 0
	err := filepath.WalkDir("cmd/tradelog/cli", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			filepath.ToSlash(filepath.Dir(path)) == composes {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		source := string(text)
		for _, of := range values {
			source = strings.ReplaceAll(source, of, "")
		}
		for _, found := range direct.FindAllString(source, -1) {
			t.Errorf("%s has %s: it must invoke an operation", path, found)
		}
		return nil
	})
	if err != nil || read == 0 {
		t.Fatal(read, err)
	}
}
