// Command myorders lists the orders of a customer.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	tradelog "tradelog/clients/go"
)

func main() {
	shop, err := tradelog.New(os.Getenv("TRADELOG_URL"), tradelog.Options{
		Login: tradelog.CustomerLogin(os.Getenv("TRADELOG_EMAIL"), os.Getenv("TRADELOG_PASSWORD")),
	})
	if err != nil {
		log.Fatal(err)
	}
	for order, err := range shop.Me.Orders(context.Background(), nil) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(order.IncrementID, order.Status, order.Prices.GrandTotal)
	}
}
