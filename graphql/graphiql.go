package graphql

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"net/http"
	"path"
	"strings"
	"sync"
)

// graphiQLSetting is the configuration path of the switch that serves GraphiQL to browsers.
const graphiQLSetting = "apiplatform/graphql/graphiql"

// FilesPath is the path above the files of GraphiQL.
const FilesPath = Path + "/graphiql"

//go:embed graphiql
var graphiql embed.FS

// policy lets the page load its own files and connect to this server, and nothing else. GraphiQL needs inline styles.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// File is a file of GraphiQL.
type File struct {
	Type, Version string
	Content       []byte
}

var types = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

// files are the files for browsers by name, unpacked on first use.
var files = sync.OnceValues(func() (map[string]*File, error) {
	out := map[string]*File{}
	entries, err := graphiql.ReadDir("graphiql")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		content, err := graphiql.ReadFile("graphiql/" + e.Name())
		if err != nil {
			return nil, err
		}
		name, packed := strings.CutSuffix(e.Name(), ".gz")
		kind := types[path.Ext(name)]
		if kind == "" {
			continue
		}
		if packed {
			r, err := gzip.NewReader(bytes.NewReader(content))
			if err != nil {
				return nil, err
			}
			if content, err = io.ReadAll(r); err != nil {
				return nil, err
			}
		}
		sum := sha256.Sum256(content)
		out[name] = &File{kind, hex.EncodeToString(sum[:16]), content}
	}
	return out, nil
})

// GraphiQLFile finds a file of GraphiQL by its name; nil if there is none.
func GraphiQLFile(name string) (*File, error) {
	all, err := files()
	return all[name], err
}

// browses reports whether a browser opens the page, without a query.
func browses(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.Contains(r.Header.Get("Accept"), "text/html") &&
		!strings.Contains(r.URL.RawQuery, "query=") && !strings.Contains(r.URL.RawQuery, "extensions=")
}

// page sends GraphiQL, if it is switched on.
func (x *exchange) page(on bool) {
	header := x.w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Add("Vary", "Accept")
	content, err := graphiql.ReadFile("graphiql/page.html")
	if !on || err != nil {
		header.Set("Content-Type", "text/plain; charset=utf-8")
		x.w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(x.w, "There is no page here. POST a query, or switch GraphiQL on: tradelog config set "+graphiQLSetting+" 1\n")
		return
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("Referrer-Policy", "no-referrer")
	x.w.WriteHeader(http.StatusOK)
	if x.r.Method != http.MethodHead {
		_, _ = x.w.Write(content)
	}
}
