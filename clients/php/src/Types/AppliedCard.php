<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class AppliedCard extends Document
{
    public function __construct(
        /** @var Decimal|null amount the card pays */
        public ?Decimal $appliedAmount = null,
        /** @var Decimal|null remaining value of the card */
        public ?Decimal $balance = null,
        /** @var string|null code of the card */
        public ?string $code = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'AppliedCard'): static
    {
        return new self(
            appliedAmount: Read::decimal($members['appliedAmount'] ?? null, $where . '.appliedAmount'),
            balance: Read::decimal($members['balance'] ?? null, $where . '.balance'),
            code: Read::text($members['code'] ?? null, $where . '.code'),
        );
    }
}
