package twofactor_test

import (
	"testing"
	"time"

	"tradelog/domain/twofactor"
)

// TestTheSecondFactorsCodes checks the codes against the vectors of RFC 6238, appendix B, cut to six digits.
func TestTheSecondFactorsCodes(t *testing.T) {
	t.Parallel()
	secret := twofactor.NewSecret([20]byte([]byte("12345678901234567890")))
	for seconds, want := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		if got := twofactor.CodeAt(secret, time.Unix(seconds, 0)); got != want {
			t.Errorf("at %d: %s, want %s", seconds, got, want)
		}
	}
	if got := twofactor.CodeAt("no base32", time.Unix(59, 0)); got != "" {
		t.Errorf("an unreadable secret has the code %s", got)
	}
}
