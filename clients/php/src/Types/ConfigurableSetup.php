<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ConfigurableSetup extends Document
{
    public function __construct(
        /** @var list<int>|null IDs of the variants */
        public ?array $childProductIds = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the product */
        public ?int $id = null,
        /** @var list<string>|null codes of the attributes in which the variants differ */
        public ?array $superAttributes = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ConfigurableSetup'): static
    {
        return new self(
            childProductIds: Read::listOf(Read::integer(...))($members['childProductIds'] ?? null, $where . '.childProductIds'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            superAttributes: Read::listOf(Read::text(...))($members['superAttributes'] ?? null, $where . '.superAttributes'),
        );
    }
}
