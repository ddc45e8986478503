// Command generate makes the client libraries complete: go run ./clients/generate DOCUMENT SOURCES [ARCHIVES].
//
// DOCUMENT is the address or the file of a shop's OpenAPI document. SOURCES is the folder that gets the source of each library. ARCHIVES is
// the folder that gets archives of the libraries for Go and PHP, which are used from their source. Run the command at the root of the tree.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"tradelog/clients/generator"
)

func main() {
	if len(os.Args) < 3 || len(os.Args) > 4 {
		fmt.Fprintln(os.Stderr, "usage: generate DOCUMENT SOURCES [ARCHIVES]")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2], os.Args[3:]...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(from, sources string, archives ...string) error {
	document, err := read(from)
	if err != nil {
		return err
	}
	for _, language := range generator.Languages {
		if err := generator.Write(language, document, filepath.Join("clients", language), filepath.Join(sources, language)); err != nil {
			return err
		}
	}
	for _, folder := range archives {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		for _, language := range []string{"go", "php"} {
			if _, err := generator.Archive("tradelog-client-"+language, filepath.Join(sources, language), folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// read returns the document at an address or in a file.
func read(from string) ([]byte, error) {
	if !strings.HasPrefix(from, "http") {
		return os.ReadFile(from)
	}
	answer, err := http.Get(from)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", from, answer.Status)
	}
	return io.ReadAll(answer.Body)
}
