package app

var giftcardsSteps = []Step{newCard, newCard,
	ChangeStep("other_giftcards_update", "gift card", func(w *Walk) Arguments {
		return pick(w, Arguments{"balance": w.Money(80), "comment": w.Name("because")},
			Arguments{"status": pick(w, "active", "disabled", "used")})
	}),
}

var newCard = CallStep("other_giftcards_create", "gift card", func(w *Walk) Arguments {
	a := Arguments{"initialBalance": w.Money(100), "recipientName": w.Name("Bob"), "message": "Many\nlines"}
	if w.Odds(3) {
		a["code"], a["recipientEmail"], a["expiresAt"] = w.Code("CARD"), "bob@example.com", nil
	}
	return a
})
