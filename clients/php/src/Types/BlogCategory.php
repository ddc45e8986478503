<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class BlogCategory extends Document
{
    public function __construct(
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the blog category */
        public ?int $id = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var int|null depth in the tree: 1 for the top level */
        public ?int $level = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null robots meta tag, such as INDEX,FOLLOW */
        public ?string $metaRobots = null,
        /** @var string|null meta title */
        public ?string $metaTitle = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var int|null ID of the parent; 0 for the top level */
        public ?int $parentId = null,
        /** @var string|null IDs from the top level down, joined by / */
        public ?string $path = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var list<int>|null IDs of the store views that show it; 0 for all */
        public ?array $stores = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
        /** @var string|null URL key, the last segment of the URL in the storefront */
        public ?string $urlKey = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'BlogCategory'): static
    {
        return new self(
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            level: Read::integer($members['level'] ?? null, $where . '.level'),
            metaDescription: Read::text($members['metaDescription'] ?? null, $where . '.metaDescription'),
            metaKeywords: Read::text($members['metaKeywords'] ?? null, $where . '.metaKeywords'),
            metaRobots: Read::text($members['metaRobots'] ?? null, $where . '.metaRobots'),
            metaTitle: Read::text($members['metaTitle'] ?? null, $where . '.metaTitle'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            parentId: Read::integer($members['parentId'] ?? null, $where . '.parentId'),
            path: Read::text($members['path'] ?? null, $where . '.path'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            stores: Read::listOf(Read::integer(...))($members['stores'] ?? null, $where . '.stores'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            urlKey: Read::text($members['urlKey'] ?? null, $where . '.urlKey'),
        );
    }
}
