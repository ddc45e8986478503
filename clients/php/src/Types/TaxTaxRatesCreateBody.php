<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class TaxTaxRatesCreateBody extends Body
{
    public function __construct(
        /** @var string|null unique name of the rate */
        public ?string $code = null,
        /** @var Decimal|null percent */
        public Decimal|int|null $rate = null,
        /** @var string|null ISO 3166-1 alpha-2 */
        public ?string $taxCountryId = null,
        /** @var string|null * for all, 90* for a prefix */
        public ?string $taxPostcode = null,
        /** @var int|null ID of a region of the country; 0 for the whole country */
        public ?int $taxRegionId = null,
        /** @var list<mixed>|null objects {storeId, title}: name of the rate per store view; replaces all titles; an empty title removes one */
        public ?array $titles = null,
        /** @var string|null digits */
        public ?string $zipFrom = null,
        /** @var bool|null whether the rate applies to the postcodes zipFrom to zipTo */
        public ?bool $zipIsRange = null,
        /** @var string|null digits */
        public ?string $zipTo = null,
    ) {
    }
}
