<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class StockMovement extends Document
{
    public function __construct(
        /** @var Decimal|null available units after */
        public ?Decimal $availableAfter = null,
        /** @var Decimal|null available units before */
        public ?Decimal $availableBefore = null,
        /** @var 'set'|'ordered'|'released'|'shipped'|'delivered'|'cancelled'|'refunded'|null set by hand, by a program or an import; ordered; released because the order was not placed after all; shipped; delivered with the order because nothing is shipped; cancelled; refunded */
        public ?string $cause = null,
        /** @var Decimal|null change of the units on hand */
        public ?Decimal $change = null,
        /** @var string|null who did it: customer, guest, admin, api, service, operator or system, with the account ID of the back office */
        public ?string $changedBy = null,
        /** @var string|null user name that the account had then; null for customers, guests, the operator and the system, and for forgotten accounts */
        public ?string $changedByName = null,
        /** @var string|null command that set the quantity, such as SetStock; null for all other causes */
        public ?string $command = null,
        /** @var string|null time of the movement, in UTC */
        public ?string $createdAt = null,
        /** @var int|null ID of the credit memo */
        public ?int $creditMemoId = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var Decimal|null units on hand after */
        public ?Decimal $onHandAfter = null,
        /** @var Decimal|null units on hand before */
        public ?Decimal $onHandBefore = null,
        /** @var int|null ID of the order; null if there is none */
        public ?int $orderId = null,
        /** @var string|null number of the order that people see; null if there is none or it was not placed */
        public ?string $orderIncrementId = null,
        /** @var int|null position of the event in the log */
        public ?int $position = null,
        /** @var Decimal|null reserved units after */
        public ?Decimal $reservedAfter = null,
        /** @var Decimal|null reserved units before */
        public ?Decimal $reservedBefore = null,
        /** @var int|null ID of the shipment */
        public ?int $shipmentId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'StockMovement'): static
    {
        return new self(
            availableAfter: Read::decimal($members['availableAfter'] ?? null, $where . '.availableAfter'),
            availableBefore: Read::decimal($members['availableBefore'] ?? null, $where . '.availableBefore'),
            cause: Read::text($members['cause'] ?? null, $where . '.cause'),
            change: Read::decimal($members['change'] ?? null, $where . '.change'),
            changedBy: Read::text($members['changedBy'] ?? null, $where . '.changedBy'),
            changedByName: Read::text($members['changedByName'] ?? null, $where . '.changedByName'),
            command: Read::text($members['command'] ?? null, $where . '.command'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            creditMemoId: Read::integer($members['creditMemoId'] ?? null, $where . '.creditMemoId'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            onHandAfter: Read::decimal($members['onHandAfter'] ?? null, $where . '.onHandAfter'),
            onHandBefore: Read::decimal($members['onHandBefore'] ?? null, $where . '.onHandBefore'),
            orderId: Read::integer($members['orderId'] ?? null, $where . '.orderId'),
            orderIncrementId: Read::text($members['orderIncrementId'] ?? null, $where . '.orderIncrementId'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            reservedAfter: Read::decimal($members['reservedAfter'] ?? null, $where . '.reservedAfter'),
            reservedBefore: Read::decimal($members['reservedBefore'] ?? null, $where . '.reservedBefore'),
            shipmentId: Read::integer($members['shipmentId'] ?? null, $where . '.shipmentId'),
        );
    }
}
