<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SalesShipmentsCommentsCreateBody extends Body
{
    public function __construct(
        /** @var string text of the comment */
        public string $comment,
        /** @var bool|null true: e-mail the comment to the buyer */
        public ?bool $notifyCustomer = null,
        /** @var bool|null whether customers see the comment */
        public ?bool $visibleOnFront = null,
    ) {
    }
}
