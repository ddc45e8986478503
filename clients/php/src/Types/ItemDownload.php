<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ItemDownload extends Document
{
    public function __construct(
        /** @var string|null end of availability, in UTC */
        public ?string $available_until = null,
        /** @var bool|null whether it can be downloaded before the invoice */
        public ?bool $before_invoice = null,
        /** @var bool|null whether only the logged-in buyer can download it */
        public ?bool $customer_only = null,
        /** @var int|null number of downloads made */
        public ?int $downloads_used = null,
        /** @var string|null key for GET /downloads/{key} */
        public ?string $key = null,
        /** @var int|null ID of the link */
        public ?int $link_id = null,
        /** @var int|null downloads per unit bought; absent for no limit */
        public ?int $number_of_downloads = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ItemDownload'): static
    {
        return new self(
            available_until: Read::text($members['available_until'] ?? null, $where . '.available_until'),
            before_invoice: Read::boolean($members['before_invoice'] ?? null, $where . '.before_invoice'),
            customer_only: Read::boolean($members['customer_only'] ?? null, $where . '.customer_only'),
            downloads_used: Read::integer($members['downloads_used'] ?? null, $where . '.downloads_used'),
            key: Read::text($members['key'] ?? null, $where . '.key'),
            link_id: Read::integer($members['link_id'] ?? null, $where . '.link_id'),
            number_of_downloads: Read::integer($members['number_of_downloads'] ?? null, $where . '.number_of_downloads'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
