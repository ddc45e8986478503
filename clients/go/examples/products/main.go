// Command products searches products without a login: products WORD
package main

import (
	"context"
	"fmt"
	"log"
	"net/url"
	"os"

	tradelog "tradelog/clients/go"
)

func main() {
	shop, err := tradelog.New(os.Getenv("TRADELOG_URL"), tradelog.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for product, err := range shop.Products.List(context.Background(), url.Values{"search": {os.Args[1]}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(product.Sku, product.Name, *product.Price)
	}
}
