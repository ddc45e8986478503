<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ItemGroup extends Document
{
    public function __construct(
        /** @var int|null ID of the product */
        public ?int $product_id = null,
        /** @var string|null type of the product */
        public ?string $product_type = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ItemGroup'): static
    {
        return new self(
            product_id: Read::integer($members['product_id'] ?? null, $where . '.product_id'),
            product_type: Read::text($members['product_type'] ?? null, $where . '.product_type'),
        );
    }
}
