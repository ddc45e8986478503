// Package content decides about what the shop publishes besides its catalog: pages and blocks of content, the blog, and media files. Media
// files are pictures whose facts are events; their bytes are in a store of their own.
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

// File is what is known of a media file.
type File struct {
	Path   string `json:"path"` // below the media root, such as wysiwyg/a/b.webp
	Key    string `json:"key"`  // where the store has the bytes; no other file ever has the same key
	Type   string `json:"type"` // media type
	Size   int64  `json:"size"` // of the bytes as they are stored
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
	SHA256 string `json:"sha256"` // of the bytes as they are stored, in hexadecimal
	// Subject is the person whose key seals the bytes; empty: they are stored as they are.
	Subject string `json:"subject,omitempty"`
}

// Folder is where the file is, such as wysiwyg/a.
func (f File) Folder() string { return path.Dir(f.Path) }

// Name is the last part of the path.
func (f File) Name() string { return path.Base(f.Path) }

// Lasting tells whether the path never gets other bytes: those of products' pictures have a part of the content's digest in the name,
// unless they have a name of their own.
func (f File) Lasting() bool {
	return strings.HasPrefix(f.Path, Products+"/") && len(f.SHA256) >= digestInName &&
		strings.HasSuffix(strings.TrimSuffix(f.Name(), path.Ext(f.Path)), "-"+f.SHA256[:digestInName])
}

// digestInName is how much of the content's digest a name has, in hexadecimal digits.
const digestInName = 16

// Files are the records of media files. A file is created and deleted. Pictures of products that have names of their own can get other
// bytes.
var Files = record.KindOf[File]("mediafile", "MediaFile")

// EventSpecs declares the events of this package.
func EventSpecs() []domain.EventSpec { return Files.EventSpecs() }

// The folders that have files. Uploads of the back office are below Root, pictures of products below Products.
const (
	Root     = "wysiwyg"
	Products = "catalog/product"
	// Options has what buyers send for custom options. It is not published.
	Options = "custom-options"
)

// Published tells whether a file is served by its path to everybody.
func Published(path string) bool { return !strings.HasPrefix(path, Options+"/") }

// The refusals (shapes-catalog §20).
var (
	ErrNoFile        = fault.Invalidf("No valid file uploaded")
	ErrFileName      = fault.Preconditionf("Invalid file name").WithCode("image_file")
	ErrFolder        = fault.Invalidf("Invalid folder path")
	ErrOutside       = fault.Invalidf("Invalid folder path. Must be within wysiwyg/")
	ErrNoFolder      = fault.Invalidf("Folder does not exist")
	ErrFileNotFound  = fault.NotFoundf("File not found")
	ErrExtension     = fault.Preconditionf("Disallowed file type.")
	ErrTaken         = fault.Conflictf("The file exists already")
	ErrUploadFailed  = fault.Preconditionf("Failed to upload file")
	ErrNoStore       = fault.New(fault.Unavailable, "No place for media files is configured.")
	errBeyondFolders = fault.Invalidf("Invalid folder path")
)

var (
	extensions      = map[string]bool{".jpg": true, ".jpeg": true, ".png": true, ".gif": true, ".webp": true, ".avif": true}
	outsideOfNames  = regexp.MustCompile(`[^A-Za-z0-9_.-]`)
	onlyUnderscores = regexp.MustCompile(`^_*$`)
	leadingDots     = regexp.MustCompile(`^\.+`)
)

// Bounds of names, in bytes.
const (
	maxName   = 100
	maxFolder = 200
	maxDepth  = 10
)

// UploadFolder is the folder an upload goes to, with the root: wysiwyg/a/b and a/b are the same. Segments ".." are removed.
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

// ListedFolder is the folder a list is asked of. ErrOutside: it is not below the root.
func ListedFolder(given string) (string, error) {
	at, err := folder(given, resolve)
	if err != nil {
		return "", ErrOutside
	}
	return at, nil
}

// resolve follows "..". The root is part of the path, so that it can be left and entered again.
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

// folder brings the name of a folder into the form that is stored. dots says what becomes of segments "..".
func folder(given string, dots func([]string) ([]string, error)) (string, error) {
	if !utf8.ValidString(given) {
		return "", ErrFolder
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
			return "", ErrFolder
		}
	}
	at := path.Join(append([]string{Root}, segments...)...)
	if len(at) > maxFolder || len(segments) > maxDepth {
		return "", ErrFolder
	}
	return at, nil
}

// folderName tells whether text can be a segment of a folder: letters, digits, marks, spaces and _.-, no dot in front.
func folderName(s string) bool {
	if s[0] == '.' || strings.TrimSpace(s) != s {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != ' ' && r != '_' && r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
}

// FilePath is the path of an existing file by the path a caller names, with or without the root. False: no file can have it.
func FilePath(given string) (string, bool) {
	given = strings.ReplaceAll(given, `\`, "/")
	dir, name := path.Split(given)
	if name == "" || CleanName(name) != name {
		return "", false
	}
	at, err := ListedFolder(dir)
	return at + "/" + name, err == nil
}

// FileName is the name a file is stored under, without extension: that of given, or of the upload when given is empty.
func FileName(given, uploaded string) string {
	if strings.TrimSpace(given) == "" {
		uploaded = path.Base(strings.ReplaceAll(uploaded, `\`, "/"))
		given = strings.TrimSuffix(uploaded, path.Ext(uploaded))
	}
	return CleanName(given)
}

// CleanName replaces characters that names may not have.
func CleanName(given string) string {
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

// CheckExtension refuses names of files that are no pictures. A file that came without a name has none to refuse.
func CheckExtension(uploaded string) error {
	if uploaded == "" || extensions[strings.ToLower(path.Ext(uploaded))] {
		return nil
	}
	return ErrExtension
}

// ProductFolder is where a product's picture goes: two levels by the first characters of its name.
func ProductFolder(name string) string {
	level := func(n int) string {
		if n < len(name) && name[n] != '.' {
			return strings.ToLower(name[n : n+1])
		}
		return "_"
	}
	return path.Join(Products, level(0), level(1))
}

// ProductPath is the path of a product's picture. It has a part of the content's digest, so that it never gets other bytes.
func ProductPath(name, extension, sha256 string) string {
	name = CleanName(name)
	return path.Join(ProductFolder(name), name+"-"+sha256[:digestInName]+extension)
}

var outsideOfOwnNames = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// OwnPath is the path of a product's picture under a name of its own (soap-wire §7.3): two folders of its first letters, as they are.
func OwnPath(name, extension string) (string, error) {
	if strings.ContainsAny(name, `/\\`) {
		return "", ErrFileName
	}
	name = leadingDots.ReplaceAllString(outsideOfOwnNames.ReplaceAllString(strings.ToValidUTF8(name, "_"), "_"), "_")
	if name = name[:min(len(name), maxName)]; name == "" {
		return "", ErrFileName
	}
	level := func(n int) string {
		if n < len(name) && name[n] != '.' {
			return name[n : n+1]
		}
		return "_"
	}
	return path.Join(Products, level(0), level(1), name+extension), nil
}

// Candidate is the n-th path to try for a name: without a number, then with _1, _2 and so on.
func Candidate(folder, name, extension string, n int) string {
	if n > 0 {
		name += "_" + strconv.Itoa(n)
	}
	return path.Join(folder, name+extension)
}
