<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CouponCheck extends Document
{
    public function __construct(
        /** @var string|null checked code */
        public ?string $code = null,
        /** @var Decimal|null discount amount */
        public ?Decimal $discountAmount = null,
        /** @var Decimal|null discount the cart would get, in its currency */
        public ?Decimal $discountPreview = null,
        /** @var 'percent'|'fixed'|'cart_fixed'|'buy_x_get_y'|null kind of discount */
        public ?string $discountType = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the coupon; 0 if it is not valid or nobody is logged in */
        public ?int $id = null,
        /** @var bool|null whether the code can be used at present */
        public ?bool $isValid = null,
        /** @var int|null ID of the price rule */
        public ?int $ruleId = null,
        /** @var string|null name of the price rule */
        public ?string $ruleName = null,
        /** @var string|null reason why the code is valid or not */
        public ?string $validationMessage = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CouponCheck'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            discountAmount: Read::decimal($members['discountAmount'] ?? null, $where . '.discountAmount'),
            discountPreview: Read::decimal($members['discountPreview'] ?? null, $where . '.discountPreview'),
            discountType: Read::text($members['discountType'] ?? null, $where . '.discountType'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isValid: Read::boolean($members['isValid'] ?? null, $where . '.isValid'),
            ruleId: Read::integer($members['ruleId'] ?? null, $where . '.ruleId'),
            ruleName: Read::text($members['ruleName'] ?? null, $where . '.ruleName'),
            validationMessage: Read::text($members['validationMessage'] ?? null, $where . '.validationMessage'),
        );
    }
}
