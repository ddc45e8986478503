<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersAddressesUpdateBody extends Body
{
    public function __construct(
        /** @var string|null required */
        public ?string $city = null,
        /** @var string|null company */
        public ?string $company = null,
        /** @var string|null required; ISO 3166-1 alpha-2 */
        public ?string $countryId = null,
        /** @var string|null fax number */
        public ?string $fax = null,
        /** @var string|null required */
        public ?string $firstname = null,
        /** @var bool|null true makes it the default billing address; false ends that */
        public ?bool $isDefaultBilling = null,
        /** @var bool|null true makes it the default shipping address; false ends that */
        public ?bool $isDefaultShipping = null,
        /** @var string|null required */
        public ?string $lastname = null,
        /** @var string|null middle name */
        public ?string $middlename = null,
        /** @var string|null required */
        public ?string $postcode = null,
        /** @var string|null name prefix, such as Dr. */
        public ?string $prefix = null,
        /** @var string|null name of the region; replaced by the canonical name of regionId if the country has it */
        public ?string $region = null,
        /** @var int|null ID of the region */
        public ?int $regionId = null,
        /** @var string|list<string>|null required; one text or a list of lines */
        public array|string|null $street = null,
        /** @var string|null name suffix, such as Jr. */
        public ?string $suffix = null,
        /** @var string|null required */
        public ?string $telephone = null,
        /** @var string|null VAT ID of the company */
        public ?string $vatId = null,
    ) {
    }
}
