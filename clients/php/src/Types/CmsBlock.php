<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CmsBlock extends Document
{
    public function __construct(
        /** @var string|null HTML with directives expanded */
        public ?string $content = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the block */
        public ?int $id = null,
        /** @var string|null identifier used by directives */
        public ?string $identifier = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var 'enabled'|'disabled'|null status */
        public ?string $status = null,
        /** @var list<int>|null IDs of the store views that show it; 0 for all */
        public ?array $stores = null,
        /** @var string|null title */
        public ?string $title = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CmsBlock'): static
    {
        return new self(
            content: Read::text($members['content'] ?? null, $where . '.content'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            identifier: Read::text($members['identifier'] ?? null, $where . '.identifier'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
            stores: Read::listOf(Read::integer(...))($members['stores'] ?? null, $where . '.stores'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
        );
    }
}
