package giftcard

// masked is the number of characters that Masked shows at each end.
const masked = 4

// Masked returns a code with its middle hidden, such as GC-7…9QPD, so that a text can name a card that it does not give away. It shows at
// most a quarter of the code at each end, and at most four characters.
func Masked(code string) string {
	all := []rune(code)
	n := min(masked, len(all)/4)
	return string(all[:n]) + "…" + string(all[len(all)-n:])
}
