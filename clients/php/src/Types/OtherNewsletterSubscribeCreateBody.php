<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class OtherNewsletterSubscribeCreateBody extends Body
{
    public function __construct(
        /** @var string|null e-mail address of a guest; a logged-in customer's own address is used instead */
        public ?string $email = null,
        /** @var int|null ID of the store view of the newsletter; the request's store by default */
        public ?int $storeId = null,
    ) {
    }
}
