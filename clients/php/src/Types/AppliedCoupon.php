<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class AppliedCoupon extends Document
{
    public function __construct(
        /** @var string|null coupon code */
        public ?string $code = null,
        /** @var Decimal|null total discount of the cart */
        public ?Decimal $discountAmount = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'AppliedCoupon'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
        );
    }
}
