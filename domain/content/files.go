// Package content decides about the shop's publications besides the catalog: pages and blocks, the blog, and media files. The events of a
// media file describe it; its bytes are in an object store. The package also expands the directives that texts may hold.
package content

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// File describes a media file.
type File struct {
	Path   string `json:"path"` // below the media root, such as wysiwyg/a/b.webp
	Key    string `json:"key"`  // key of the bytes in the object store; unique to the file
	Type   string `json:"type"` // media type
	Size   int64  `json:"size"` // bytes, as stored
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
	SHA256 string `json:"sha256"` // of the stored bytes, in hexadecimal
	// Subject is the person whose key seals the bytes; empty: the bytes are not sealed.
	Subject string `json:"subject,omitempty"`
}

// Folder returns the folder of the file, such as wysiwyg/a.
func (f File) Folder() string { return path.Dir(f.Path) }

// Name returns the last part of the path.
func (f File) Name() string { return path.Base(f.Path) }

// Lasting tells whether the bytes of the path never change. The names of products' pictures include a part of the content's digest, unless
// they were chosen by the caller.
func (f File) Lasting() bool {
	return strings.HasPrefix(f.Path, Products+"/") && len(f.SHA256) >= digestInName &&
		strings.HasSuffix(strings.TrimSuffix(f.Name(), path.Ext(f.Path)), "-"+f.SHA256[:digestInName])
}

// digestInName is the number of hexadecimal digits of the content's digest in a name.
const digestInName = 16

// Files is the record kind of media files. A file is created and deleted; only the bytes of product pictures with chosen names can be
// replaced.
var Files = record.KindOf[File]("mediafile", "MediaFile")

// EventSpecs returns the events of media files.
func EventSpecs() []domain.EventSpec { return Files.EventSpecs() }

// The folders of media files. Uploads of the back office are below Root, pictures of products below Products.
const (
	Root     = "wysiwyg"
	Products = "catalog/product"
	// Options is the folder of files that buyers send for custom options. The folder is not published.
	Options = "custom-options"
)

// Published tells whether a file is served to everybody by its path.
func Published(path string) bool { return !strings.HasPrefix(path, Options+"/") }

// The errors of media files (shapes-catalog §20).
var (
	ErrNoFile        = fault.Invalidf("No valid file uploaded").About(fault.Required, "file")
	errFileName      = fault.Preconditionf("Invalid file name").About(fault.Format, "filename").WithCode("image_file")
	errFolder        = fault.Invalidf("Invalid folder path").About(fault.Format, "folder")
	errOutside       = fault.Invalidf("Invalid folder path. Must be within wysiwyg/").About(fault.Format, "folder")
	ErrNoFolder      = fault.Invalidf("Folder does not exist").About(fault.Unknown, "folder")
	ErrFileNotFound  = fault.NotFoundf("File not found")
	ErrExtension     = fault.Preconditionf("Disallowed file type.").About(fault.Choice, "filename")
	ErrTaken         = fault.Conflictf("The file exists already").About(fault.Taken, "filename")
	ErrUploadFailed  = fault.Preconditionf("Failed to upload file")
	ErrNoStore       = fault.New(fault.Unavailable, "No place for media files is configured.")
	errBeyondFolders = fault.Invalidf("Invalid folder path").About(fault.Format, "folder")
)

var (
	extensions      = map[string]bool{".jpg": true, ".jpeg": true, ".png": true, ".gif": true, ".webp": true, ".avif": true}
	outsideOfNames  = regexp.MustCompile(`[^A-Za-z0-9_.-]`)
	onlyUnderscores = regexp.MustCompile(`^_*$`)
	leadingDots     = regexp.MustCompile(`^\.+`)
)

// Limits of names and folders, in bytes, and of nested folders.
const (
	maxName   = 100
	maxFolder = 200
	maxDepth  = 10
)

// UploadFolder returns the stored path of the folder of an upload. Paths may omit the root: wysiwyg/a/b and a/b are the same. It drops
// segments "..".
func UploadFolder(given string) (string, error) {
	return folder(given, func(segments []string) ([]string, error) {
		var kept []string
		for _, s := range segments {
			if s != ".." {
				kept = append(kept, s)
			}
		}
		return kept, nil
	})
}

// ListedFolder returns the stored path of the folder of a list. It returns errOutside if the folder is not below the root.
func ListedFolder(given string) (string, error) {
	at, err := folder(given, resolve)
	if err != nil {
		return "", errOutside
	}
	return at, nil
}

