package content

import (
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Block is a piece of content that pages, descriptions and categories show (shapes-catalog §16).
type Block struct {
	record.Dated
	ID         int64   `json:"id"`
	Identifier string  `json:"identifier" required:"true" doc:"identifier used by directives; unique per store view"`
	Title      *string `json:"title" about:"title"`
	Content    string  `json:"content" longest:"262144" lines:"many" media:"text/html" doc:"HTML with directives; scripts and event handlers are removed. A block cannot include itself"`
	IsActive   bool    `json:"isActive" doc:"whether it is shown; true by default"`
	Stores     []int64 `json:"stores" input:"raw" type:"array|string|integer" doc:"codes or IDs of the store views that show it, or \"all\", the default"`
}

// The errors of blocks (shapes-catalog §16). The first message has two spaces in the contract, too.
var (
	ErrBlockShowsItself = fault.Preconditionf("The static block content cannot contain  directive with its self.").
				About(fault.Other, "content")
	ErrBlockTaken = fault.Preconditionf("A block identifier with the same properties already exists in the selected store.").
			About(fault.Taken, "identifier")
)

// Normalise returns the block in its stored form.
func (b Block) Normalise() Block {
	b.Identifier, b.Content = strings.TrimSpace(b.Identifier), storedForm(Sanitised, b.Content)
	return b
}

// Check returns an error if the block is invalid.
func (b Block) Check() error {
	switch {
	case b.Identifier == "":
		return errIdentifierRequired
	case b.Shows(b.Identifier):
		return ErrBlockShowsItself
	}
	return fault.All(tooLong("identifier", &b.Identifier), tooLong("title", b.Title), checkKept("content", Sanitised, b.Content))
}

// Shows tells whether the content has a directive that shows the block with an identifier.
func (b Block) Shows(name string) bool {
	return !tooManyDirectives(b.Content) && slices.Contains(directiveBlocks(b.Content), name)
}

// Names returns the claims of the block's identifier, one for each store view.
func (b Block) Names() []string { return inStores(Blocks, b.Identifier, b.Stores) }

// Search returns the text that searches of lists look through.
func (b Block) Search() string {
	return strings.Join([]string{domain.Value(b.Title), b.Identifier, b.Content}, "\n")
}
