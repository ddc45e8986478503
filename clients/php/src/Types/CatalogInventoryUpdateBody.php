<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CatalogInventoryUpdateBody extends Body
{
    public function __construct(
        /** @var int new quantity; replaces the present one */
        public int $qty,
        /** @var string SKU of the product, case-insensitive */
        public string $sku,
        /** @var bool|null whether it can be bought; by default whether qty is positive */
        public ?bool $isInStock = null,
        /** @var bool|null whether stock is counted; true by default */
        public ?bool $manageStock = null,
    ) {
    }
}
