<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Customer extends Document
{
    public function __construct(
        /** @var list<Address>|null entries of the address book */
        public ?array $addresses = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null name of the store view the account was opened in */
        public ?string $createdIn = null,
        /** @var Address|null default billing address */
        public ?Address $defaultBillingAddress = null,
        /** @var Address|null default shipping address */
        public ?Address $defaultShippingAddress = null,
        /** @var bool|null whether validating the VAT number leaves the customer group unchanged */
        public ?bool $disableAutoGroupChange = null,
        /** @var string|null date of birth, YYYY-MM-DD */
        public ?string $dob = null,
        /** @var string|null e-mail address */
        public ?string $email = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null first name */
        public ?string $firstname = null,
        /** @var string|null full name: first, middle and last name */
        public ?string $fullName = null,
        /** @var int|null 1 male, 2 female */
        public ?int $gender = null,
        /** @var int|null ID of the customer group */
        public ?int $groupId = null,
        /** @var int|null ID of the customer */
        public ?int $id = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var bool|null whether the e-mail address was confirmed */
        public ?bool $isConfirmed = null,
        /** @var bool|null whether the address is subscribed to the newsletter */
        public ?bool $isSubscribed = null,
        /** @var string|null last name */
        public ?string $lastname = null,
        /** @var string|null after a change of the e-mail address: notice that the new address must be confirmed */
        public ?string $message = null,
        /** @var string|null middle name */
        public ?string $middlename = null,
        /** @var string|null name prefix, such as Dr. */
        public ?string $prefix = null,
        /** @var int|null ID of the store view */
        public ?int $storeId = null,
        /** @var string|null name suffix, such as Jr. */
        public ?string $suffix = null,
        /** @var string|null VAT number of the customer */
        public ?string $taxvat = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
        /** @var int|null ID of the website */
        public ?int $websiteId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Customer'): static
    {
        return new self(
            addresses: Read::listOf(Read::object(Address::class))($members['addresses'] ?? null, $where . '.addresses'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            createdIn: Read::text($members['createdIn'] ?? null, $where . '.createdIn'),
            defaultBillingAddress: Read::object(Address::class)($members['defaultBillingAddress'] ?? null, $where . '.defaultBillingAddress'),
            defaultShippingAddress: Read::object(Address::class)($members['defaultShippingAddress'] ?? null, $where . '.defaultShippingAddress'),
            disableAutoGroupChange: Read::boolean($members['disableAutoGroupChange'] ?? null, $where . '.disableAutoGroupChange'),
            dob: Read::text($members['dob'] ?? null, $where . '.dob'),
            email: Read::text($members['email'] ?? null, $where . '.email'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            firstname: Read::text($members['firstname'] ?? null, $where . '.firstname'),
            fullName: Read::text($members['fullName'] ?? null, $where . '.fullName'),
            gender: Read::integer($members['gender'] ?? null, $where . '.gender'),
            groupId: Read::integer($members['groupId'] ?? null, $where . '.groupId'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            isConfirmed: Read::boolean($members['isConfirmed'] ?? null, $where . '.isConfirmed'),
            isSubscribed: Read::boolean($members['isSubscribed'] ?? null, $where . '.isSubscribed'),
            lastname: Read::text($members['lastname'] ?? null, $where . '.lastname'),
            message: Read::text($members['message'] ?? null, $where . '.message'),
            middlename: Read::text($members['middlename'] ?? null, $where . '.middlename'),
            prefix: Read::text($members['prefix'] ?? null, $where . '.prefix'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            suffix: Read::text($members['suffix'] ?? null, $where . '.suffix'),
            taxvat: Read::text($members['taxvat'] ?? null, $where . '.taxvat'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            websiteId: Read::integer($members['websiteId'] ?? null, $where . '.websiteId'),
        );
    }
}
