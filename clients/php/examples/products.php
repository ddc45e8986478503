<?php

declare(strict_types=1);

// Searches products without a login: products.php WORD

use Tradelog\Client\Client;
use Tradelog\Client\Types\ProductRow;

require __DIR__ . '/../autoload.php';

$shop = new Client((string) getenv('TRADELOG_URL'));
foreach ($shop->list('/products', ['search' => $argv[1]], as: ProductRow::class) as $product) {
    echo "{$product->sku} {$product->name} {$product->price}\n";
}
