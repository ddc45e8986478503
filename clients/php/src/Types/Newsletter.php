<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Newsletter extends Document
{
    public function __construct(
        /** @var string|null time of the last status change, in UTC */
        public ?string $changeStatusAt = null,
        /** @var bool|null whether the link in an e-mail must be opened first */
        public ?bool $confirmationRequired = null,
        /** @var int|null ID of the customer; absent for guests */
        public ?int $customerId = null,
        /** @var string|null e-mail address */
        public ?string $email = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var bool|null whether the address is subscribed to the newsletter */
        public ?bool $isSubscribed = null,
        /** @var string|null message to the user */
        public ?string $message = null,
        /** @var 'subscribed'|'not_active'|'unsubscribed'|'unconfirmed'|'unknown'|''|null status; not_active awaits confirmation; empty for guests */
        public ?string $status = null,
        /** @var int|null ID of the subscription's store view */
        public ?int $storeId = null,
        /** @var int|null ID of the subscription; absent for guests and without a subscription */
        public ?int $subscriberId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Newsletter'): static
    {
        return new self(
            changeStatusAt: Read::text($members['changeStatusAt'] ?? null, $where . '.changeStatusAt'),
            confirmationRequired: Read::boolean($members['confirmationRequired'] ?? null, $where . '.confirmationRequired'),
            customerId: Read::integer($members['customerId'] ?? null, $where . '.customerId'),
            email: Read::text($members['email'] ?? null, $where . '.email'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            isSubscribed: Read::boolean($members['isSubscribed'] ?? null, $where . '.isSubscribed'),
            message: Read::text($members['message'] ?? null, $where . '.message'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            subscriberId: Read::integer($members['subscriberId'] ?? null, $where . '.subscriberId'),
        );
    }
}
