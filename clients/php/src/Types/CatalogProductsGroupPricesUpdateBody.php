<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogProductsGroupPricesUpdateBody extends Body
{
    public function __construct(
        /** @var list<GroupPriceElementInput> the group prices; replaces all */
        public array $groupPrices,
    ) {
    }
}
