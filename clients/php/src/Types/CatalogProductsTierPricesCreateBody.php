<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogProductsTierPricesCreateBody extends Body
{
    public function __construct(
        /** @var list<TierPriceElementInput> the tier prices; replaces all */
        public array $tierPrices,
    ) {
    }
}
