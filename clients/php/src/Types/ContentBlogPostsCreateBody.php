<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class ContentBlogPostsCreateBody extends Body
{
    public function __construct(
        /** @var string plain text; HTML tags are removed */
        public string $title,
        /** @var list<mixed>|null IDs of blog categories, or objects {id, position}; replaces all of them */
        public ?array $categoryIds = null,
        /** @var string|null HTML with directives; scripts and event handlers are removed */
        public ?string $content = null,
        /** @var string|null file name in media/blog, without a path; empty clears it. imageUrl is its URL */
        public ?string $image = null,
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
        /** @var string|null first day on the storefront, YYYY-MM-DD in the store's time zone; today when empty or not a date */
        public ?string $publishDate = null,
        /** @var string|null HTML shown in lists of posts */
        public ?string $shortContent = null,
        /** @var list<mixed>|string|int|null codes or IDs of the store views that show it, or "all", the default */
        public array|int|string|null $stores = null,
        /** @var string|null last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the title when empty */
        public ?string $urlKey = null,
    ) {
    }
}
