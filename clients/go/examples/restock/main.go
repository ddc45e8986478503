// Command restock sets the stock of a product, as a service account: restock SKU QUANTITY
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"

	tradelog "tradelog/clients/go"
	"tradelog/clients/go/api"
)

func main() {
	shop, err := tradelog.New(os.Getenv("TRADELOG_URL"), tradelog.Options{
		Login: tradelog.ServiceLogin(os.Getenv("TRADELOG_CLIENT_ID"), os.Getenv("TRADELOG_CLIENT_SECRET")),
	})
	if err != nil {
		log.Fatal(err)
	}
	sku := os.Args[1]
	quantity, err := strconv.ParseInt(os.Args[2], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	// If the answer is lost, the library repeats the request with the same idempotency key, so the stock is set once.
	stock, err := shop.Inventory.Update(context.Background(), api.CatalogInventoryUpdateBody{Sku: sku, Qty: quantity})
	switch tradelog.KindOf(err) {
	case "":
		fmt.Printf("%s: %s -> %s\n", stock.Sku, stock.PreviousQty, stock.Qty)
	case tradelog.NotFound:
		log.Fatalf("there is no product %s", sku)
	default:
		log.Fatal(err)
	}
}
