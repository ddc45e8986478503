<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class TaxClass extends Document
{
    public function __construct(
        /** @var string|null name; required to create a class */
        public ?string $className = null,
        /** @var 'PRODUCT'|'CUSTOMER'|null PRODUCT (the default) for products, CUSTOMER for customer groups */
        public ?string $classType = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the tax class */
        public ?int $id = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'TaxClass'): static
    {
        return new self(
            className: Read::text($members['className'] ?? null, $where . '.className'),
            classType: Read::text($members['classType'] ?? null, $where . '.classType'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
        );
    }
}
