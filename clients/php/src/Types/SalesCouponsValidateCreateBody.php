<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SalesCouponsValidateCreateBody extends Body
{
    public function __construct(
        /** @var string coupon code, case-insensitive */
        public string $code,
        /** @var int|null ID of one of the caller's carts, to preview the discount */
        public ?int $cartId = null,
    ) {
    }
}
