package histories

// A receipt is read of an order in any state.
var proofSteps = []Step{{Name: "sales_orders_receipt_get", Of: "order"}}
