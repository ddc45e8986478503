package tables

import (
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
)

// Customer has the columns that readers select of an account.
type Customer struct {
	ID           int64                             `db:"id"`
	WebsiteID    int64                             `db:"website_id"`
	Email        string                            `db:"email"` // in lower case
	Active       bool                              `db:"active"`
	GroupID      int64                             `db:"group_id"`
	PasswordHash string                            `db:"password_hash"`
	Confirmation string                            `db:"confirmation"`
	Credentials  int64                             `db:"credentials"` // see access.Credentials
	KeptLogin    string                            `db:"kept_login"`
	Version      eventstore.Position               `db:"version"`
	Doc          documents.Doc[documents.Customer] `db:"doc"`
}

// CustomerRow is a row of customers. The columns that Customer lacks serve lists.
type CustomerRow struct {
	Customer
	Firstname string `db:"firstname"` // in lower case
	Lastname  string `db:"lastname"`
	Row       []byte `db:"row"` // as lists show it
}

// Address has the columns that readers select of an entry of an address book.
type Address struct {
	ID         int64                            `db:"id"`
	CustomerID int64                            `db:"customer_id"`
	Doc        documents.Doc[documents.Address] `db:"doc"`
}

// AddressRow is a row of customer_addresses.
type AddressRow struct {
	Address
	Telephone string `db:"telephone"`
	Digits    string `db:"digits"` // those of Telephone
}

// Account is a row of accounts.
type Account struct {
	ID          int64               `db:"id"`
	Kind        access.Kind         `db:"kind"`
	Username    string              `db:"username"`
	ClientID    *string             `db:"client_id"`
	KeyHash     string              `db:"key_hash"`
	SecretHash  string              `db:"secret_hash"`
	Active      bool                `db:"active"`
	StoreIDs    []int64             `db:"store_ids"`
	Tools       []string            `db:"tools"`
	RoleID      int64               `db:"role_id"`
	Name        string              `db:"name"`
	Email       string              `db:"email"`
	Credentials int64               `db:"credentials"` // see access.Credentials
	KeptLogin   string              `db:"kept_login"`
	Version     eventstore.Position `db:"version"`
}

// NewAccount returns the row of an account.
func NewAccount(a access.Account, at eventstore.Position) Account {
	row := Account{
		ID: a.ID, Kind: a.Kind, Username: a.Username, KeyHash: a.KeyHash, SecretHash: a.SecretHash, Active: a.Active, StoreIDs: a.StoreIDs,
		Tools: a.Tools, RoleID: a.RoleID, Name: a.Name, Email: a.Email, Credentials: a.Credentials.Version, KeptLogin: a.Credentials.Kept,
		Version: at,
	}
	if a.ClientID != "" {
		row.ClientID = &a.ClientID
	}
	return row
}

// State returns the account of a row.
func (a Account) State() access.Account {
	return access.Account{
		Exists: true, ID: a.ID, Kind: a.Kind, Username: a.Username, ClientID: domain.Value(a.ClientID), KeyHash: a.KeyHash,
		SecretHash: a.SecretHash, Active: a.Active, StoreIDs: a.StoreIDs, Tools: a.Tools, RoleID: a.RoleID, Name: a.Name, Email: a.Email,
		Credentials: access.Credentials{Version: a.Credentials, Kept: a.KeptLogin},
	}
}

// AccountName is a row of account_names: the user name of an account from a position of the log on.
type AccountName struct {
	AccountID int64               `db:"account_id"`
	Since     eventstore.Position `db:"since"`
	Kind      access.Kind         `db:"kind"`
	Name      string              `db:"name"`
}

// Role is a row of roles.
type Role struct {
	ID      int64               `db:"id"`
	Name    string              `db:"name"`
	Admin   bool                `db:"admin"`
	Grants  []string            `db:"grants"`
	Version eventstore.Position `db:"version"`
}
