package installation

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tradelog/eventstore/vault"
)

func prints(t *testing.T, s vault.Source) (all []string) {
	t.Helper()
	keys, err := s.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		all = append(all, k.Fingerprint())
	}
	return all
}

// TestFile: only its owner can read it, new keys come first, and no key is lost when several processes make one.
func TestFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "keys", "master")
	if all := prints(t, file(name)); all != nil {
		t.Errorf("without a file there are %v", all)
	}
	if err := file(name).Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	first := prints(t, file(name))
	var making sync.WaitGroup
	for range 8 {
		making.Go(func() {
			if err := file(name).Create(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	making.Wait()
	if all := prints(t, file(name)); len(all) != 9 || all[8] != first[0] {
		t.Errorf("%v, the first was %v", all, first)
	}
	for path, want := range map[string]os.FileMode{name: 0o600, filepath.Dir(name): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if err := os.WriteFile(name, []byte("hush-hush\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := file(name).Create(t.Context()); err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("a file that cannot be read: %v", err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "hush-hush\n" {
		t.Errorf("it became %q, %v", text, err)
	}
}

// TestEnvironment is not parallel, since it changes the environment.
func TestEnvironment(t *testing.T) {
	data := t.TempDir()
	key := func() *vault.Key {
		k, err := vault.NewKey()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	a, b := key(), key()
	t.Setenv(MasterKeyCommandVariable, "")
	t.Setenv(MasterKeyVariable, "")
	if s, err := MasterKeys(data); err != nil || s.String() != "the file "+filepath.Join(data, "keys", "master") {
		t.Errorf("%v, %v", s, err)
	}
	of := func() vault.Source {
		t.Helper()
		s, err := MasterKeys(data)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Setenv(MasterKeyVariable, a.Text()+" "+b.Text())
	if all := prints(t, of()); len(all) != 2 || all[0] != a.Fingerprint() {
		t.Errorf("of the variable: %v", all)
	}
	if err := of().Create(t.Context()); !errors.Is(err, vault.ErrFixed) || !strings.Contains(err.Error(), MasterKeyVariable) {
		t.Errorf("a new key for the variable: %v", err)
	}
	t.Setenv(MasterKeyCommandVariable, "printf '"+b.Text()+"\\n"+a.Text()+"'")
	if _, err := MasterKeys(data); err == nil || !strings.Contains(err.Error(), "only one") {
		t.Errorf("both: %v", err)
	}
	t.Setenv(MasterKeyVariable, "")
	if all := prints(t, of()); len(all) != 2 || all[0] != b.Fingerprint() {
		t.Errorf("of the command: %v", all)
	}
	for command, want := range map[string]string{"echo sealed >&2; echo hush; exit 3": "sealed", "echo hush": "base64", "true": "no key"} {
		t.Setenv(MasterKeyCommandVariable, command)
		_, err := of().Keys(t.Context())
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", command, err)
		}
	}
}
