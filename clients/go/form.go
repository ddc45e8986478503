package tradelog

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"tradelog/clients/go/api"
)

// Form is a body of the type multipart/form-data. Its values are of type api.File or printed as text.
type Form map[string]any

// formOf returns the form of a generated body. Absent members are left out.
func formOf(body any) Form {
	form := Form{}
	v := reflect.ValueOf(body)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		field := v.Field(i)
		if field.Kind() == reflect.Pointer {
			if field.IsNil() {
				continue
			}
			field = field.Elem()
		}
		form[name] = field.Interface()
	}
	return form
}

// encode returns the bytes of the form and their media type. The boundary follows from the key, so that a repeated request has the same
// body.
func (f Form) encode(key string) ([]byte, string, error) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	if key != "" {
		if err := w.SetBoundary(boundary(key)); err != nil {
			return nil, "", err
		}
	}
	names := make([]string, 0, len(f))
	for name := range f {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		file, isFile := f[name].(api.File)
		if !isFile {
			if err := w.WriteField(name, fmt.Sprint(f[name])); err != nil {
				return nil, "", err
			}
			continue
		}
		part, err := w.CreateFormFile(name, file.Name)
		if err == nil {
			_, err = part.Write(file.Content)
		}
		if err != nil {
			return nil, "", err
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", err
	}
	return out.Bytes(), w.FormDataContentType(), nil
}

// boundary returns the boundary of a form with a key. Keys may be longer than boundaries, and have characters that boundaries may not have.
func boundary(key string) string {
	const longest = 60
	plain := func(c rune) rune {
		if c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
			return c
		}
		return '-'
	}
	return "tradelog-" + strings.Map(plain, key[:min(len(key), longest)])
}