// resolve resolves segments "..". The root is part of the path, so that a path can leave and enter it again.
func resolve(segments []string) ([]string, error) {
	if len(segments) == 0 || segments[0] != Root {
		segments = append([]string{Root}, segments...)
	}
	var at []string
	for _, s := range segments {
		switch {
		case s != "..":
			at = append(at, s)
		case len(at) == 0:
			return nil, errBeyondFolders
		default:
			at = at[:len(at)-1]
		}
	}
	if len(at) == 0 || at[0] != Root {
		return nil, errBeyondFolders
	}
	return at, nil
}

// folder converts the name of a folder to its stored form. dots handles segments "..".
func folder(given string, dots func([]string) ([]string, error)) (string, error) {
	if !utf8.ValidString(given) {
		return "", errFolder
	}
	var segments []string
	for _, s := range strings.Split(strings.ReplaceAll(norm.NFC.String(given), `\`, "/"), "/") {
		if s != "" && s != "." {
			segments = append(segments, s)
		}
	}
	segments, err := dots(segments)
	if err != nil {
		return "", err
	}
	if len(segments) > 0 && segments[0] == Root {
		segments = segments[1:]
	}
	for _, s := range segments {
		if !folderName(s) {
			return "", errFolder
		}
	}
	at := path.Join(append([]string{Root}, segments...)...)
	if len(at) > maxFolder || len(segments) > maxDepth {
		return "", errFolder
	}
	return at, nil
}

// folderName tells whether a text can be a segment of a folder: letters, digits, marks, spaces and _.-, without a leading dot.
func folderName(s string) bool {
	if s[0] == '.' || strings.TrimSpace(s) != s {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != ' ' && r != '_' && r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
}

// FilePath returns the stored path of a file from a caller's path, with or without the root; false: no file can have the path.
func FilePath(given string) (string, bool) {
	given = strings.ReplaceAll(given, `\`, "/")
	dir, name := path.Split(given)
	if name == "" || cleanName(name) != name {
		return "", false
	}
	at, err := ListedFolder(dir)
	return at + "/" + name, err == nil
}

// FileName returns the stored name of a file, without extension: the given one, or that of the upload if given is empty.
func FileName(given, uploaded string) string {
	if strings.TrimSpace(given) == "" {
		uploaded = path.Base(strings.ReplaceAll(uploaded, `\`, "/"))
		given = strings.TrimSuffix(uploaded, path.Ext(uploaded))
	}
	return cleanName(given)
}

// cleanName replaces invalid characters of a name, and cuts it to the limit.
func cleanName(given string) string {
	name := outsideOfNames.ReplaceAllString(strings.ToValidUTF8(given, "_"), "_")
	name = leadingDots.ReplaceAllString(name, "_")
	if len(name) > maxName {
		name = name[:maxName]
	}
	if onlyUnderscores.MatchString(name) {
		return "file"
	}
	return name
}

// CheckExtension returns an error if the file name has no extension of a picture. It accepts an empty name.
func CheckExtension(uploaded string) error {
	if uploaded == "" || extensions[strings.ToLower(path.Ext(uploaded))] {
		return nil
	}
	return ErrExtension
}

// productFolder returns the folder of a product's picture: two levels, named after the first characters of its name.
func productFolder(name string) string {
	level := func(n int) string {
		if n < len(name) && name[n] != '.' {
			return strings.ToLower(name[n : n+1])
		}
		return "_"
	}
	return path.Join(Products, level(0), level(1))
}

// ProductPath returns the path of a product's picture. It includes a part of the content's digest, so that the bytes of the path never
// change.
func ProductPath(name, extension, sha256 string) string {
	name = cleanName(name)
	return path.Join(productFolder(name), name+"-"+sha256[:digestInName]+extension)
}

var outsideOfOwnNames = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// OwnPath returns the path of a product's picture with a chosen name (soap-wire §7.3): two folders, named after its first characters, in
// their case.
func OwnPath(name, extension string) (string, error) {
	if strings.ContainsAny(name, `/\\`) {
		return "", errFileName
	}
	name = leadingDots.ReplaceAllString(outsideOfOwnNames.ReplaceAllString(strings.ToValidUTF8(name, "_"), "_"), "_")
	if name = name[:min(len(name), maxName)]; name == "" {
		return "", errFileName
	}
	level := func(n int) string {
		if n < len(name) && name[n] != '.' {
			return name[n : n+1]
		}
		return "_"
	}
	return path.Join(Products, level(0), level(1), name+extension), nil
}

// Candidate returns the n-th path to try for a name: without a number, then with _1, _2 and so on.
func Candidate(folder, name, extension string, n int) string {
	if n > 0 {
		name += "_" + strconv.Itoa(n)
	}
	return path.Join(folder, name+extension)
}
