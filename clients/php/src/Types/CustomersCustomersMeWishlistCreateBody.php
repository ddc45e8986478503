<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomersMeWishlistCreateBody extends Body
{
    public function __construct(
        /** @var int ID of the product */
        public int $productId,
        /** @var string|null note, at most 2000 characters; empty removes it */
        public ?string $description = null,
        /** @var int|null quantity */
        public ?int $qty = null,
    ) {
    }
}
