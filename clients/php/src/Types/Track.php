<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Track extends Document
{
    public function __construct(
        /** @var string|null code of the carrier */
        public ?string $carrier = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null description */
        public ?string $description = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the track */
        public ?int $id = null,
        /** @var Decimal|null quantity; may have decimals if the product allows it */
        public ?Decimal $qty = null,
        /** @var string|null carrier name shown to customers */
        public ?string $title = null,
        /** @var string|null tracking number */
        public ?string $trackNumber = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
        /** @var Decimal|null weight of one unit, in the shop's unit of weight */
        public ?Decimal $weight = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Track'): static
    {
        return new self(
            carrier: Read::text($members['carrier'] ?? null, $where . '.carrier'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            description: Read::text($members['description'] ?? null, $where . '.description'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            qty: Read::decimal($members['qty'] ?? null, $where . '.qty'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
            trackNumber: Read::text($members['trackNumber'] ?? null, $where . '.trackNumber'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            weight: Read::decimal($members['weight'] ?? null, $where . '.weight'),
        );
    }
}
