<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class SalesOrdersCreditMemosCreateBody extends Body
{
    public function __construct(
        /** @var Decimal|null fee kept from the refund */
        public Decimal|int|null $adjustmentNegative = null,
        /** @var Decimal|null amount added to the refund */
        public Decimal|int|null $adjustmentPositive = null,
        /** @var string|null comment, as plain text */
        public ?string $comment = null,
        /** @var 'base'|'order'|null currency of these amounts: base (default), or order, the order's */
        public ?string $currency = null,
        /** @var list<SalesOrdersCreditMemosCreateBodyItems>|null lines to refund; everything refundable if omitted or empty */
        public ?array $items = null,
        /** @var bool|null true: the buyer's e-mail has the comment, too; false: no e-mail; by default an e-mail without the comment */
        public ?bool $notifyCustomer = null,
        /** @var bool|null true (default): record the refund only; false: refund through the payment gateway */
        public ?bool $offlineRefund = null,
        /** @var Decimal|null shipping to refund now, without tax; all that is left by default, and at most that */
        public Decimal|int|null $shippingAmount = null,
    ) {
    }
}
