<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductNumber extends Document
{
    public function __construct(
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the product */
        public ?int $id = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var 'simple'|'virtual'|'configurable'|'grouped'|'bundle'|'downloadable'|'giftcard'|null product type */
        public ?string $type = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductNumber'): static
    {
        return new self(
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
        );
    }
}
