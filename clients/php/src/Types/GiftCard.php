<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class GiftCard extends Document
{
    public function __construct(
        /** @var Decimal|null remaining value, in the card's currency */
        public ?Decimal $balance = null,
        /** @var string|null code of the card; whoever knows it can pay with it */
        public ?string $code = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null base currency of its websites */
        public ?string $currencyCode = null,
        /** @var string|null time the e-mail is scheduled for, in UTC */
        public ?string $emailScheduledAt = null,
        /** @var string|null time the e-mail was sent, in UTC */
        public ?string $emailSentAt = null,
        /** @var string|null time of expiry, in UTC; absent if the card never expires */
        public ?string $expiresAt = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var list<GiftCardEntry>|null movements of the balance, newest first */
        public ?array $history = null,
        /** @var int|null ID of the gift card */
        public ?int $id = null,
        /** @var Decimal|null initial balance */
        public ?Decimal $initialBalance = null,
        /** @var string|null text of the message */
        public ?string $message = null,
        /** @var int|null ID of the order that bought the card */
        public ?int $purchaseOrderId = null,
        /** @var int|null ID of the order line that bought the card */
        public ?int $purchaseOrderItemId = null,
        /** @var string|null e-mail address of the recipient */
        public ?string $recipientEmail = null,
        /** @var string|null name of the recipient */
        public ?string $recipientName = null,
        /** @var string|null e-mail address of the giver */
        public ?string $senderEmail = null,
        /** @var string|null name of the giver */
        public ?string $senderName = null,
        /** @var 'active'|'used'|'expired'|'disabled'|null status */
        public ?string $status = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
        /** @var list<int>|null IDs of its websites */
        public ?array $websiteIds = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'GiftCard'): static
    {
        return new self(
            balance: Read::decimal($members['balance'] ?? null, $where . '.balance'),
            code: Read::text($members['code'] ?? null, $where . '.code'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            currencyCode: Read::text($members['currencyCode'] ?? null, $where . '.currencyCode'),
            emailScheduledAt: Read::text($members['emailScheduledAt'] ?? null, $where . '.emailScheduledAt'),
            emailSentAt: Read::text($members['emailSentAt'] ?? null, $where . '.emailSentAt'),
            expiresAt: Read::text($members['expiresAt'] ?? null, $where . '.expiresAt'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            history: Read::listOf(Read::object(GiftCardEntry::class))($members['history'] ?? null, $where . '.history'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            initialBalance: Read::decimal($members['initialBalance'] ?? null, $where . '.initialBalance'),
            message: Read::text($members['message'] ?? null, $where . '.message'),
            purchaseOrderId: Read::integer($members['purchaseOrderId'] ?? null, $where . '.purchaseOrderId'),
            purchaseOrderItemId: Read::integer($members['purchaseOrderItemId'] ?? null, $where . '.purchaseOrderItemId'),
            recipientEmail: Read::text($members['recipientEmail'] ?? null, $where . '.recipientEmail'),
            recipientName: Read::text($members['recipientName'] ?? null, $where . '.recipientName'),
            senderEmail: Read::text($members['senderEmail'] ?? null, $where . '.senderEmail'),
            senderName: Read::text($members['senderName'] ?? null, $where . '.senderName'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            websiteIds: Read::listOf(Read::integer(...))($members['websiteIds'] ?? null, $where . '.websiteIds'),
        );
    }
}
