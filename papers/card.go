package papers

import (
	"tradelog/domain"
	"tradelog/domain/locale"
	"tradelog/internal/pdf"
	"tradelog/readmodels/documents"
)

// giftCardPaper prints a gift card to hand over. It has the balance, the code with a bar code, the giver, and the last day on which the
// card can be spent.
func giftCardPaper(s pageSettings, g *documents.GiftCard) ([]byte, error) {
	if g == nil {
		return nil, errNothing
	}
	p := newPaper(s, g.CreatedAt, heading{name: s.Locale.Translate(giftCard)})
	const edge, codeHeight = 10.0, 16.0
	begin := p.y
	p.Box(margin, begin, p.width, 62, band)
	p.Box(margin, begin, 2, 62, accent)
	p.y += edge
	value := title.withSize(34).withColor(accent)
	p.In(pdf.Paragraph, func() {
		p.printText(value, margin+edge, p.y, -1, s.amount(g.Balance, domain.Value(g.CurrencyCode)))
	})
	p.y += value.height() + 4
	code := title.withSize(17)
	p.In(pdf.Paragraph, func() { p.printText(code, margin+edge, p.y, -1, g.Code) })
	p.y += code.height() + 3
	p.code(g.Code, margin+edge, p.y, p.width-2*edge, codeHeight, -1)
	p.y = begin + 62 + 8

	p.facts([]fact{
		{cardFor, domain.Value(g.RecipientName)}, {cardFrom, domain.Value(g.SenderName)}, {validUntil, s.date(domain.Value(g.ExpiresAt))},
	})
	if message := domain.Value(g.Message); message != "" {
		p.part(cardMessage, []string{message})
	}
	p.part(howToSpend, []string{p.translate(spend)})
	p.part(terms, s.Terms)
	return p.finish()
}

// The messages of gift cards.
var (
	cardFor     = locale.Text("For")
	cardFrom    = locale.Text("From")
	validUntil  = locale.Text("Valid until")
	cardMessage = locale.Text("Message")
	howToSpend  = locale.Text("How to spend it")
	spend       = locale.Text("Enter the code at the checkout. Keep this paper: whoever has the code can spend it.")
)
