<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ResolvedURL extends Document
{
    public function __construct(
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the target; absent for redirect */
        public ?int $id = null,
        /** @var string|null last segment of the path without .html; absent for redirect */
        public ?string $identifier = null,
        /** @var int|null 301 for redirect, otherwise 0 */
        public ?int $redirectType = null,
        /** @var string|null target path; only for redirect */
        public ?string $redirectUrl = null,
        /** @var 'cms_page'|'category'|'product'|'blog_post'|'blog_category'|'redirect'|null kind of target */
        public ?string $type = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ResolvedURL'): static
    {
        return new self(
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            identifier: Read::text($members['identifier'] ?? null, $where . '.identifier'),
            redirectType: Read::integer($members['redirectType'] ?? null, $where . '.redirectType'),
            redirectUrl: Read::text($members['redirectUrl'] ?? null, $where . '.redirectUrl'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
        );
    }
}
