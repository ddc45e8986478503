package eventstore

import (
	"crypto/sha256"
	"encoding/binary"
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
	b := make([]byte, 0, 512) // few writes, since each of a few bytes costs as much as one of many
	b = append(b, previous...)
	b = number(b, uint64(r.Position))
	b = text(b, r.Stream)
	b = number(b, uint64(r.Revision))
	b = append(b, r.ID[:]...)
	b = text(b, r.Type)
	b = number(b, uint64(r.SchemaVersion))
	b = number(b, uint64(len(r.Data)))
	h.Write(b)
	h.Write(r.Data)
	h.Write(number(b[:0], uint64(len(r.Metadata))))
	h.Write(r.Metadata)
	h.Write(number(b[:0], uint64(r.RecordedAt.UnixMicro())))
	return h.Sum(nil)
}

func number(b []byte, n uint64) []byte { return binary.BigEndian.AppendUint64(b, n) }

func text(b []byte, s string) []byte { return append(number(b, uint64(len(s))), s...) }
