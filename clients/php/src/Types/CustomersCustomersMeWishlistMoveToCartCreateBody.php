<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CustomersCustomersMeWishlistMoveToCartCreateBody extends Body
{
    public function __construct(
        /** @var array<string, mixed>|null bundles: selection ID, or a list of them, by option ID */
        public ?array $bundleOption = null,
        /** @var array<string, mixed>|null bundles: quantity by option ID, if it may be changed */
        public ?array $bundleOptionQty = null,
        /** @var int|string|null ID or masked ID of the cart; the active cart by default */
        public int|string|null $cartId = null,
        /** @var list<int>|null downloadable products with separately sold links: IDs of the links */
        public ?array $links = null,
        /** @var array<string, mixed>|null custom options by option ID: a text, a value ID, a list of value IDs, or a date */
        public ?array $options = null,
        /** @var array<string, mixed>|null files by custom option ID: objects with name and base64_encoded_data */
        public ?array $options_files = null,
        /** @var Decimal|null quantity for the cart, from 1 to 10000; 1 by default */
        public Decimal|int|null $qty = null,
        /** @var array<string, mixed>|null configurable products: option ID by attribute code; or add the variant's SKU instead */
        public ?array $superAttribute = null,
        /** @var array<string, mixed>|null grouped products: quantity by product ID; each becomes a line */
        public ?array $superGroup = null,
    ) {
    }
}
