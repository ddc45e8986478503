<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class ContentBlogCategoriesUpdateBody extends Body
{
    public function __construct(
        /** @var bool|null whether the storefront shows it; true by default */
        public ?bool $isActive = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null robots meta tag, such as NOINDEX,FOLLOW */
        public ?string $metaRobots = null,
        /** @var string|null meta title */
        public ?string $metaTitle = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var int|null ID of the parent blog category; 0 for the top level */
        public ?int $parentId = null,
        /** @var int|null position in the list, ascending */
        public ?int $position = null,
        /** @var list<mixed>|string|int|null codes or IDs of the store views that show it, or "all", the default */
        public array|int|string|null $stores = null,
        /** @var string|null last segment of the URL, derived from the name when empty; unique among its siblings */
        public ?string $urlKey = null,
    ) {
    }
}
