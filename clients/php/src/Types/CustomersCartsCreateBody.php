<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCartsCreateBody extends Body
{
    public function __construct(
        /** @var int|null ID of the cart's store view; the request's store by default */
        public ?int $storeId = null,
    ) {
    }
}
