package graphql

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"tradelog/domain/fault"
)

// read reads an HTTP request (graphql §1).
func (x *exchange) read() (asked, error) {
	if x.r.Method != http.MethodPost {
		return fromValues(x.r.URL.Query())
	}
	body, err := x.body(maxBody)
	if err != nil {
		return asked{}, err
	}
	kind, parameters, _ := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		return fromJSON(body)
	case "application/x-www-form-urlencoded":
		values, err := url.ParseQuery(string(body))
		if err != nil {
			return asked{}, errNoQuery
		}
		return fromValues(values)
	case "multipart/form-data":
		return fromForm(body, parameters["boundary"])
	}
	return fromValues(x.r.URL.Query())
}

type sentJSON struct {
	Query      *string         `json:"query"`
	Operation  *string         `json:"operationName"`
	Variables  json.RawMessage `json:"variables"`
	Extensions struct {
		Persisted struct {
			Hash string `json:"sha256Hash"`
		} `json:"persistedQuery"`
	} `json:"extensions"`
}

func (s sentJSON) asked() asked {
	a := asked{variables: s.Variables, hash: strings.ToLower(s.Extensions.Persisted.Hash), writes: true}
	if s.Query != nil {
		a.query = *s.Query
	}
	if s.Operation != nil {
		a.operation = *s.Operation
	}
	return a
}

func fromJSON(body []byte) (asked, error) {
	var s sentJSON
	switch {
	case !json.Valid(body):
		return asked{}, errNoJSON
	case json.Unmarshal(body, &s) != nil: // a list, or a member of another type
		return asked{}, errNoQuery
	}
	return s.asked(), nil
}

// fromValues reads a request from a URL or a form.
func fromValues(values url.Values) (asked, error) {
	a := asked{query: values.Get("query"), operation: values.Get("operationName"), variables: []byte(values.Get("variables"))}
	if text := values.Get("extensions"); text != "" {
		var s sentJSON
		if json.Unmarshal([]byte(`{"extensions":`+text+`}`), &s) != nil {
			return a, errNoJSON
		}
		a.hash = s.asked().hash
	}
	if len(a.variables) > 0 && !json.Valid(a.variables) {
		return a, errNoJSON
	}
	return a, nil
}

var errForm = fault.Invalidf("The form cannot be read: it needs the fields operations and map, and the files that map names.")

func errPlaces(file string, n int) error {
	return fault.Invalidf("The map of the form names %d places for the file %.64q, and a file has one. Send the file once for each place.",
		n, file)
}

func errTwoFiles(place string) error {
	return fault.Invalidf("The map of the form names the place %.64q for two files. Name a place of its own for each file.", place)
}

// fromForm reads a request with files: operations is the request, and map names the variable of each file, which gets the file in base64.
// A file has one place, so the variables take little more memory than the form.
func fromForm(body []byte, boundary string) (asked, error) {
	form, err := multipart.NewReader(bytes.NewReader(body), boundary).ReadForm(maxBody)
	if err != nil {
		return asked{}, errForm
	}
	defer func() { _ = form.RemoveAll() }()
	operations := form.Value["operations"]
	if len(operations) == 0 {
		return fromValues(form.Value)
	}
	a, err := fromJSON([]byte(operations[0]))
	if err != nil {
		return a, err
	}
	paths := map[string][]string{}
	if text := form.Value["map"]; len(text) == 0 || json.Unmarshal([]byte(text[0]), &paths) != nil {
		return a, errForm
	}
	if len(paths) == 0 {
		return a, nil
	}
	variables, err := variablesOf(a.variables)
	if err != nil {
		return a, err
	}
	places, err := placesOf(paths)
	if err != nil {
		return a, err
	}
	for place, name := range places {
		files := form.File[name]
		if len(files) == 0 {
			return a, errForm
		}
		content, err := contentOf(files[0])
		if err != nil || !put(variables, strings.Split(place, "."), content) {
			return a, errForm
		}
	}
	a.variables, err = json.Marshal(variables)
	return a, err
}

// placesOf returns the file of each place of a map, which has the places of each file. A place is the path of a variable.
func placesOf(paths map[string][]string) (map[string]string, error) {
	places := make(map[string]string, len(paths))
	for name, of := range paths {
		if len(of) > 1 {
			return nil, errPlaces(name, len(of))
		}
		for _, path := range of {
			place := strings.TrimPrefix(path, "variables.")
			if places[place] != "" {
				return nil, errTwoFiles(place)
			}
			places[place] = name
		}
	}
	return places, nil
}

// contentOf returns a file in base64.
func contentOf(file *multipart.FileHeader) (string, error) {
	f, err := file.Open()
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	content, err := io.ReadAll(f)
	return base64.StdEncoding.EncodeToString(content), err
}

// put sets a value in objects and lists by its path. It returns false if the path does not exist.
func put(in any, path []string, v string) bool {
	last := len(path) == 1
	switch in := in.(type) {
	case map[string]any:
		if _, known := in[path[0]]; !known {
			return false
		}
		if last {
			in[path[0]] = v
			return true
		}
		return put(in[path[0]], path[1:], v)
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 || i >= len(in) {
			return false
		}
		if last {
			in[i] = v
			return true
		}
		return put(in[i], path[1:], v)
	}
	return false
}
