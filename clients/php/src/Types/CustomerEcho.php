<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CustomerEcho extends Document
{
    public function __construct(
        /** @var list<Address>|null entries of the address book */
        public ?array $addresses = null,
        /** @var bool|null whether validating the VAT number leaves the customer group unchanged */
        public ?bool $disableAutoGroupChange = null,
        /** @var string|null e-mail address, as sent */
        public ?string $email = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null first name */
        public ?string $firstname = null,
        /** @var string|null full name: first, middle and last name */
        public ?string $fullName = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var bool|null whether the e-mail address was confirmed */
        public ?bool $isConfirmed = null,
        /** @var bool|null whether the address is subscribed to the newsletter */
        public ?bool $isSubscribed = null,
        /** @var string|null last name */
        public ?string $lastname = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CustomerEcho'): static
    {
        return new self(
            addresses: Read::listOf(Read::object(Address::class))($members['addresses'] ?? null, $where . '.addresses'),
            disableAutoGroupChange: Read::boolean($members['disableAutoGroupChange'] ?? null, $where . '.disableAutoGroupChange'),
            email: Read::text($members['email'] ?? null, $where . '.email'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            firstname: Read::text($members['firstname'] ?? null, $where . '.firstname'),
            fullName: Read::text($members['fullName'] ?? null, $where . '.fullName'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            isConfirmed: Read::boolean($members['isConfirmed'] ?? null, $where . '.isConfirmed'),
            isSubscribed: Read::boolean($members['isSubscribed'] ?? null, $where . '.isSubscribed'),
            lastname: Read::text($members['lastname'] ?? null, $where . '.lastname'),
        );
    }
}
