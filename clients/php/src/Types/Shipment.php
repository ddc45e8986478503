<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Shipment extends Document
{
    public function __construct(
        /** @var list<Comment>|null comments, newest first */
        public ?array $comments = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var bool|null whether its e-mail was sent */
        public ?bool $emailSent = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the shipment */
        public ?int $id = null,
        /** @var string|null increment ID, the number that customers see */
        public ?string $incrementId = null,
        /** @var list<ShipmentItem>|null lines, in the order they were added */
        public ?array $items = null,
        /** @var int|null ID of the order */
        public ?int $orderId = null,
        /** @var string|null increment ID of the order, the number that customers see */
        public ?string $orderIncrementId = null,
        /** @var list<array<string, mixed>>|null always empty */
        public ?array $packages = null,
        /** @var int|null 1 shipped, 2 canceled */
        public ?int $shipmentStatus = null,
        /** @var int|null ID of the store view */
        public ?int $storeId = null,
        /** @var int|null total quantity */
        public ?int $totalQty = null,
        /** @var Decimal|null total weight, in the shop's unit of weight */
        public ?Decimal $totalWeight = null,
        /** @var list<Track>|null tracking numbers of the shipment */
        public ?array $tracks = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Shipment'): static
    {
        return new self(
            comments: Read::listOf(Read::object(Comment::class))($members['comments'] ?? null, $where . '.comments'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            emailSent: Read::boolean($members['emailSent'] ?? null, $where . '.emailSent'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            incrementId: Read::text($members['incrementId'] ?? null, $where . '.incrementId'),
            items: Read::listOf(Read::object(ShipmentItem::class))($members['items'] ?? null, $where . '.items'),
            orderId: Read::integer($members['orderId'] ?? null, $where . '.orderId'),
            orderIncrementId: Read::text($members['orderIncrementId'] ?? null, $where . '.orderIncrementId'),
            packages: Read::listOf(Read::mapOf(Read::any(...)))($members['packages'] ?? null, $where . '.packages'),
            shipmentStatus: Read::integer($members['shipmentStatus'] ?? null, $where . '.shipmentStatus'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            totalQty: Read::integer($members['totalQty'] ?? null, $where . '.totalQty'),
            totalWeight: Read::decimal($members['totalWeight'] ?? null, $where . '.totalWeight'),
            tracks: Read::listOf(Read::object(Track::class))($members['tracks'] ?? null, $where . '.tracks'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
        );
    }
}
