<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class AttributeSet extends Document
{
    public function __construct(
        /** @var list<string>|null codes of its attributes, in order */
        public ?array $attributeCodes = null,
        /** @var string|null name of the attribute set */
        public ?string $attributeSetName = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var list<AttributeGroup>|null groups of attributes, in display order */
        public ?array $groups = null,
        /** @var int|null ID of the attribute set */
        public ?int $id = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'AttributeSet'): static
    {
        return new self(
            attributeCodes: Read::listOf(Read::text(...))($members['attributeCodes'] ?? null, $where . '.attributeCodes'),
            attributeSetName: Read::text($members['attributeSetName'] ?? null, $where . '.attributeSetName'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            groups: Read::listOf(Read::object(AttributeGroup::class))($members['groups'] ?? null, $where . '.groups'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
        );
    }
}
