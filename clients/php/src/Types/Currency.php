<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Currency extends Document
{
    public function __construct(
        /** @var string|null ISO 4217 code */
        public ?string $code = null,
        /** @var Decimal|null units of this currency per unit of the base currency */
        public ?Decimal $exchangeRate = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null symbol in the store's locale */
        public ?string $symbol = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Currency'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            exchangeRate: Read::decimal($members['exchangeRate'] ?? null, $where . '.exchangeRate'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            symbol: Read::text($members['symbol'] ?? null, $where . '.symbol'),
        );
    }
}
