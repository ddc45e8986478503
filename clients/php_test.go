package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tradelog/test/clienttest"
	"tradelog/test/suite"
)

// TestPHP installs the archive with Composer and uses it: the library's own tests, the suite of behaviours over both transports, and the
// examples.
func TestPHP(t *testing.T) {
	t.Parallel()
	programs := suite.Program(t, "../scripts/php.sh", "--where")
	library := install(t, programs[1], unpacked(t, "tradelog-client-php-*.zip"))
	// Warnings are failures.
	php := func(dir string, arguments ...string) clienttest.Program {
		return clienttest.Program{
			Dir:     dir,
			Command: append([]string{programs[0], "-d", "error_reporting=-1", "-d", "display_errors=stderr"}, arguments...),
		}
	}
	over := func(transport string) clienttest.Program {
		p := php(library, "tests/driver.php")
		p.Env = append(p.Env, `TRADELOG_TRANSPORT=Tradelog\Client\`+transport)
		return p
	}
	for name, test := range map[string]func(t *testing.T){
		"loaded": func(t *testing.T) {
			uses := `require "vendor/autoload.php"; use Tradelog\Client\{Client, Decimal, Types\Order};
				new Client("https://shop.example"); echo Decimal::of("1.50"), Order::from(["id" => 7])->id;`
			if out, err := output(php(filepath.Join(library, "../../.."), "-r", uses)); err != nil || strings.TrimSpace(out) != "1.507" {
				t.Errorf("%v\n%s", err, out)
			}
		},
		"own": func(t *testing.T) {
			out, err := output(php(library, "tests/run.php"))
			if err != nil || !regexp.MustCompile(`(?m)^\d\d+ passed, 0 failed$`).MatchString(out) {
				t.Errorf("%v\n%s", err, out)
			}
		},
		"suite":      func(t *testing.T) { clienttest.Suite(t, over("SocketTransport")) },
		"curl suite": func(t *testing.T) { clienttest.Suite(t, over("CurlTransport")) },
		"examples": func(t *testing.T) {
			clienttest.Examples(t, func(name string) clienttest.Program { return php(library, "examples/"+name+".php") })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

// output runs a program without a shop and returns what it prints.
func output(p clienttest.Program) (string, error) {
	command := exec.Command(p.Command[0], p.Command[1:]...)
	command.Dir, command.Env = p.Dir, append(os.Environ(), p.Env...)
	out, err := command.CombinedOutput()
	return string(out), err
}

// install checks composer.json, requires the library in a foreign project, and returns the folder in which Composer has put it.
func install(t *testing.T, program, source string) string {
	t.Helper()
	project, home := t.TempDir(), t.TempDir()
	composer := func(arguments ...string) {
		t.Helper()
		command := exec.Command(program, append([]string{"--no-interaction", "--no-ansi"}, arguments...)...)
		command.Dir = project
		command.Env = append(os.Environ(), "COMPOSER_HOME="+home, "COMPOSER_ALLOW_SUPERUSER=1", "COMPOSER_DISABLE_NETWORK=1")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("composer %v: %v\n%s", arguments, err, out)
		}
	}
	// The source is validated, because Composer warns of a version in the file, as the archive has it.
	composer("validate", "--strict", filepath.Join(complete(t, "php"), "composer.json"))
	version := source[strings.LastIndex(source, "-")+1:]
	requires := `{"require": {"tradelog/client": "` + version + `"}, "repositories": [{"packagist.org": false},
		{"type": "path", "url": "` + source + `", "options": {"symlink": false}}]}`
	if err := os.WriteFile(filepath.Join(project, "composer.json"), []byte(requires), 0o600); err != nil {
		t.Fatal(err)
	}
	composer("install", "--classmap-authoritative")
	return filepath.Join(project, "vendor", "tradelog", "client")
}
