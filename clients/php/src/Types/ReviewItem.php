<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ReviewItem extends Document
{
    public function __construct(
        /** @var string|null time of submission, in UTC */
        public ?string $createdAt = null,
        /** @var string|null text of the review */
        public ?string $detail = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the review */
        public ?int $id = null,
        /** @var string|null author name shown with the review */
        public ?string $nickname = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var string|null name of the product; absent if the store view does not have it */
        public ?string $productName = null,
        /** @var int|null rating, 1 to 5 stars */
        public ?int $rating = null,
        /** @var list<ReviewVote>|null single votes; rating is their average */
        public ?array $ratings = null,
        /** @var 'approved'|'pending'|'not_approved'|null status */
        public ?string $status = null,
        /** @var list<int>|null IDs of the store views that show the review */
        public ?array $stores = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ReviewItem'): static
    {
        return new self(
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            detail: Read::text($members['detail'] ?? null, $where . '.detail'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            nickname: Read::text($members['nickname'] ?? null, $where . '.nickname'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            productName: Read::text($members['productName'] ?? null, $where . '.productName'),
            rating: Read::integer($members['rating'] ?? null, $where . '.rating'),
            ratings: Read::listOf(Read::object(ReviewVote::class))($members['ratings'] ?? null, $where . '.ratings'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
            stores: Read::listOf(Read::integer(...))($members['stores'] ?? null, $where . '.stores'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
