<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class BlogPost extends Document
{
    public function __construct(
        /** @var list<int>|null IDs of its blog categories */
        public ?array $categoryIds = null,
        /** @var string|null HTML with directives expanded */
        public ?string $content = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null beginning of the content, without tags */
        public ?string $excerpt = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the post */
        public ?int $id = null,
        /** @var string|null file name in media/blog */
        public ?string $image = null,
        /** @var string|null absolute URL of the image */
        public ?string $imageUrl = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null robots meta tag, such as INDEX,FOLLOW */
        public ?string $metaRobots = null,
        /** @var string|null meta title */
        public ?string $metaTitle = null,
        /** @var string|null first day on the storefront, YYYY-MM-DD */
        public ?string $publishDate = null,
        /** @var string|null HTML for lists, with directives expanded */
        public ?string $shortContent = null,
        /** @var 'enabled'|'disabled'|null status */
        public ?string $status = null,
        /** @var list<int>|null IDs of the store views that show it; 0 for all */
        public ?array $stores = null,
        /** @var string|null title */
        public ?string $title = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
        /** @var string|null URL key, the last segment of the URL in the storefront */
        public ?string $urlKey = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'BlogPost'): static
    {
        return new self(
            categoryIds: Read::listOf(Read::integer(...))($members['categoryIds'] ?? null, $where . '.categoryIds'),
            content: Read::text($members['content'] ?? null, $where . '.content'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            excerpt: Read::text($members['excerpt'] ?? null, $where . '.excerpt'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            image: Read::text($members['image'] ?? null, $where . '.image'),
            imageUrl: Read::text($members['imageUrl'] ?? null, $where . '.imageUrl'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            metaDescription: Read::text($members['metaDescription'] ?? null, $where . '.metaDescription'),
            metaKeywords: Read::text($members['metaKeywords'] ?? null, $where . '.metaKeywords'),
            metaRobots: Read::text($members['metaRobots'] ?? null, $where . '.metaRobots'),
            metaTitle: Read::text($members['metaTitle'] ?? null, $where . '.metaTitle'),
            publishDate: Read::text($members['publishDate'] ?? null, $where . '.publishDate'),
            shortContent: Read::text($members['shortContent'] ?? null, $where . '.shortContent'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
            stores: Read::listOf(Read::integer(...))($members['stores'] ?? null, $where . '.stores'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            urlKey: Read::text($members['urlKey'] ?? null, $where . '.urlKey'),
        );
    }
}
