<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class StockAlert extends Document
{
    public function __construct(
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var int|null ID of the customer */
        public ?int $customerId = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the stock alert */
        public ?int $id = null,
        /** @var int|null ID of the product */
        public ?int $productId = null,
        /** @var string|null name of the product; empty if it is not for sale any more */
        public ?string $productName = null,
        /** @var string|null SKU of the product; empty if it is not for sale any more */
        public ?string $productSku = null,
        /** @var int|null ID of the store view in which it must be for sale, and in whose language the e-mail is */
        public ?int $storeId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'StockAlert'): static
    {
        return new self(
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            customerId: Read::integer($members['customerId'] ?? null, $where . '.customerId'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            productId: Read::integer($members['productId'] ?? null, $where . '.productId'),
            productName: Read::text($members['productName'] ?? null, $where . '.productName'),
            productSku: Read::text($members['productSku'] ?? null, $where . '.productSku'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
        );
    }
}
