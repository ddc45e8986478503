package catalog

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"tradelog/domain/fault"
)

// MaxOptionFile is the size limit of a file for a custom option, in bytes.
const MaxOptionFile = 10 << 20

// OptionFile is a file that a buyer has sent for a custom option. Lines of carts and orders store it; the bytes are in a media file.
type OptionFile struct {
	ID     int64  `json:"fileId,omitempty"` // of the media file; 0 until the bytes are stored
	Key    string `json:"key,omitempty"`    // grants access: everybody who knows it may read the file
	Name   string `json:"name"`             // letters, digits and ._- only
	Type   string `json:"type"`             // media type, detected from the content
	Size   int64  `json:"size"`             // in bytes
	Width  int64  `json:"width,omitempty"`  // of pictures, in pixels
	Height int64  `json:"height,omitempty"`
}

// Text describes the file to people: the name, and the dimensions of a picture.
func (f OptionFile) Text() string {
	if f.Width == 0 {
		return f.Name
	}
	return fmt.Sprintf("%s %d x %d px", f.Name, f.Width, f.Height)
}

// FileOf decodes the file that a line stores for an option; ok is false if the value is no file.
func FileOf(kept json.RawMessage) (f OptionFile, ok bool) {
	if len(kept) == 0 || kept[0] != '{' {
		return f, false
	}
	err := json.Unmarshal(kept, &f)
	return f, err == nil && f.Name != ""
}

// contents maps file extensions to the media type that the content must have. Files with other extensions may have any content, and are
// served as application/octet-stream.
var contents = map[string]string{
	"jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
	"pdf": "application/pdf", "zip": "application/zip", "docx": "application/zip", "xlsx": "application/zip", "pptx": "application/zip",
	"odt": "application/zip", "ods": "application/zip",
}

// dangerousExtensions lists the extensions of files that browsers or servers run. No option accepts them, whatever the configuration or the
// option says.
var dangerousExtensions = strings.Fields(
	`svg svgz htm html xhtml xht shtml mhtml mht htc hta swf php php3 php4 php5 php7 php8 pht phtml phps
	phar jsp jspx asp aspx cgi pcgi pl py sh htaccess exe bat cmd com msi`,
)

// unsafeExtensions returns the extensions among names that no option accepts: the built-in ones, and the forbidden ones of the
// configuration.
func unsafeExtensions(names, forbidden []string) (found []string) {
	forbidden = lowered(forbidden)
	for _, name := range names {
		if slices.Contains(dangerousExtensions, name) || slices.Contains(forbidden, name) {
			found = append(found, name)
		}
	}
	return found
}

// Accept checks a file for an option of type file and returns it as lines store it. The file's type must have been detected from its
// content. forbidden lists extensions that no option accepts (shapes-catalog §5.2).
func (o CustomOption) Accept(f OptionFile, forbidden []string) (OptionFile, error) {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(f.Name), "."))
	allowed := extensions(o.Extensions)
	mustBe, known := contents[extension]
	switch {
	case f.Size == 0:
		return f, fault.Invalidf("The file for option %s is empty.", o.Title).About(fault.Required, optionFilePath(o.ID))
	case f.Size > MaxOptionFile:
		return f, fault.Invalidf("The file for option %s is larger than %d MB.", o.Title, MaxOptionFile>>20).
			About(fault.Length, optionFilePath(o.ID))
	case extension == "":
		return f, fault.Invalidf("Files without extensions are not allowed.").About(fault.Format, optionFilePath(o.ID))
	case unsafeExtensions([]string{extension}, forbidden) != nil:
		return f, fault.Invalidf("The following file extensions are not allowed for security reasons: %s", extension).
			About(fault.Choice, optionFilePath(o.ID))
	case len(allowed) > 0 && !slices.Contains(allowed, extension):
		return f, fault.Invalidf("The file '%s' for '%s' has an invalid extension.", f.Name, o.Title).About(fault.Choice, optionFilePath(o.ID))
	case known && f.Type != mustBe:
		return f, fault.Invalidf("The content of the file '%s' for '%s' is not what its extension says.", f.Name, o.Title).
			About(fault.Format, optionFilePath(o.ID))
	case o.ImageSizeX > 0 && f.Width > o.ImageSizeX, o.ImageSizeY > 0 && f.Height > o.ImageSizeY:
		return f, fault.Invalidf("Maximum allowed image size for '%s' is %s px.", o.Title, o.imageSize()).
			About(fault.Length, optionFilePath(o.ID))
	}
	if !known {
		f.Type, f.Width, f.Height = "application/octet-stream", 0, 0
	}
	return f, nil
}

// imageSize returns the largest accepted dimensions of a picture, such as 800xany.
func (o CustomOption) imageSize() string {
	side := func(pixels int64) string {
		if pixels == 0 {
			return "any"
		}
		return fmt.Sprint(pixels)
	}
	return side(o.ImageSizeX) + "x" + side(o.ImageSizeY)
}

// extensions reads a list of file extensions, with or without leading dots, separated by commas, semicolons or spaces.
func extensions(list string) []string {
	names := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	for i, name := range names {
		names[i] = strings.ToLower(strings.TrimPrefix(name, "."))
	}
	return names
}

func lowered(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(name), "."))
	}
	return out
}
