package eventstore

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// SealSize is the length of a seal.
const SealSize = sha256.Size

// GenesisSeal is what the first event of a log is sealed over.
var GenesisSeal = make([]byte, SealSize)

// Seal computes an event's seal: SHA-256 over the predecessor's seal and the event's own canonical bytes, which are its
// numbers in big-endian order and its texts with their length before them, in the order of the envelope. The stored bytes
// count, ciphertext included, so that forgetting a person breaks nothing.
func Seal(previous []byte, r *Recorded) []byte {
	h := sha256.New()
	h.Write(previous)
	number(h, uint64(r.Position))
	text(h, r.Stream)
	number(h, uint64(r.Revision))
	h.Write(r.ID[:])
	text(h, r.Type)
	number(h, uint64(r.SchemaVersion))
	bytesOf(h, r.Data)
	bytesOf(h, r.Metadata)
	number(h, uint64(r.RecordedAt.UnixMicro()))
	return h.Sum(nil)
}

func number(h hash.Hash, n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	h.Write(b[:])
}

func text(h hash.Hash, s string) { bytesOf(h, []byte(s)) }

func bytesOf(h hash.Hash, b []byte) {
	number(h, uint64(len(b)))
	h.Write(b)
}
