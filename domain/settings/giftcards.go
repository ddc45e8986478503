package settings

// GiftCards are the paths of gift cards.
var GiftCards = []Path{
	{"system/rate_limit/giftcard_balance", Count, "10", "gift card checks per IP and minute"},

	{"giftcard/email/identity", Identity, "general", "sender of gift cards"},
	{"giftcard/general/allow_message", Flag, "1", "gift cards carry a message"},
	{"giftcard/general/enabled", Flag, "1", "gift cards can be paid with"},
	{"giftcard/general/code_length", Count, "16", "unused: the format says how long codes are"},
	{"giftcard/general/code_format", CodeFormat, "XXXX-XXXX-XXXX-XXXX", "form of codes; each X is drawn"},
	{"giftcard/general/code_prefix", Text, "GC", "what codes begin with, before a dash"},
	{"giftcard/general/lifetime", Count, "365", "days a new card lasts; 0: for ever"},
	{"giftcard/general/refund_expiration_extension", Count, "30", "days a card lasts at least after a refund to it"},
}
