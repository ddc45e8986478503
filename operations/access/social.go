package access

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/person"
	"tradelog/internal/wait"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

// socialAuthResource is the resource of logins with a sign-in provider. It has no tools, as tokens have none.
var socialAuthResource = &operations.Resource{
	Name: "SocialAuth", Section: "social_login", NoTools: true, Doc: "A login through a sign-in provider.",
}

type socialInput struct {
	Provider  *string     `json:"provider" doc:"google, apple, facebook, oidc, or another configured provider"`
	Token     *string     `json:"providerToken" longest:"65536" doc:"ID token from the provider; for facebook an access token"`
	Nonce     *string     `json:"nonce" doc:"nonce sent to the provider; the ID token must contain it"`
	FirstName *string     `json:"firstName" doc:"first name of a new customer, if the provider has none"`
	LastName  *string     `json:"lastName" doc:"last name of a new customer, if the provider has none"`
	TwofaCode inputs.Code `json:"twofaCode" longest:"255" type:"string,integer" doc:"two-factor code, if two-factor login is on"`
	CartID    inputs.Text `json:"cartId" longest:"255" type:"string" doc:"masked ID of a guest cart to merge into the customer's cart"`
}

// The refusals (shapes-customer §15).
var (
	errNoProvider = fault.Invalidf("provider and providerToken are required").
			About(fault.Required, "provider", "providerToken").WithCode("invalid_request")
	errNoSignUp = fault.Invalidf("Creating new accounts with social sign-in is not allowed. Please register first.").
			WithCode("invalid_grant")
)

// The names of a customer for whom the provider has none (shapes-customer §15).
const (
	noFirstname = "Customer"
	noLastname  = "."
)

// A login that coincides with another one of the same person is repeated. The n-th pause is random, and at most n times pause.
const (
	attempts = 10
	pause    = 20 * time.Millisecond
)

func socialOperation(h *handlers) *operations.Operation {
	return operations.Define(operations.Declaration{
		Resource: socialAuthResource, Verb: operations.Action, Method: "POST", Path: "/customers/social-auth", Access: operations.Public.Access(),
		Response: operations.Response{Status: 200}, Extra: true, Summary: "Log in with a sign-in provider",
		Limits: []operations.Limit{perIP("social-auth")},
		Doc: "Exchanges a sign-in provider's token for a token of the shop. The first login links the account with the e-mail address that " +
			"the provider has verified, or opens one if the shop allows it.",
		Idempotency: operations.Idempotency{Unkeyed: "an identity has one account, so repeating makes no second one"},
	}, h.social)
}

func (h *handlers) social(ctx context.Context, c *operations.Call, in socialInput) (documents.SocialAuth, error) {
	provider := domain.Trimmed(in.Provider)
	attempt := SocialLogin{Token: domain.Trimmed(in.Token), Nonce: domain.Value(in.Nonce)}
	if provider == "" || attempt.Token == "" {
		return documents.SocialAuth{}, errNoProvider
	}
	who, err := h.Social.Verify(ctx, c, provider, attempt)
	if err != nil {
		return documents.SocialAuth{}, expected(err)
	}
	if in.TwofaCode != "" { // access to the customer's account at the provider must not allow trying codes
		if err := c.Limit(perAccount("social "+person.Mailbox(who.Email)), nil); err != nil {
			return documents.SocialAuth{}, err
		}
	}
	s := signIn{handlers: h, call: c, sharing: c.Shop.Sharing(c.Store.WebsiteID), code: string(in.TwofaCode), email: who.Email,
		identity: customer.Identity{Provider: provider, Subject: who.Subject}}
	s.profile = customer.Profile{
		Email: who.Email, Firstname: cmp.Or(who.Firstname, domain.Trimmed(in.FirstName), noFirstname),
		Lastname: cmp.Or(who.Lastname, domain.Trimmed(in.LastName), noLastname),
	}
	account, isNew, err := s.account(ctx)
	for n := range attempts {
		if !errors.Is(err, customer.ErrIdentityTaken) && !errors.Is(err, customer.ErrEmailTaken) {
			break
		}
		// A simultaneous login opens the account. Of several logins that find none, only the one that claims the address opens one.
		wait.For(ctx, rand.N(time.Duration(n+1)*pause))
		account, isNew, err = s.account(ctx)
	}
	if err != nil {
		return documents.SocialAuth{}, expected(err)
	}
	token, err := h.welcome(ctx, c, account, in.CartID.Value)
	return documents.SocialAuth{
		Type: socialAuthResource.Name, ID: "social-auth", Provider: provider, Token: token.Token, TokenType: token.TokenType,
		ExpiresIn: token.ExpiresIn, Customer: token.Customer, CartID: token.CartID, CartMaskedID: token.CartMaskedID,
		CartItemsQty: token.CartItemsQty, IsNewCustomer: isNew,
		ProfileIncomplete: isNew && (s.profile.Firstname == noFirstname || s.profile.Lastname == noLastname),
	}, expected(err)
}

