package eventstore

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
)

// Snapshot is the folded state of a stream up to a revision. It must not be used unless its seal is valid.
type Snapshot struct {
	Stream   string
	Shape    string   // names the type of the state
	Revision Revision // of the newest event in the state
	State    []byte   // JSON
	Seal     []byte   // see SealWith
}

// SealWith computes the seal of a snapshot, an HMAC over the snapshot, the name of its log and its newest event. So a snapshot is
// invalid in another stream, in another log, or after the end of the log was cut off and written anew.
func (s Snapshot) SealWith(key []byte, log string, newest Recorded) []byte {
	mac := hmac.New(sha256.New, key)
	for _, part := range [][]byte{[]byte("snapshot 1"), []byte(log), []byte(s.Stream), []byte(s.Shape), newest.ID[:], newest.Seal,
		s.State} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		mac.Write(length[:])
		mac.Write(part)
	}
	var revision [8]byte
	binary.BigEndian.PutUint64(revision[:], uint64(s.Revision))
	mac.Write(revision[:])
	return mac.Sum(nil)
}
