<?php

declare(strict_types=1);

// Lists the orders of a customer.

use Tradelog\Client\Client;
use Tradelog\Client\CustomerLogin;
use Tradelog\Client\Errors\Unauthorized;

require __DIR__ . '/../autoload.php';

$login = new CustomerLogin((string) getenv('TRADELOG_EMAIL'), (string) getenv('TRADELOG_PASSWORD'));
$shop = new Client((string) getenv('TRADELOG_URL'), $login);
try {
    foreach ($shop->me->orders() as $order) {
        // Amounts are exact: a Decimal, never a float.
        echo "{$order->incrementId} {$order->status} {$order->prices?->grandTotal}\n";
    }
} catch (Unauthorized) {
    fwrite(STDERR, "The e-mail address or the password is wrong.\n");
    exit(1);
}
