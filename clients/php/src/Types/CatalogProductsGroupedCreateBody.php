<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CatalogProductsGroupedCreateBody extends Body
{
    public function __construct(
        /** @var int ID of the product in the group */
        public int $childProductId,
        /** @var int|null position in the group; 0 by default */
        public ?int $position = null,
        /** @var Decimal|null preselected quantity; 1 by default */
        public Decimal|int|null $qty = null,
    ) {
    }
}
