package doubles

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"time"
)

// LoginCode returns the code of a secret at a time (RFC 6238, with periods of 30 seconds and six digits). It panics on an unreadable
// secret.
func LoginCode(secret string, at time.Time) string {
	key, err := base32.StdEncoding.DecodeString(secret)
	if err != nil {
		panic("login code: " + err.Error())
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, at.Unix()/30) // a hash never fails
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[offset:])&0x7fffffff%1_000_000)
}
