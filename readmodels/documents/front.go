package documents

// front is the room before a list whose newest element is the first one. An element is put there without moving the others, so a list of
// thousands is folded in as many steps. Copies of a document share it until one of them gets an element.
type front[T any] struct{ room *room[T] }

// room is memory of which the end is a list.
type room[T any] struct {
	all  []T
	free int // elements before the list
}

// put returns the list with an element in front. A list that was changed in another way, or by a copy of the document, gets new room.
func (f *front[T]) put(list []T, e T) []T {
	r := f.room
	if r == nil || r.free == 0 || len(list) != len(r.all)-r.free || &list[0] != &r.all[r.free] {
		r = &room[T]{all: make([]T, 2*len(list)+2)}
		r.free = len(r.all) - len(list)
		copy(r.all[r.free:], list)
		f.room = r
	}
	r.free--
	r.all[r.free] = e
	return r.all[r.free:]
}

// Record puts an entry in front of the status history.
func (o *Order) Record(s Status) { o.StatusHistory = o.history.put(o.StatusHistory, s) }

// Comment puts a comment in front of those of the shipment.
func (s *Shipment) Comment(c Comment) { s.Comments = s.comments.put(s.Comments, c) }

// Record puts a movement in front of the history of the card.
func (g *GiftCard) Record(e GiftCardEntry) { g.History = g.moves.put(g.History, e) }

// Empty empties the lists of the order to which events only add.
func (o *Order) Empty() {
	o.StatusHistory = []Status{}
	for _, s := range o.Shipments {
		s.Comments = []Comment{}
	}
}

// Empty empties the history of the card.
func (g *GiftCard) Empty() { g.History = []GiftCardEntry{} }
