package console

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"sync"

	"tradelog/operations"
)

//go:embed assets
var assetFiles embed.FS

var assetTypes = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}

// assetVersions maps the names of files to their versions. Links include them, so that browsers can cache files for ever.
var assetVersions = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		panic(err) // the directory is embedded
	}
	for _, e := range entries {
		content, err := assetFiles.ReadFile("assets/" + e.Name())
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(content)
		all[e.Name()] = hex.EncodeToString(sum[:6])
	}
	return all
})

// assetPath returns the path of a file with its version.
func assetPath(name string) string { return Path + "/assets/" + name + "?v=" + assetVersions()[name] }

// serveAsset serves a file. It needs no login.
func serveAsset(_ context.Context, w http.ResponseWriter, r *http.Request, _ operations.Caller, _ func(limit int64) ([]byte, error)) {
	begin(w)
	name := r.PathValue("name")
	kind := assetTypes[path.Ext(name)]
	content, err := assetFiles.ReadFile("assets/" + name)
	if kind == "" || err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	if r.URL.Query().Get("v") == assetVersions()[name] {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	_, _ = w.Write(content)
}
