<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class SelectedPayment extends Document
{
    public function __construct(
        /** @var string|null code */
        public ?string $code = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'SelectedPayment'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