// signIn finds or opens the account of a person whom a provider has recognised.
type signIn struct {
	*handlers
	call     *operations.Call
	sharing  int64 // the website within which addresses are unique, or 0
	identity customer.Identity
	email    string // verified by the provider
	profile  customer.Profile
	code     string
}

// account returns the linked account, otherwise the one with the e-mail address, otherwise a new one.
func (s signIn) account(ctx context.Context) (account customer.State, isNew bool, err error) {
	account, err = s.Customers.Identified(ctx, s.identity, s.sharing)
	switch {
	case err != nil:
		return account, false, err
	case !account.Exists:
		if account, err = s.byEmail(ctx); err != nil {
			return account, false, err
		}
	}
	if !account.Exists {
		account, err = s.openAccount(ctx)
		return account, err == nil, err
	}
	twoFactor := s.call.Shop.Settings.InWebsite(account.WebsiteID).Flag("customer/password/allow_2fa")
	if err := s.Customers.SignIn(ctx, account.ID, s.sharing, s.identity, s.code, twoFactor); err != nil {
		return account, false, err
	}
	// The first login of an unconfirmed account removes its password, and so changes its credentials.
	account, err = s.Customers.Customer(ctx, account.ID)
	return account, false, err
}

// byEmail returns the account with the e-mail address, or the zero value if there is none. The read model also finds accounts that are
// older than a change of account sharing.
func (s signIn) byEmail(ctx context.Context) (customer.State, error) {
	account, err := s.Customers.ByEmail(ctx, s.email, s.sharing)
	if err != nil || account.Exists && person.SameMailbox(account.Profile.Email, s.email) {
		return account, err
	}
	found, err := s.People.CustomersByEmail(ctx, s.email)
	if err != nil {
		return account, err
	}
	for _, row := range found {
		if s.sharing == 0 || row.WebsiteID == s.sharing {
			account, err := s.Customers.Customer(ctx, row.ID)
			if err != nil || person.SameMailbox(account.Profile.Email, s.email) {
				return account, err
			}
		}
	}
	return customer.State{}, nil
}

// openAccount opens a confirmed account without a password; the customer can set one with a link that resets it.
func (s signIn) openAccount(ctx context.Context) (customer.State, error) {
	c := s.call
	if !c.Config().Flag(SocialLoginPath + "allow_registration") {
		return customer.State{}, errNoSignUp
	}
	if err := s.profile.CheckProfile(c.Now()); err != nil {
		return customer.State{}, err
	}
	id, err := s.Customers.RegisterCustomer(ctx, customer.Registration{
		WebsiteID: c.Store.WebsiteID, StoreID: c.Store.ID, StoreName: c.Store.Name, GroupID: c.Shop.DefaultGroup(c.Store.ID), Active: true,
		Profile: s.profile, Welcome: true, Identity: &s.identity,
	}, s.sharing)
	if err != nil {
		return customer.State{}, err
	}
	if err := c.Settled(ctx); err != nil && !errors.Is(err, freshness.ErrBehind) {
		return customer.State{}, err
	}
	return s.Customers.Customer(ctx, id)
}
