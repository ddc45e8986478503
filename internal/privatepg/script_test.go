//go:build linux

package privatepg

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Find and scripts/postgres.sh must find the same binaries.
func TestScriptAndFindAgree(t *testing.T) {
	t.Parallel()
	script, err := filepath.Abs("../../scripts/postgres.sh")
	fatal(t, err)
	if !exists(t, script) {
		t.Skip("the test binary runs away from its sources")
	}
	root := t.TempDir()
	v14 := fake(t, filepath.Join(root, "14"), "14.9 (Debian 14.9-1)")
	v16 := fake(t, filepath.Join(root, "with space", "16"), "16.2")
	v17 := fake(t, filepath.Join(root, "17"), "17beta1")
	other := fake(t, filepath.Join(root, "other17"), "17.3")
	debian := fake(t, filepath.Join(root, "usr/lib/postgresql/19/bin"), "unasked")
	fake(t, filepath.Join(root, "usr/lib/postgresql/9.6/bin"), "unasked")
	redhat := fake(t, filepath.Join(root, "usr/pgsql-18/bin"), "unasked")
	cached := fake(t, filepath.Join(root, "cache/tradelog/postgresql/18/usr/lib/postgresql/18/bin"), "unasked")
	linked := filepath.Join(root, "linked")
	fatal(t, os.MkdirAll(linked, 0o755))
	fatal(t, os.Symlink(filepath.Join(debian, "postgres"), filepath.Join(linked, "postgres")))
	fatal(t, os.WriteFile(filepath.Join(root, "postgres"), nil, 0o755)) // an initdb is missing

	for name, env := range map[string][]string{
		"the newest":       {"TRADELOG_PG_SEARCH=" + strings.Join([]string{v14, root, v16, v17, other}, ":")},
		"with a space":     {"TRADELOG_PG_SEARCH=" + v16},
		"patterns":         {"TRADELOG_PG_SEARCH=" + root + "/usr/lib/postgresql/*/bin:" + root + "/usr/pgsql-*/bin"},
		"another pattern":  {"TRADELOG_PG_SEARCH=" + root + "/usr/pgsql-*/bin"},
		"too old":          {"TRADELOG_PG_SEARCH=" + v14},
		"nothing":          {"TRADELOG_PG_SEARCH=/none"},
		"the cache":        {"TRADELOG_PG_SEARCH=/none", "XDG_CACHE_HOME=" + root + "/cache"},
		"the same version": {"TRADELOG_PG_SEARCH=" + redhat, "XDG_CACHE_HOME=" + root + "/cache"},
		"PG_BIN":           {"PG_BIN=" + v16, "TRADELOG_PG_SEARCH=" + v17},
		"PG_BIN, wrong":    {"PG_BIN=" + root},
		"a link in PATH":   {"PATH=" + linked + ":" + os.Getenv("PATH")},
		"the machine":      {"PATH=" + os.Getenv("PATH")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			variables := map[string]string{"PATH": os.Getenv("PATH"), "HOME": "/none"}
			cmd := exec.Command("/bin/sh", script, "--check")
			for _, kv := range env {
				k, v, _ := strings.Cut(kv, "=")
				variables[k] = v
			}
			for k, v := range variables {
				cmd.Env = append(cmd.Env, k+"="+v)
			}
			var said strings.Builder
			cmd.Stderr = &said
			out, scriptErr := cmd.Output()
			b, findErr := find(variables, 0)
			if got := strings.TrimSuffix(string(out), "\n"); got != b.Dir {
				t.Errorf("the script finds %q, Find %q", got, b.Dir)
			}
			if (scriptErr == nil) != (findErr == nil) {
				t.Errorf("the script says %v, Find says %v", scriptErr, findErr)
			}
			if (said.String() == "") != (scriptErr == nil) {
				t.Errorf("it is quiet if and only if it found something; it said:\n%s", said.String())
			}
			if scriptErr != nil {
				wantText(t, said.String(), "PG_BIN", "TRADELOG_DATABASE_URL", "--database postgres://", "postgresql-server")
			}
			if name == "patterns" && b.Dir != debian || name == "the cache" && b.Dir != cached {
				t.Errorf("found %s", b.Dir)
			}
		})
	}
}
