<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCartsShippingMethodsCreateBody extends Body
{
    public function __construct(
        /** @var AddressInput|null shipping address; stored in the cart */
        public ?AddressInput $address = null,
    ) {
    }
}
