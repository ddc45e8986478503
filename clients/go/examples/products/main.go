// Command products searches products without a login: products WORD
package main

import (
	"context"
	"fmt"
	"log"
	"net/url"
	"os"

	tradelog "tradelog/clients/go"
	"tradelog/clients/go/api"
)

func main() {
	shop, err := tradelog.New(os.Getenv("TRADELOG_URL"), tradelog.Options{})
	if err != nil {
		log.Fatal(err)
	}
	found := tradelog.List[api.ProductRow](context.Background(), shop, "/products", url.Values{"search": {os.Args[1]}})
	for product, err := range found {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(product.Sku, product.Name, *product.Price)
	}
}
