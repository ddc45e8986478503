package eventstore

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// SealSize is the length of a seal.
const SealSize = sha256.Size

// GenesisSeal takes the place of the predecessor's seal for the first event of a log.
var GenesisSeal = make([]byte, SealSize)

// Seal computes the seal of an event: SHA-256 over the predecessor's seal and the canonical bytes of the event. These are its
// fields in the order of the envelope, numbers in big-endian order and texts preceded by their length. Sealed fields count as
// stored ciphertext, so forgetting a person breaks no seal.
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
