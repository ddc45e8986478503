<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Status extends Document
{
    public function __construct(
        /** @var string|null author of the change: customer, guest, admin, api, service, operator or system, with the account ID; buyers see no back-office IDs */
        public ?string $changedBy = null,
        /** @var string|null user name that the account had then; null for customers, guests, the operator and the system, for forgotten accounts, and for buyers */
        public ?string $changedByName = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var bool|null whether the customer was notified by e-mail */
        public ?bool $isCustomerNotified = null,
        /** @var bool|null whether customers see it */
        public ?bool $isVisibleOnFront = null,
        /** @var string|null comment; null for a status change without one */
        public ?string $note = null,
        /** @var string|null new status of the order */
        public ?string $status = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Status'): static
    {
        return new self(
            changedBy: Read::text($members['changedBy'] ?? null, $where . '.changedBy'),
            changedByName: Read::text($members['changedByName'] ?? null, $where . '.changedByName'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            isCustomerNotified: Read::boolean($members['isCustomerNotified'] ?? null, $where . '.isCustomerNotified'),
            isVisibleOnFront: Read::boolean($members['isVisibleOnFront'] ?? null, $where . '.isVisibleOnFront'),
            note: Read::text($members['note'] ?? null, $where . '.note'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
        );
    }
}
