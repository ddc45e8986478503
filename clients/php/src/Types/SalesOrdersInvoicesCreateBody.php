<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SalesOrdersInvoicesCreateBody extends Body
{
    public function __construct(
        /** @var 'online'|'offline'|'not_capture'|null how the money is captured; by default online for gateway methods, offline for others */
        public ?string $capture = null,
        /** @var string|null comment, as plain text */
        public ?string $comment = null,
        /** @var mixed|null lines to invoice: objects with orderItemId and qty; all open ones if omitted or empty */
        public mixed $items = null,
        /** @var mixed|null true: e-mail the invoice to the buyer */
        public mixed $notifyCustomer = null,
    ) {
    }
}
