<?php

declare(strict_types=1);

// Sets the quantity of a product in stock: restock.php SKU QUANTITY

use Tradelog\Client\Client;
use Tradelog\Client\ServiceLogin;
use Tradelog\Client\Types\CatalogInventoryUpdateBody;

require __DIR__ . '/../autoload.php';

$login = new ServiceLogin((string) getenv('TRADELOG_CLIENT_ID'), (string) getenv('TRADELOG_CLIENT_SECRET'));
$shop = new Client((string) getenv('TRADELOG_URL'), $login);
// If the connection is lost, the library repeats the write with the same idempotency key, so the stock is set once.
$update = new CatalogInventoryUpdateBody(sku: $argv[1], qty: (int) $argv[2]);
$stock = $shop->inventory->update($update);
echo "{$stock->sku}: {$stock->previousQty} -> {$stock->qty}\n";
