<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomersCreateBody extends Body
{
    public function __construct(
        /** @var bool|null back office only: never change the group automatically; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise */
        public ?bool $disableAutoGroupChange = null,
        /** @var string|null date of birth, YYYY-MM-DD; empty clears it */
        public ?string $dob = null,
        /** @var string|null e-mail address, also the login name */
        public ?string $email = null,
        /** @var string|null first name */
        public ?string $firstname = null,
        /** @var int|null 1 male, 2 female; 0 clears it */
        public ?int $gender = null,
        /** @var int|null back office only: ID of the customer group; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise */
        public ?int $groupId = null,
        /** @var bool|null back office only: whether the customer may log in; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise */
        public ?bool $isActive = null,
        /** @var string|null last name */
        public ?string $lastname = null,
        /** @var string|null middle name */
        public ?string $middlename = null,
        /** @var string|null at least 7 characters, or the configured minimum */
        public ?string $password = null,
        /** @var string|null name prefix, such as Dr. */
        public ?string $prefix = null,
        /** @var string|null name suffix, such as Jr. */
        public ?string $suffix = null,
        /** @var string|null back office only: tax or VAT number; empty clears it; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise */
        public ?string $taxvat = null,
        /** @var int|null back office only, at creation: ID of the website; the request's website by default; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise */
        public ?int $websiteId = null,
    ) {
    }
}
