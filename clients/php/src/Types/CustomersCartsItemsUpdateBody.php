<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CustomersCartsItemsUpdateBody extends Body
{
    public function __construct(
        /** @var Decimal|null unit price in the display currency, with tax if catalog prices include it; back office only */
        public Decimal|int|null $customPrice = null,
        /** @var Decimal|null new quantity, from 1 to 10000 */
        public Decimal|int|null $qty = null,
    ) {
    }
}
