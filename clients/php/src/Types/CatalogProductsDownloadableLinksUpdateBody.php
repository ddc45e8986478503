<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CatalogProductsDownloadableLinksUpdateBody extends Body
{
    public function __construct(
        /** @var int ID of the link */
        public int $linkId,
        /** @var int|null allowed to download: 0 the customer, 1 everybody with the link, 2 as configured */
        public ?int $isShareable = null,
        /** @var string|null URL of the file; required if linkType is url */
        public ?string $linkUrl = null,
        /** @var int|null downloads per unit bought; 0 for no limit; as configured by default */
        public ?int $numberOfDownloads = null,
        /** @var Decimal|null surcharge if links are sold separately; 0 by default */
        public Decimal|int|null $price = null,
        /** @var string|null url if there is a sample, else empty */
        public ?string $sampleType = null,
        /** @var string|null URL of the sample; empty clears it */
        public ?string $sampleUrl = null,
        /** @var int|null position among the links; 0 by default */
        public ?int $sortOrder = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }
}
