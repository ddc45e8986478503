package letter

// Preview says which e-mail is to be looked at.
type Preview struct {
	Kind     string
	StoreID  int64 // store view; an e-mail about an order is of the order's
	OrderID  int64 // order that the e-mail is about; 0: made-up values
	Template int64 // template of a merchant to look at, also one that does not hold; 0: the one that holds
}
