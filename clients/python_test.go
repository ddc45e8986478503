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
	"tradelog/test/programtest"
	"tradelog/test/suite"
)

// python finds Python, and how a program runs with the library's source.
func python(t *testing.T, arguments ...string) clienttest.Program {
	t.Helper()
	dir, err := filepath.Abs("python")
	if err != nil {
		t.Fatal(err)
	}
	return clienttest.Program{
		Dir: dir, Command: append(programtest.Find(t, "../scripts/python.sh", "--where"), arguments...),
		Env: []string{"PYTHONPATH=" + filepath.Join(dir, "src"), "PYTHONDONTWRITEBYTECODE=1"},
	}
}

// TestPythonUnits runs the library's own tests.
func TestPythonUnits(t *testing.T) {
	t.Parallel()
	p := python(t, "-W", "error", "-m", "unittest", "discover", "-s", "tests")
	command := exec.Command(p.Command[0], p.Command[1:]...)
	command.Dir, command.Env = p.Dir, append(os.Environ(), p.Env...)
	out, err := command.CombinedOutput()
	if err != nil || !regexp.MustCompile(`(?m)^Ran \d\d+ tests`).Match(out) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPythonSuite runs the suite of behaviours.
func TestPythonSuite(t *testing.T) {
	t.Parallel()
	clienttest.Suite(t, python(t, "tests/driver.py"))
}

// TestPythonExamples runs the examples.
func TestPythonExamples(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	clienttest.Examples(t, func(name string) clienttest.Program { return python(t, "examples/"+name+".py") })
}

// TestPythonTypes checks the type hints of the library and of the examples.
func TestPythonTypes(t *testing.T) {
	t.Parallel()
	tools := programtest.Find(t, "../scripts/python.sh", "--tools")[0]
	command := exec.Command(tools, "-m", "mypy", "--cache-dir", t.TempDir())
	command.Dir = "python"
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPythonWheel builds the wheel, as pip does, and uses it without the source.
func TestPythonWheel(t *testing.T) {
	t.Parallel()
	tools := programtest.Find(t, "../scripts/python.sh", "--tools")[0]
	source, wheels, installed := t.TempDir(), t.TempDir(), t.TempDir()
	for _, name := range []string{"pyproject.toml", "README.md"} {
		content, err := os.ReadFile(filepath.Join("python", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(source, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// setuptools writes beside the source, so it works on a copy.
	if err := os.CopyFS(filepath.Join(source, "src"), os.DirFS("python/src")); err != nil {
		t.Fatal(err)
	}
	pip := func(arguments ...string) {
		t.Helper()
		command := exec.Command(tools, append([]string{"-m", "pip", "--disable-pip-version-check"}, arguments...)...)
		command.Env = append(os.Environ(), "PIP_ROOT_USER_ACTION=ignore")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	pip("wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", wheels, source)
	wheel, err := filepath.Glob(filepath.Join(wheels, "*.whl"))
	if err != nil || len(wheel) != 1 || !strings.HasSuffix(wheel[0], "-py3-none-any.whl") {
		t.Fatalf("the wheels are %v, %v", wheel, err)
	}
	pip("install", "--no-deps", "--no-index", "--target", installed, wheel[0])
	command := exec.Command(tools, "-c", "import tradelog_client as t; print(t.__version__, t.__file__, t.types.Order.__name__)")
	command.Dir, command.Env = installed, append(os.Environ(), "PYTHONPATH="+installed)
	out, err := command.CombinedOutput()
	said := strings.Fields(string(out))
	if err != nil || len(said) != 3 || !strings.HasPrefix(said[1], installed) || !strings.Contains(wheel[0], "-"+said[0]+"-") {
		t.Errorf("%v %s", err, out)
	}
	var content []string
	err = filepath.WalkDir(installed, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.Contains(path, "__pycache__") && !strings.Contains(path, "dist-info") {
			content = append(content, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob("python/src/tradelog_client/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for i := range sources {
		sources[i] = filepath.Base(sources[i])
	}
	if !slices.Equal(content, sources) || !slices.Contains(content, "py.typed") {
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
