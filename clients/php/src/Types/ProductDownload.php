<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductDownload extends Document
{
    public function __construct(
        /** @var int|null ID of the link */
        public ?int $id = null,
        /** @var int|null downloads per unit bought; 0 for no limit */
        public ?int $numberOfDownloads = null,
        /** @var Decimal|null surcharge on the price */
        public ?Decimal $price = null,
        /** @var string|null URL of the sample */
        public ?string $sampleUrl = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductDownload'): static
    {
        return new self(
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            numberOfDownloads: Read::integer($members['numberOfDownloads'] ?? null, $where . '.numberOfDownloads'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            sampleUrl: Read::text($members['sampleUrl'] ?? null, $where . '.sampleUrl'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
