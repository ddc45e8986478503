<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class StoreConfig extends Document
{
    public function __construct(
        /** @var list<string>|null ISO 3166-1 alpha-2 codes of the allowed countries */
        public ?array $allowedCountries = null,
        /** @var string|null base currency (ISO 4217) */
        public ?string $baseCurrencyCode = null,
        /** @var string|null base URL of media files, with a trailing slash */
        public ?string $baseMediaUrl = null,
        /** @var string|null base URL of the storefront, with a trailing slash */
        public ?string $baseUrl = null,
        /** @var string|null identifier of the home page */
        public ?string $cmsHomePage = null,
        /** @var string|null default meta description */
        public ?string $defaultDescription = null,
        /** @var string|null display currency (ISO 4217) */
        public ?string $defaultDisplayCurrencyCode = null,
        /** @var string|null default page title */
        public ?string $defaultTitle = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null store code */
        public ?string $id = null,
        /** @var bool|null whether guests can place orders */
        public ?bool $isGuestCheckoutAllowed = null,
        /** @var string|null language and country, such as en_US */
        public ?string $locale = null,
        /** @var string|null alternative text of the logo */
        public ?string $logoAlt = null,
        /** @var string|null URL of the logo */
        public ?string $logoUrl = null,
        /** @var bool|null whether the newsletter is enabled */
        public ?bool $newsletterEnabled = null,
        /** @var bool|null whether reviews are enabled */
        public ?bool $reviewsEnabled = null,
        /** @var string|null code of the store view */
        public ?string $storeCode = null,
        /** @var string|null name of the store view */
        public ?string $storeName = null,
        /** @var string|null time zone, by its IANA name */
        public ?string $timezone = null,
        /** @var string|null unit of weight: kgs or lbs */
        public ?string $weightUnit = null,
        /** @var bool|null whether wishlists are enabled */
        public ?bool $wishlistEnabled = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'StoreConfig'): static
    {
        return new self(
            allowedCountries: Read::listOf(Read::text(...))($members['allowedCountries'] ?? null, $where . '.allowedCountries'),
            baseCurrencyCode: Read::text($members['baseCurrencyCode'] ?? null, $where . '.baseCurrencyCode'),
            baseMediaUrl: Read::text($members['baseMediaUrl'] ?? null, $where . '.baseMediaUrl'),
            baseUrl: Read::text($members['baseUrl'] ?? null, $where . '.baseUrl'),
            cmsHomePage: Read::text($members['cmsHomePage'] ?? null, $where . '.cmsHomePage'),
            defaultDescription: Read::text($members['defaultDescription'] ?? null, $where . '.defaultDescription'),
            defaultDisplayCurrencyCode: Read::text($members['defaultDisplayCurrencyCode'] ?? null, $where . '.defaultDisplayCurrencyCode'),
            defaultTitle: Read::text($members['defaultTitle'] ?? null, $where . '.defaultTitle'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::text($members['id'] ?? null, $where . '.id'),
            isGuestCheckoutAllowed: Read::boolean($members['isGuestCheckoutAllowed'] ?? null, $where . '.isGuestCheckoutAllowed'),
            locale: Read::text($members['locale'] ?? null, $where . '.locale'),
            logoAlt: Read::text($members['logoAlt'] ?? null, $where . '.logoAlt'),
            logoUrl: Read::text($members['logoUrl'] ?? null, $where . '.logoUrl'),
            newsletterEnabled: Read::boolean($members['newsletterEnabled'] ?? null, $where . '.newsletterEnabled'),
            reviewsEnabled: Read::boolean($members['reviewsEnabled'] ?? null, $where . '.reviewsEnabled'),
            storeCode: Read::text($members['storeCode'] ?? null, $where . '.storeCode'),
            storeName: Read::text($members['storeName'] ?? null, $where . '.storeName'),
            timezone: Read::text($members['timezone'] ?? null, $where . '.timezone'),
            weightUnit: Read::text($members['weightUnit'] ?? null, $where . '.weightUnit'),
            wishlistEnabled: Read::boolean($members['wishlistEnabled'] ?? null, $where . '.wishlistEnabled'),
        );
    }
}
