<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomersMeStockAlertsCreateBody extends Body
{
    public function __construct(
        /** @var int|null ID of the product; or give its SKU */
        public ?int $productId = null,
        /** @var string|null SKU of the product, case-insensitive */
        public ?string $sku = null,
    ) {
    }
}
