package documents

import "tradelog/domain/money"

// AuthToken is the answer to credentials (rest-v2 §2.1, conventions §3.2).
type AuthToken struct {
	Type         string         `json:"@type"`
	ID           string         `json:"id" doc:"always auth"`
	Token        string         `json:"token" doc:"JSON Web Token"`
	TokenType    string         `json:"token_type" doc:"always Bearer"`
	ExpiresIn    int            `json:"expires_in" doc:"seconds until the token expires"`
	Customer     *TokenCustomer `json:"customer,omitempty" doc:"customer grant: the customer"`
	APIUser      *TokenAPIUser  `json:"apiUser,omitempty" doc:"client_credentials and api_user grants: the account"`
	Permissions  []string       `json:"permissions,omitzero" doc:"client_credentials and api_user grants: permissions of the account"`
	CartID       int64          `json:"cartId,omitempty" doc:"customer grant: ID of the active cart"`
	CartMaskedID string         `json:"cartMaskedId,omitempty" doc:"customer grant: masked ID of the active cart, if it has one"`
	CartItemsQty *money.Decimal `json:"cartItemsQty,omitempty" doc:"customer grant: number of units in the active cart"`
	Extensions   Extensions     `json:"extensions"`
}

// SocialAuth is the answer to a login with a sign-in provider (shapes-customer §15).
type SocialAuth struct {
	Type              string         `json:"@type"`
	ID                string         `json:"id" doc:"always social-auth"`
	Provider          string         `json:"provider" about:"code of the sign-in provider"`
	Token             string         `json:"token" doc:"JSON Web Token"`
	TokenType         string         `json:"token_type" doc:"always Bearer"`
	ExpiresIn         int            `json:"expires_in" doc:"seconds until the token expires"`
	Customer          *TokenCustomer `json:"customer" about:"the customer"`
	CartID            int64          `json:"cartId,omitempty" doc:"ID of the active cart"`
	CartMaskedID      string         `json:"cartMaskedId,omitempty" doc:"masked ID of the active cart, if it has one"`
	CartItemsQty      *money.Decimal `json:"cartItemsQty" doc:"number of units in the active cart"`
	IsNewCustomer     bool           `json:"isNewCustomer" doc:"whether this login opened the account"`
	ProfileIncomplete bool           `json:"profileIncomplete" doc:"whether the account's name is only a placeholder"`
	Extensions        Extensions     `json:"extensions"`
}

type TokenCustomer struct {
	ID        int64  `json:"id" about:"ID of the customer"`
	Email     string `json:"email" about:"e-mail address"`
	FirstName string `json:"firstName" about:"first name"`
	LastName  string `json:"lastName" about:"last name"`
}

type TokenAPIUser struct {
	ID       int64  `json:"id" about:"ID of the API account"`
	Username string `json:"username" about:"login name"`
}

// AuthEnd is the answer to the end of a token.
type AuthEnd struct {
	Type       string     `json:"@type"`
	ID         string     `json:"id" doc:"always auth"`
	Success    bool       `json:"success" about:"whether the operation succeeded"`
	Message    string     `json:"message" about:"message to the user"`
	Extensions Extensions `json:"extensions"`
}
