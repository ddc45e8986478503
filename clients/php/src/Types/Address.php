<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Address extends Document
{
    public function __construct(
        /** @var 'billing'|'shipping'|null purpose of the address */
        public ?string $addressType = null,
        /** @var string|null city */
        public ?string $city = null,
        /** @var string|null company */
        public ?string $company = null,
        /** @var string|null ISO 3166-1 alpha-2 code of the country */
        public ?string $countryId = null,
        /** @var string|null time of creation, in UTC; in address books only */
        public ?string $createdAt = null,
        /** @var int|null ID of the address book entry it was copied from; in carts and orders only */
        public ?int $customerAddressId = null,
        /** @var int|null ID of the customer; in address books only */
        public ?int $customerId = null,
        /** @var string|null e-mail address */
        public ?string $email = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null fax number */
        public ?string $fax = null,
        /** @var string|null first name */
        public ?string $firstname = null,
        /** @var int|null ID of the address */
        public ?int $id = null,
        /** @var bool|null whether it is the default billing address; in address books only, and in customer documents only when true */
        public ?bool $isDefaultBilling = null,
        /** @var bool|null whether it is the default shipping address; in address books only, and in customer documents only when true */
        public ?bool $isDefaultShipping = null,
        /** @var string|null last name */
        public ?string $lastname = null,
        /** @var string|null middle name */
        public ?string $middlename = null,
        /** @var string|null postcode */
        public ?string $postcode = null,
        /** @var string|null name prefix, such as Dr. */
        public ?string $prefix = null,
        /** @var string|null name of the region; the canonical one if the country has a fixed list */
        public ?string $region = null,
        /** @var int|null ID of the region; GET /countries/{id} lists them */
        public ?int $regionId = null,
        /** @var list<string>|null street address, one element per line */
        public ?array $street = null,
        /** @var string|null name suffix, such as Jr. */
        public ?string $suffix = null,
        /** @var string|null telephone number */
        public ?string $telephone = null,
        /** @var string|null time of the last change, in UTC; in address books only */
        public ?string $updatedAt = null,
        /** @var string|null VAT ID of the company */
        public ?string $vatId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Address'): static
    {
        return new self(
            addressType: Read::text($members['addressType'] ?? null, $where . '.addressType'),
            city: Read::text($members['city'] ?? null, $where . '.city'),
            company: Read::text($members['company'] ?? null, $where . '.company'),
            countryId: Read::text($members['countryId'] ?? null, $where . '.countryId'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            customerAddressId: Read::integer($members['customerAddressId'] ?? null, $where . '.customerAddressId'),
            customerId: Read::integer($members['customerId'] ?? null, $where . '.customerId'),
            email: Read::text($members['email'] ?? null, $where . '.email'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            fax: Read::text($members['fax'] ?? null, $where . '.fax'),
            firstname: Read::text($members['firstname'] ?? null, $where . '.firstname'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isDefaultBilling: Read::boolean($members['isDefaultBilling'] ?? null, $where . '.isDefaultBilling'),
            isDefaultShipping: Read::boolean($members['isDefaultShipping'] ?? null, $where . '.isDefaultShipping'),
            lastname: Read::text($members['lastname'] ?? null, $where . '.lastname'),
            middlename: Read::text($members['middlename'] ?? null, $where . '.middlename'),
            postcode: Read::text($members['postcode'] ?? null, $where . '.postcode'),
            prefix: Read::text($members['prefix'] ?? null, $where . '.prefix'),
            region: Read::text($members['region'] ?? null, $where . '.region'),
            regionId: Read::integer($members['regionId'] ?? null, $where . '.regionId'),
            street: Read::listOf(Read::text(...))($members['street'] ?? null, $where . '.street'),
            suffix: Read::text($members['suffix'] ?? null, $where . '.suffix'),
            telephone: Read::text($members['telephone'] ?? null, $where . '.telephone'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            vatId: Read::text($members['vatId'] ?? null, $where . '.vatId'),
        );
    }
}
