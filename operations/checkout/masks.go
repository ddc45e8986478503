package checkout

import (
	"context"
	"crypto/aes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"time"

	"tradelog/domain/cart"
)

// A masked ID of a cart without events is one encrypted block of the cart's number, its store view and the time. Only this installation can
// have made it. So the shop recognises its own masked IDs without storing anything, and a cart begins with its first change. To others a
// masked ID looks random, like those of carts with events.
//
//	bytes 0-4 number | 5-6 store view | 7-10 time | 11-15 zeros, which prove that the shop made it
const (
	maskNumber = 5
	maskStore  = maskNumber + 2
	maskTime   = maskStore + 4
)

// maskPurpose names the secret of masked IDs.
const maskPurpose = "masked IDs of guests' carts"

// block returns the cipher of masked IDs.
func (h *handlers) block(ctx context.Context) (interface {
	Encrypt(dst, src []byte)
	Decrypt(dst, src []byte)
}, error) {
	secret, err := h.derive(ctx, maskPurpose)
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256([]byte(secret))
	return aes.NewCipher(key[:])
}

// mask returns the masked ID of a cart without events; ok is false for numbers that do not fit.
func (h *handlers) mask(ctx context.Context, id, storeID int64, at time.Time) (mask string, ok bool, err error) {
	seconds := at.Unix()
	if id <= 0 || id >= 1<<40 || storeID < 0 || storeID >= 1<<16 || seconds < 0 || seconds >= 1<<32 {
		return "", false, nil
	}
	var b [aes.BlockSize]byte
	var wide [8]byte
	binary.BigEndian.PutUint64(wide[:], uint64(id))
	copy(b[:maskNumber], wide[3:])
	binary.BigEndian.PutUint16(b[maskNumber:], uint16(storeID))
	binary.BigEndian.PutUint32(b[maskStore:], uint32(seconds))
	block, err := h.block(ctx)
	if err != nil {
		return "", false, err
	}
	block.Encrypt(b[:], b[:])
	return hex.EncodeToString(b[:]), true, nil
}

// unmask returns the number, store view and time in the masked ID of a cart without events. ok is false for all other masked IDs.
func (h *handlers) unmask(ctx context.Context, mask string) (begins cart.Created, ok bool, err error) {
	b, err := hex.DecodeString(mask)
	if err != nil || len(b) != aes.BlockSize {
		return begins, false, nil
	}
	block, err := h.block(ctx)
	if err != nil {
		return begins, false, err
	}
	block.Decrypt(b, b)
	for _, zero := range b[maskTime:] {
		if zero != 0 {
			return begins, false, nil
		}
	}
	var wide [8]byte
	copy(wide[3:], b[:maskNumber])
	return cart.Created{
		CartID: int64(binary.BigEndian.Uint64(wide[:])), StoreID: int64(binary.BigEndian.Uint16(b[maskNumber:])), MaskedID: mask,
		At: time.Unix(int64(binary.BigEndian.Uint32(b[maskStore:])), 0).UTC(),
	}, true, nil
}
