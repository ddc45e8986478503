<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersGuestCartsPaymentMethodUpdateBody extends Body
{
    public function __construct(
        /** @var array<string, mixed>|null further payment data: poNumber for purchaseorder. Never returned; card data is refused */
        public ?array $additionalData = null,
        /** @var string|null payment method code, such as checkmo */
        public ?string $methodCode = null,
    ) {
    }
}
