<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogInventoryBulkUpdateBody extends Body
{
    public function __construct(
        /** @var list<StockItemInput> updates, at most 100 */
        public array $items,
    ) {
    }
}
