<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersCustomersMeUpdateBody extends Body
{
    public function __construct(
        /** @var string|null present password; required to change the e-mail address, unless logged in within the last 15 minutes */
        public ?string $currentPassword = null,
        /** @var string|null date of birth, YYYY-MM-DD; empty clears it */
        public ?string $dob = null,
        /** @var string|null e-mail address, also the login name */
        public ?string $email = null,
        /** @var string|null first name */
        public ?string $firstname = null,
        /** @var int|null 1 male, 2 female; 0 clears it */
        public ?int $gender = null,
        /** @var string|null last name */
        public ?string $lastname = null,
        /** @var string|null middle name */
        public ?string $middlename = null,
        /** @var string|null name prefix, such as Dr. */
        public ?string $prefix = null,
        /** @var string|null name suffix, such as Jr. */
        public ?string $suffix = null,
    ) {
    }
}
