<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Revocation extends Document
{
    public function __construct(
        /** @var string|null note; back office only */
        public ?string $adminNote = null,
        /** @var string|null as stored with the request */
        public ?string $customerName = null,
        /** @var string|null as stored with the request */
        public ?string $email = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the revocation request */
        public ?int $id = null,
        /** @var string|null IP address of the request; back office only */
        public ?string $ip = null,
        /** @var int|null ID of the order */
        public ?int $orderId = null,
        /** @var string|null increment ID of the order */
        public ?string $orderReference = null,
        /** @var string|null time of the last change of processedStatus, in UTC */
        public ?string $processedAt = null,
        /** @var 'accepted'|'rejected'|'info_requested'|null decision; absent while the request is unprocessed */
        public ?string $processedStatus = null,
        /** @var string|null stated reason */
        public ?string $reason = null,
        /** @var string|null time of receipt, in UTC */
        public ?string $receivedAt = null,
        /** @var int|null ID of the order's store view */
        public ?int $storeId = null,
        /** @var string|null present if the customer got no receipt by e-mail */
        public ?string $suppressedAt = null,
        /** @var string|null reason why no receipt was sent: rate_limit_recipient */
        public ?string $suppressedReason = null,
        /** @var string|null user agent of the request; back office only */
        public ?string $userAgent = null,
        /** @var bool|null whether the customer was logged in */
        public ?bool $verified = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Revocation'): static
    {
        return new self(
            adminNote: Read::text($members['adminNote'] ?? null, $where . '.adminNote'),
            customerName: Read::text($members['customerName'] ?? null, $where . '.customerName'),
            email: Read::text($members['email'] ?? null, $where . '.email'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            ip: Read::text($members['ip'] ?? null, $where . '.ip'),
            orderId: Read::integer($members['orderId'] ?? null, $where . '.orderId'),
            orderReference: Read::text($members['orderReference'] ?? null, $where . '.orderReference'),
            processedAt: Read::text($members['processedAt'] ?? null, $where . '.processedAt'),
            processedStatus: Read::text($members['processedStatus'] ?? null, $where . '.processedStatus'),
            reason: Read::text($members['reason'] ?? null, $where . '.reason'),
            receivedAt: Read::text($members['receivedAt'] ?? null, $where . '.receivedAt'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            suppressedAt: Read::text($members['suppressedAt'] ?? null, $where . '.suppressedAt'),
            suppressedReason: Read::text($members['suppressedReason'] ?? null, $where . '.suppressedReason'),
            userAgent: Read::text($members['userAgent'] ?? null, $where . '.userAgent'),
            verified: Read::boolean($members['verified'] ?? null, $where . '.verified'),
        );
    }
}
