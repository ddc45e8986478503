<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class SalesOrdersCreditMemosCreateBodyItems extends Body
{
    public function __construct(
        /** @var int ID of the order line */
        public int $orderItemId,
        /** @var Decimal quantity; at most what was invoiced and not yet refunded */
        public Decimal|int $qty,
        /** @var bool|null true returns the units to stock; the default is cataloginventory/item_options/auto_return */
        public ?bool $backToStock = null,
    ) {
    }
}
