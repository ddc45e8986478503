<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Comment extends Document
{
    public function __construct(
        /** @var string|null comment, as plain text */
        public ?string $comment = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var int|null ID of the comment */
        public ?int $id = null,
        /** @var bool|null whether the customer was notified by e-mail */
        public ?bool $isCustomerNotified = null,
        /** @var bool|null whether customers see it */
        public ?bool $isVisibleOnFront = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Comment'): static
    {
        return new self(
            comment: Read::text($members['comment'] ?? null, $where . '.comment'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isCustomerNotified: Read::boolean($members['isCustomerNotified'] ?? null, $where . '.isCustomerNotified'),
            isVisibleOnFront: Read::boolean($members['isVisibleOnFront'] ?? null, $where . '.isVisibleOnFront'),
        );
    }
}
