<?php

declare(strict_types=1);

// Searches products without a login: products.php WORD

use Tradelog\Client\Client;

require __DIR__ . '/../autoload.php';

$shop = new Client((string) getenv('TRADELOG_URL'));
foreach ($shop->products->list(['search' => $argv[1]]) as $product) {
    echo "{$product->sku} {$product->name} {$product->price}\n";
}
