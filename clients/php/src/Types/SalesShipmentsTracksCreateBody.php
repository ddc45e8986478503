<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SalesShipmentsTracksCreateBody extends Body
{
    public function __construct(
        /** @var string tracking number */
        public string $trackNumber,
        /** @var string|null custom by default */
        public ?string $carrierCode = null,
        /** @var string|null the carrier code by default */
        public ?string $title = null,
    ) {
    }
}
