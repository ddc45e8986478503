<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class GiftCardEntry extends Document
{
    public function __construct(
        /** @var 'created'|'used'|'refunded'|'adjusted'|'expired'|null kind of movement */
        public ?string $action = null,
        /** @var Decimal|null change of the balance; negative if it was reduced */
        public ?Decimal $amount = null,
        /** @var Decimal|null balance after the movement */
        public ?Decimal $balanceAfter = null,
        /** @var Decimal|null balance before the movement */
        public ?Decimal $balanceBefore = null,
        /** @var string|null comment, as plain text */
        public ?string $comment = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var int|null ID of the order */
        public ?int $orderId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'GiftCardEntry'): static
    {
        return new self(
            action: Read::text($members['action'] ?? null, $where . '.action'),
            amount: Read::decimal($members['amount'] ?? null, $where . '.amount'),
            balanceAfter: Read::decimal($members['balanceAfter'] ?? null, $where . '.balanceAfter'),
            balanceBefore: Read::decimal($members['balanceBefore'] ?? null, $where . '.balanceBefore'),
            comment: Read::text($members['comment'] ?? null, $where . '.comment'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            orderId: Read::integer($members['orderId'] ?? null, $where . '.orderId'),
        );
    }
}
