<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class StockBulk extends Document
{
    public function __construct(
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var Decimal|null always 0 */
        public ?Decimal $qty = null,
        /** @var list<Stock>|null result of each item, in the order of the request */
        public ?array $results = null,
        /** @var string|null always bulk */
        public ?string $sku = null,
        /** @var bool|null whether the operation succeeded */
        public ?bool $success = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'StockBulk'): static
    {
        return new self(
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            results: Read::listOf(Read::object(Stock::class))($members['results'] ?? null, $where . '.results'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            success: Read::boolean($members['success'] ?? null, $where . '.success'),
        );
    }
}
