<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductLink extends Document
{
    public function __construct(
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null ID of the link */
        public ?string $id = null,
        /** @var int|null ID of the linked product */
        public ?int $linkedProductId = null,
        /** @var string|null name of the linked product */
        public ?string $linkedProductName = null,
        /** @var string|null SKU of the linked product */
        public ?string $linkedProductSku = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductLink'): static
    {
        return new self(
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            linkedProductId: Read::integer($members['linkedProductId'] ?? null, $where . '.linkedProductId'),
            linkedProductName: Read::text($members['linkedProductName'] ?? null, $where . '.linkedProductName'),
            linkedProductSku: Read::text($members['linkedProductSku'] ?? null, $where . '.linkedProductSku'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
        );
    }
}
