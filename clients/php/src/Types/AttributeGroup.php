<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class AttributeGroup extends Document
{
    public function __construct(
        /** @var list<GroupedAttribute>|null attributes of the group, in their order */
        public ?array $attributes = null,
        /** @var string|null name of the group */
        public ?string $name = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'AttributeGroup'): static
    {
        return new self(
            attributes: Read::listOf(Read::object(GroupedAttribute::class))($members['attributes'] ?? null, $where . '.attributes'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
        );
    }
}
