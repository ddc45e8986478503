package histories

var giftcardsSteps = []Step{
	newCard, newCard,
	{Name: "other_giftcards_update", Of: "gift card", Makes: "gift card", With: Arguments{
		"balance": oneOf(nil, amount(80)), "comment": Named("because"), "status": oneOf(nil, "active", "disabled", "used"),
	}},
}

var newCard = Step{Name: "other_giftcards_create", Makes: "gift card", With: Arguments{
	"code": oneOf(nil, code("CARD")), "initialBalance": amount(100), "recipientName": Named("Bob"),
	"recipientEmail": oneOf(nil, "bob@example.com"), "message": "Many\nlines",
}}
