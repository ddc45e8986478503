<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ListAddress extends Document
{
    public function __construct(
        /** @var string|null city */
        public ?string $city = null,
        /** @var string|null company */
        public ?string $company = null,
        /** @var string|null ISO 3166-1 alpha-2 code of the country */
        public ?string $countryId = null,
        /** @var string|null first name */
        public ?string $firstname = null,
        /** @var int|null ID of the address */
        public ?int $id = null,
        /** @var string|null last name */
        public ?string $lastname = null,
        /** @var string|null postcode */
        public ?string $postcode = null,
        /** @var string|null name of the region */
        public ?string $region = null,
        /** @var list<string>|null street address, one element per line */
        public ?array $street = null,
        /** @var string|null telephone number */
        public ?string $telephone = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ListAddress'): static
    {
        return new self(
            city: Read::text($members['city'] ?? null, $where . '.city'),
            company: Read::text($members['company'] ?? null, $where . '.company'),
            countryId: Read::text($members['countryId'] ?? null, $where . '.countryId'),
            firstname: Read::text($members['firstname'] ?? null, $where . '.firstname'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            lastname: Read::text($members['lastname'] ?? null, $where . '.lastname'),
            postcode: Read::text($members['postcode'] ?? null, $where . '.postcode'),
            region: Read::text($members['region'] ?? null, $where . '.region'),
            street: Read::listOf(Read::text(...))($members['street'] ?? null, $where . '.street'),
            telephone: Read::text($members['telephone'] ?? null, $where . '.telephone'),
        );
    }
}
