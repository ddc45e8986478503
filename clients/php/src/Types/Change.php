<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Change extends Document
{
    public function __construct(
        /** @var list<string>|null names of the fields that were set; empty if the event is about the whole */
        public ?array $fields = null,
        /** @var int|string|null what the path of the resource takes; of inventory the SKU, of configuration the scope */
        public int|string|null $id = null,
        /** @var int|null position of the event in the log; several changes of one event share it */
        public ?int $position = null,
        /** @var int|null inventory: ID of the product */
        public ?int $productId = null,
        /** @var Decimal|null inventory: quantity after the change; absent if deleted */
        public ?Decimal $qtyAfter = null,
        /** @var Decimal|null inventory: quantity before the change */
        public ?Decimal $qtyBefore = null,
        /** @var string|null name of the resource, as in its path, such as orders */
        public ?string $resource = null,
        /** @var string|null inventory: present SKU of the product */
        public ?string $sku = null,
        /** @var string|null time at which the log stored the event, in UTC */
        public ?string $time = null,
        /** @var 'created'|'changed'|'deleted'|null what happened to it */
        public ?string $what = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Change'): static
    {
        return new self(
            fields: Read::listOf(Read::text(...))($members['fields'] ?? null, $where . '.fields'),
            id: Read::either(Read::integer(...), Read::text(...))($members['id'] ?? null, $where . '.id'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            qtyAfter: Read::decimal($members['qtyAfter'] ?? null, $where . '.qtyAfter'),
            qtyBefore: Read::decimal($members['qtyBefore'] ?? null, $where . '.qtyBefore'),
            resource: Read::text($members['resource'] ?? null, $where . '.resource'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            time: Read::text($members['time'] ?? null, $where . '.time'),
            what: Read::text($members['what'] ?? null, $where . '.what'),
        );
    }
}
