<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersGuestCartsGiftMessageUpdateBody extends Body
{
    public function __construct(
        /** @var string|null message; blank removes it */
        public ?string $message = null,
        /** @var string|null name of the recipient */
        public ?string $recipient = null,
        /** @var string|null name of the giver */
        public ?string $sender = null,
    ) {
    }
}
