<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCartsShippingAddressUpdateBody extends Body
{
    public function __construct(
        /** @var string|null city */
        public ?string $city = null,
        /** @var string|null company */
        public ?string $company = null,
        /** @var string|null ISO 3166-1 alpha-2 */
        public ?string $countryId = null,
        /** @var string|null first name */
        public ?string $firstName = null,
        /** @var string|null last name */
        public ?string $lastName = null,
        /** @var string|null postcode */
        public ?string $postcode = null,
        /** @var string|null name or code; resolved if the country has a fixed list */
        public ?string $region = null,
        /** @var int|null ID of the region; overrides region */
        public ?int $regionId = null,
        /** @var string|list<string>|null one text or a list of lines */
        public array|string|null $street = null,
        /** @var string|null telephone number */
        public ?string $telephone = null,
    ) {
    }
}
