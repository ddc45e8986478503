package clients_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tradelog/test/clienttest"
	"tradelog/test/suite"
)

// TestPython installs the wheel with pip. It runs the library's own tests, the suite of behaviours and the examples, and checks the type
// hints and the wheel's content.
func TestPython(t *testing.T) {
	t.Parallel()
	tools := suite.Program(t, "../scripts/python.sh", "--tools")[0]
	source, installed := complete(t, "python"), t.TempDir()
	wheel := packed(t, "tradelog_client-*-py3-none-any.whl")
	pip := exec.Command(tools, "-m", "pip", "--disable-pip-version-check", "install", "--no-deps", "--no-index", "--target", installed, wheel)
	pip.Env = append(os.Environ(), "PIP_ROOT_USER_ACTION=ignore")
	if out, err := pip.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := suite.Program(t, "../scripts/python.sh", "--where")
	python := func(arguments ...string) clienttest.Program {
		return clienttest.Program{
			Dir: filepath.Join(source, "tests"), Command: append(found[:1:1], arguments...),
			Env: []string{"PYTHONPATH=" + installed, "PYTHONDONTWRITEBYTECODE=1"},
		}
	}
	for name, test := range map[string]func(t *testing.T){
		"own": func(t *testing.T) {
			out, err := output(python("-W", "error", "-m", "unittest", "discover", "-s", "."))
			if err != nil || !regexp.MustCompile(`(?m)^Ran \d\d+ tests`).MatchString(out) {
				t.Errorf("%v\n%s", err, out)
			}
		},
		"suite": func(t *testing.T) { clienttest.Suite(t, python("driver.py")) },
		"examples": func(t *testing.T) {
			clienttest.Examples(t, func(name string) clienttest.Program { return python("../examples/" + name + ".py") })
		},
		"types": func(t *testing.T) {
			command := exec.Command(tools, "-m", "mypy", "--cache-dir", t.TempDir())
			command.Dir = source
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		},
		"wheel": func(t *testing.T) {
			out, err := output(python("-c", "import tradelog_client as t; print(t.__version__, t.__file__, t.types.Order.__name__)"))
			said := strings.Fields(out)
			if err != nil || len(said) != 3 || !strings.HasPrefix(said[1], installed) || !strings.Contains(wheel, "-"+said[0]+"-") {
				t.Errorf("%v %s", err, out)
			}
			checkWheel(t, source, installed)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

// checkWheel checks that the installed files are the source, and the metadata of the package.
func checkWheel(t *testing.T, source, installed string) {
	var content []string
	err := filepath.WalkDir(installed, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.Contains(path, "__pycache__") && !strings.Contains(path, "dist-info") {
			content = append(content, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(source, "src/tradelog_client/*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range sources {
		sources[i] = filepath.Base(sources[i])
	}
	if !slices.Equal(content, sources) || !slices.Contains(content, "py.typed") || !slices.Contains(content, "types.py") {
		t.Errorf("the wheel has %v, want %v", content, sources)
	}
	metadata, err := filepath.Glob(filepath.Join(installed, "*.dist-info", "METADATA"))
	if err != nil || len(metadata) != 1 {
		t.Fatalf("%v %v", metadata, err)
	}
	described, err := os.ReadFile(metadata[0])
	if err != nil || !bytes.Contains(described, []byte("Requires-Python: >=3.10")) || bytes.Contains(described, []byte("Requires-Dist")) {
		t.Errorf("%v\n%s", err, described)
	}
}
