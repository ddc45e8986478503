<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class TaxRate extends Document
{
    public function __construct(
        /** @var string|null code */
        public ?string $code = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the tax rate */
        public ?int $id = null,
        /** @var Decimal|null tax rate in percent */
        public ?Decimal $rate = null,
        /** @var string|null ISO 3166-1 alpha-2 code of the country */
        public ?string $taxCountryId = null,
        /** @var string|null postcode; * matches all, 90* those that begin with 90, from-to a range */
        public ?string $taxPostcode = null,
        /** @var int|null ID of the region; 0 for the whole country */
        public ?int $taxRegionId = null,
        /** @var list<TaxRateTitle>|null names of the rate per store view */
        public ?array $titles = null,
        /** @var string|null first postcode of the range */
        public ?string $zipFrom = null,
        /** @var bool|null whether zipFrom and zipTo are a range of postcodes */
        public ?bool $zipIsRange = null,
        /** @var string|null last postcode of the range */
        public ?string $zipTo = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'TaxRate'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            rate: Read::decimal($members['rate'] ?? null, $where . '.rate'),
            taxCountryId: Read::text($members['taxCountryId'] ?? null, $where . '.taxCountryId'),
            taxPostcode: Read::text($members['taxPostcode'] ?? null, $where . '.taxPostcode'),
            taxRegionId: Read::integer($members['taxRegionId'] ?? null, $where . '.taxRegionId'),
            titles: Read::listOf(Read::object(TaxRateTitle::class))($members['titles'] ?? null, $where . '.titles'),
            zipFrom: Read::text($members['zipFrom'] ?? null, $where . '.zipFrom'),
            zipIsRange: Read::boolean($members['zipIsRange'] ?? null, $where . '.zipIsRange'),
            zipTo: Read::text($members['zipTo'] ?? null, $where . '.zipTo'),
        );
    }
}
