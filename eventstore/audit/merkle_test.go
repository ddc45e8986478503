package audit

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"testing"
	"time"

	"tradelog/eventstore"
)

// TestTreesOfOthers compares roots with those of Certificate Transparency, which uses the same hashes.
func TestTreesOfOthers(t *testing.T) {
	t.Parallel()
	var data [][]byte
	for _, text := range []string{"", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"} {
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, b)
	}
	for n, want := range map[int]string{
		1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
		2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
		3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
		8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
	} {
		if got := hex.EncodeToString(Root(Blocks(data[:n]))); got != want {
			t.Errorf("the root of %d is %s", n, got)
		}
	}
}

// TestPaths proves each seal of trees of many sizes, below and above a block, and no other seal, position or size.
func TestPaths(t *testing.T) {
	t.Parallel()
	var seals [][]byte
	for i := range 3*BlockSize + 2 {
		seals = append(seals, hashOf([]byte{byte(i), byte(i >> 8)}))
	}
	for _, n := range []int{1, 2, 3, 7, 8, BlockSize - 1, BlockSize, BlockSize + 1, 2*BlockSize + 3, 3 * BlockSize, 3*BlockSize + 2} {
		blocks := Blocks(seals[:n])
		root := Root(blocks)
		if whole := joined(leaves(seals[:n])); !bytes.Equal(root, whole) {
			t.Fatalf("size %d: the root over blocks is %x, without them %x", n, root, whole)
		}
		for i := range n {
			block := seals[i-i%BlockSize : min(n, i-i%BlockSize+BlockSize)]
			path := Path(i, block, blocks)
			if !Includes(root, seals[i], int64(i), int64(n), path) {
				t.Fatalf("size %d: the path of %d does not lead to the root", n, i)
			}
			other := int64(i+1) % int64(n)
			if n > 1 && (Includes(root, seals[other], int64(i), int64(n), path) || Includes(root, seals[i], other, int64(n), path)) {
				t.Fatalf("size %d: the path of %d proves something else", n, i)
			}
			includes := func(path [][]byte) bool { return Includes(root, seals[i], int64(i), int64(n), path) }
			if includes(append(path, root)) || n > 1 && includes(path[1:]) {
				t.Fatalf("size %d: a path of another length proves %d", n, i)
			}
		}
	}
	if root := Root(Blocks(seals[:1])); Includes(root, seals[0], -1, 1, nil) || Includes(root, seals[0], 1, 1, nil) {
		t.Error("places outside of the tree are proved")
	}
}

// TestCheckpointsOfARange: the signature covers range and root, and JSON keeps them.
func TestCheckpointsOfARange(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	seal := hashOf([]byte("seal"))
	c := Checkpoint{LogID: "log", Position: 9, Seal: seal, From: 4, Root: hashOf([]byte("root"))}
	c.Sign(private, time.Now())
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var read Checkpoint
	if err := json.Unmarshal(text, &read); err != nil || !read.SignedBy(public) {
		t.Fatalf("%s: %v", text, err)
	}
	for p, want := range map[eventstore.Position]bool{4: false, 5: true, 9: true, 10: false} {
		if read.Covers(p) != want {
			t.Errorf("covers position %d: %v", p, !want)
		}
	}
	for what, change := range map[string]func(*Checkpoint){
		"from": func(c *Checkpoint) { c.From = 3 }, "root": func(c *Checkpoint) { c.Root = seal },
		"no root": func(c *Checkpoint) { c.Root = nil },
	} {
		other := read
		if change(&other); other.SignedBy(public) {
			t.Errorf("another %s is signed as well", what)
		}
	}
	for _, bad := range []string{
		`{"logId":"l","position":9,"seal":"` + hex.EncodeToString(seal) + `","from":9,"root":"` + hex.EncodeToString(seal) + `"}`,
		`{"logId":"l","position":9,"seal":"` + hex.EncodeToString(seal) + `","root":"ab"}`,
	} {
		if err := json.Unmarshal([]byte(bad), &read); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
