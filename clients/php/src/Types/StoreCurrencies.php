<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class StoreCurrencies extends Document
{
    public function __construct(
        /** @var string|null base currency, in which prices are stored (ISO 4217) */
        public ?string $base = null,
        /** @var string|null display currency (ISO 4217) */
        public ?string $default = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'StoreCurrencies'): static
    {
        return new self(
            base: Read::text($members['base'] ?? null, $where . '.base'),
            default: Read::text($members['default'] ?? null, $where . '.default'),
        );
    }
}
