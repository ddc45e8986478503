package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tradelog/test/clienttest"
	"tradelog/test/programtest"
	"tradelog/test/suite"
)

// php finds PHP, and how a program runs in the library's folder.
func php(t *testing.T, arguments ...string) clienttest.Program {
	t.Helper()
	dir, err := filepath.Abs("php")
	if err != nil {
		t.Fatal(err)
	}
	found := programtest.Find(t, "../scripts/php.sh", "--where")[0]
	// Warnings are failures, and nothing waits for an end of the program to be printed.
	return clienttest.Program{
		Dir:     dir,
		Command: append([]string{found, "-d", "error_reporting=-1", "-d", "display_errors=stderr"}, arguments...),
	}
}

// TestPHPUnits runs the library's own tests, which need no shop.
func TestPHPUnits(t *testing.T) {
	t.Parallel()
	p := php(t, "tests/run.php")
	command := exec.Command(p.Command[0], p.Command[1:]...)
	command.Dir = p.Dir
	out, err := command.CombinedOutput()
	if err != nil || !regexp.MustCompile(`(?m)^\d\d+ passed, 0 failed$`).Match(out) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPHPSuite runs the suite of behaviours over streams of PHP.
func TestPHPSuite(t *testing.T) {
	t.Parallel()
	p := php(t, "tests/driver.php")
	p.Env = append(p.Env, `TRADELOG_TRANSPORT=Tradelog\Client\SocketTransport`)
	clienttest.Suite(t, p)
}

// TestPHPCurlSuite runs the suite of behaviours over the extension curl.
func TestPHPCurlSuite(t *testing.T) {
	t.Parallel()
	if p := php(t, "-r", `exit(extension_loaded("curl") ? 0 : 1);`); exec.Command(p.Command[0], p.Command[1:]...).Run() != nil {
		t.Skip("this PHP has no extension curl, so the library does not use it either")
	}
	p := php(t, "tests/driver.php")
	p.Env = append(p.Env, `TRADELOG_TRANSPORT=Tradelog\Client\CurlTransport`)
	clienttest.Suite(t, p)
}

// TestPHPExamples runs the examples.
func TestPHPExamples(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	clienttest.Examples(t, func(name string) clienttest.Program { return php(t, "examples/"+name+".php") })
}

// TestPHPPackage checks composer.json, and uses the package as Composer installs it.
func TestPHPPackage(t *testing.T) {
	t.Parallel()
	programs := programtest.Find(t, "../scripts/php.sh", "--where")
	library, err := filepath.Abs("php")
	if err != nil {
		t.Fatal(err)
	}
	project, home := t.TempDir(), t.TempDir()
	composer := func(arguments ...string) {
		t.Helper()
		command := exec.Command(programs[1], append([]string{"--no-interaction", "--no-ansi"}, arguments...)...)
		command.Dir = project
		command.Env = append(os.Environ(), "COMPOSER_HOME="+home, "COMPOSER_ALLOW_SUPERUSER=1", "COMPOSER_DISABLE_NETWORK=1")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("composer %v: %v\n%s", arguments, err, out)
		}
	}
	composer("validate", "--strict", filepath.Join(library, "composer.json"))
	requires := `{"require": {"tradelog/client": "*@dev"}, "repositories": [{"packagist.org": false},
		{"type": "path", "url": "` + library + `", "options": {"symlink": false}}]}`
	if err := os.WriteFile(filepath.Join(project, "composer.json"), []byte(requires), 0o600); err != nil {
		t.Fatal(err)
	}
	composer("install", "--classmap-authoritative")
	uses := `require "vendor/autoload.php"; use Tradelog\Client\{Client, Decimal, Types\Order};
		new Client("https://shop.example"); echo Decimal::of("1.50"), Order::from(["id" => 7])->id;`
	command := exec.Command(programs[0], "-r", uses)
	command.Dir = project
	if out, err := command.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "1.507" {
		t.Errorf("%v\n%s", err, out)
	}
}
