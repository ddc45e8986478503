package audit

import (
	"bytes"
	"crypto/sha256"
)

// A checkpoint has the root of a Merkle tree over the seals of a range of positions, with the hashes of RFC 6962. A leaf is SHA-256 of 0
// and the seal, a node SHA-256 of 1 and its two children. A path from a seal to the root has one hash for each level. So it is short, and
// shows nothing of the other events.

// BlockSize is the number of seals in a block, a complete subtree whose root is stored with the checkpoint. A path needs the seals of one
// block and the roots of all blocks.
const BlockSize = 256

func leafHash(seal []byte) []byte { return hashOf([]byte{0}, seal) }

func nodeHash(left, right []byte) []byte { return hashOf([]byte{1}, left, right) }

func hashOf(parts ...[]byte) []byte {
	h := sha256.New()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// split returns the size of the left subtree: the largest power of two below n.
func split(n int) int {
	k := 1
	for 2*k < n {
		k *= 2
	}
	return k
}

// joined returns the root of a tree over hashes of one level.
func joined(hashes [][]byte) []byte {
	if len(hashes) == 1 {
		return hashes[0]
	}
	k := split(len(hashes))
	return nodeHash(joined(hashes[:k]), joined(hashes[k:]))
}

// pathIn returns the siblings of a hash on the way to the root, the lowest first.
func pathIn(hashes [][]byte, i int) [][]byte {
	if len(hashes) == 1 {
		return nil
	}
	k := split(len(hashes))
	if i < k {
		return append(pathIn(hashes[:k], i), joined(hashes[k:]))
	}
	return append(pathIn(hashes[k:], i-k), joined(hashes[:k]))
}

func leaves(seals [][]byte) [][]byte {
	out := make([][]byte, len(seals))
	for i, s := range seals {
		out[i] = leafHash(s)
	}
	return out
}

// Blocks returns the roots of the blocks of a range of seals, which has at least one.
func Blocks(seals [][]byte) (roots [][]byte) {
	for from := 0; from < len(seals); from += BlockSize {
		roots = append(roots, joined(leaves(seals[from:min(from+BlockSize, len(seals))])))
	}
	return roots
}

// Root returns the root of the tree over blocks.
func Root(blocks [][]byte) []byte { return joined(blocks) }

// Path returns the path of the seal at an index to the root. seals are those of its block.
func Path(index int, seals, blocks [][]byte) [][]byte {
	return append(pathIn(leaves(seals), index%BlockSize), pathIn(blocks, index/BlockSize)...)
}

// Includes reports whether a path leads from the seal at an index of a range to the root of the range (RFC 9162 §2.1.3.2).
func Includes(root, seal []byte, index, size int64, path [][]byte) bool {
	if index < 0 || index >= size {
		return false
	}
	at, last, hash := index, size-1, leafHash(seal)
	for _, sibling := range path {
		if last == 0 {
			return false
		}
		if at&1 == 1 || at == last {
			hash = nodeHash(sibling, hash)
			for at&1 == 0 && at != 0 {
				at, last = at>>1, last>>1
			}
		} else {
			hash = nodeHash(hash, sibling)
		}
		at, last = at>>1, last>>1
	}
	return last == 0 && bytes.Equal(hash, root)
}
