package pgtest

import (
	"os"
	"strings"
)

// init gives all programs on a test's database the same master key. A test that sets the variable to nothing has the program's default.
func init() {
	const variable = "TRADELOG_MASTER_KEY"
	if _, set := os.LookupEnv(variable); !set {
		_ = os.Setenv(variable, strings.Repeat("dGVzdHMu", 5)+"dGU=") // 32 bytes in base64
	}
}
