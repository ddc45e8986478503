<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class DownloadableLink extends Document
{
    public function __construct(
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the link */
        public ?int $id = null,
        /** @var int|null whether anybody with the link can download: 0 no, 1 yes, 2 as configured */
        public ?int $isShareable = null,
        /** @var 'url'|'file'|null kind of link: a URL or a file of the shop */
        public ?string $linkType = null,
        /** @var string|null URL of the file; back office only */
        public ?string $linkUrl = null,
        /** @var int|null downloads per unit bought; 0 for no limit */
        public ?int $numberOfDownloads = null,
        /** @var Decimal|null surcharge on the price */
        public ?Decimal $price = null,
        /** @var string|null kind of sample: url or file */
        public ?string $sampleType = null,
        /** @var string|null URL of the sample */
        public ?string $sampleUrl = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'DownloadableLink'): static
    {
        return new self(
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isShareable: Read::integer($members['isShareable'] ?? null, $where . '.isShareable'),
            linkType: Read::text($members['linkType'] ?? null, $where . '.linkType'),
            linkUrl: Read::text($members['linkUrl'] ?? null, $where . '.linkUrl'),
            numberOfDownloads: Read::integer($members['numberOfDownloads'] ?? null, $where . '.numberOfDownloads'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            sampleType: Read::text($members['sampleType'] ?? null, $where . '.sampleType'),
            sampleUrl: Read::text($members['sampleUrl'] ?? null, $where . '.sampleUrl'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
