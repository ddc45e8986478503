<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCartsGiftcardsCreateBody extends Body
{
    public function __construct(
        /** @var string|null code of the gift card, case-insensitive */
        public ?string $giftcardCode = null,
    ) {
    }
}
