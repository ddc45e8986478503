<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class LinkElementInput extends Body
{
    public function __construct(
        /** @var int|null ID of the linked product */
        public ?int $linkedProductId = null,
        /** @var int|null position among the links; 0 by default */
        public ?int $position = null,
    ) {
    }
}
