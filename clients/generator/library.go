package generator

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// Languages lists the libraries by the names of their folders.
var Languages = []string{"go", "php", "python", "typescript"}

// Write writes the source of a library: the hand-written files of the folder from, and the types of an OpenAPI document.
func Write(language string, document []byte, from, to string) error {
	d, err := read(document)
	if err != nil {
		return err
	}
	types, err := typesOf(language, d)
	if err != nil {
		return err
	}
	if err := copyByHand(from, to); err != nil {
		return err
	}
	for name, text := range types {
		name = filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// typesOf returns the generated files of a library by their names.
func typesOf(language string, d *document) (map[string][]byte, error) {
	switch language {
	case "go":
		return golang(d)
	case "php":
		return php(d)
	case "python":
		return python(d)
	case "typescript":
		return typescript(d)
	}
	return nil, fmt.Errorf("there is no library for %s", language)
}

// made lists folders that tools may leave in the tree.
var made = []string{"node_modules", "dist", "build", "vendor", "__pycache__", ".mypy_cache"}

func copyByHand(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(made, d.Name()):
			return fs.SkipDir
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		name = filepath.Join(to, name)
		if d.IsDir() {
			return os.MkdirAll(name, 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(name, text, 0o644)
	})
}

// newest is the first heading of a changelog.
var newest = regexp.MustCompile(`(?m)^## (\S+)$`)

// Archive writes the source of a library to a zip file in a folder and returns the name of the file. The file has one top folder. Its name
// ends with the newest version in CHANGELOG.md. Archive adds that version to composer.json, where Composer expects it.
func Archive(name, source, folder string) (string, error) {
	changes, err := os.ReadFile(filepath.Join(source, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	version := newest.FindSubmatch(changes)
	if version == nil {
		return "", fmt.Errorf("the changelog in %s has no version", source)
	}
	name += "-" + string(version[1])
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	err = filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		inside, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if inside == "composer.json" {
			text = bytes.Replace(text, []byte("{\n"), fmt.Appendf(nil, "{\n    \"version\": %q,\n", version[1]), 1)
		}
		file, err := z.Create(name + "/" + filepath.ToSlash(inside))
		if err == nil {
			_, err = file.Write(text)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	name = filepath.Join(folder, name+".zip")
	return name, os.WriteFile(name, archive.Bytes(), 0o644)
}
