<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CustomersCartsItemsCreateBody extends Body
{
    public function __construct(
        /** @var array<string, mixed>|null bundles: selection ID, or a list of them, by option ID */
        public ?array $bundleOption = null,
        /** @var array<string, mixed>|null bundles: quantity by option ID, if it may be changed */
        public ?array $bundleOptionQty = null,
        /** @var Decimal|null unit price in the display currency, with tax if catalog prices include it; back office only */
        public Decimal|int|null $customPrice = null,
        /** @var Decimal|null gift cards: value and price, in the base currency; one of the product's amounts, or within its limits */
        public Decimal|int|null $giftcardAmount = null,
        /** @var string|null gift cards: delivery day, YYYY-MM-DD in the store's time zone; at once if omitted or past */
        public ?string $giftcardDeliveryDate = null,
        /** @var string|null gift cards: message; ignored if the product allows none */
        public ?string $giftcardMessage = null,
        /** @var string|null gift cards: e-mail the paid card is sent to */
        public ?string $giftcardRecipientEmail = null,
        /** @var string|null gift cards: name of the recipient */
        public ?string $giftcardRecipientName = null,
        /** @var string|null gift cards: e-mail of the giver */
        public ?string $giftcardSenderEmail = null,
        /** @var string|null gift cards: name of the giver */
        public ?string $giftcardSenderName = null,
        /** @var list<int>|null downloadable products with separately sold links: IDs of the links */
        public ?array $links = null,
        /** @var array<string, mixed>|null custom options by option ID: a text, a value ID, a list of value IDs, or a date */
        public ?array $options = null,
        /** @var array<string, mixed>|null files by custom option ID: objects with name and base64_encoded_data */
        public ?array $options_files = null,
        /** @var Decimal|null quantity, from 1 to 10000; 1 by default */
        public Decimal|int|null $qty = null,
        /** @var string|null SKU of the product, case-insensitive */
        public ?string $sku = null,
        /** @var array<string, mixed>|null configurable products: option ID by attribute code; or add the variant's SKU instead */
        public ?array $superAttribute = null,
        /** @var array<string, mixed>|null grouped products: quantity by product ID; each becomes a line */
        public ?array $superGroup = null,
    ) {
    }
}
