package http

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tradelog/domain/fault"
	"tradelog/operations/inputs"
)

// Asset is a file for browsers.
type Asset struct {
	Type    string // media type
	Version string // differs for different bytes; it becomes the ETag
	// Policy is the Content-Security-Policy of a file that browsers show as a page; by default such a page loads and runs nothing.
	Policy string
	// Lasting says that the bytes at the file's path never change.
	Lasting  bool
	Modified time.Time
	Content  io.ReadSeekCloser
}

// InMemory returns content that needs no closing.
func InMemory(content []byte) io.ReadSeekCloser { return inMemory{bytes.NewReader(content)} }

type inMemory struct{ *bytes.Reader }

// Close does nothing.
func (inMemory) Close() error { return nil }

// Cache-Control of files. Browsers and proxies revalidate a file that may change after an hour, by its ETag.
const (
	keepForEver = "public, max-age=31536000, immutable"
	keepAnHour  = "public, max-age=3600"
)

// serveAsset serves the files of a page. Browsers must not guess other types, and a file that is opened as a page runs no scripts.
func (s *Server) serveAsset(p Page) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), s.options.Timeout)
		defer cancel()
		began := time.Now()
		var file *Asset
		var err error
		if path := strings.TrimPrefix(c.Param("path"), "/"); inputs.Readable(path) { // no file has an unreadable name
			file, err = p.Serve(ctx, path)
		}
		if err == nil && file == nil {
			err = fault.NotFoundf("Not Found")
		}
		if err != nil {
			if kind := fault.KindOf(err); kind == fault.Internal {
				s.options.Logger.Error("file cannot be served", "path", c.Request.URL.Path, "request", responseOf(c).requestID, "error", err)
			}
			s.fail(c, err, false)
			return
		}
		defer file.Content.Close()
		for name, value := range map[string]string{
			"Content-Type": file.Type, "ETag": `"` + file.Version + `"`, "Cache-Control": keepAnHour, "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "default-src 'none'; sandbox", "Cross-Origin-Resource-Policy": "cross-origin",
		} {
			c.Header(name, value)
		}
		if file.Policy != "" {
			c.Header("Content-Security-Policy", file.Policy)
		}
		if file.Lasting {
			c.Header("Cache-Control", keepForEver)
		}
		http.ServeContent(c.Writer, c.Request, "", file.Modified, file.Content)
		c.Writer.WriteHeaderNow()
		if s.options.Observe != nil {
			s.options.Observe("GET "+p.Path, c.Writer.Status(), time.Since(began))
		}
	}
}
