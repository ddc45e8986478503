<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Store extends Document
{
    public function __construct(
        /** @var string|null base URL of links, with a trailing slash */
        public ?string $baseLinkUrl = null,
        /** @var string|null base URL of media files, with a trailing slash */
        public ?string $baseMediaUrl = null,
        /** @var string|null base URL, with a trailing slash */
        public ?string $baseUrl = null,
        /** @var string|null store code, for X-Store-Code and ?store= */
        public ?string $code = null,
        /** @var StoreCurrencies|null base and display currency */
        public ?StoreCurrencies $currency = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the store group */
        public ?int $groupId = null,
        /** @var string|null name of the store group */
        public ?string $groupName = null,
        /** @var int|null ID of the store view */
        public ?int $id = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var string|null language and country, such as en_US */
        public ?string $locale = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var int|null ID of the root category */
        public ?int $rootCategoryId = null,
        /** @var bool|null true; only after switching the store */
        public ?bool $success = null,
        /** @var int|null ID of the website */
        public ?int $websiteId = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Store'): static
    {
        return new self(
            baseLinkUrl: Read::text($members['baseLinkUrl'] ?? null, $where . '.baseLinkUrl'),
            baseMediaUrl: Read::text($members['baseMediaUrl'] ?? null, $where . '.baseMediaUrl'),
            baseUrl: Read::text($members['baseUrl'] ?? null, $where . '.baseUrl'),
            code: Read::text($members['code'] ?? null, $where . '.code'),
            currency: Read::object(StoreCurrencies::class)($members['currency'] ?? null, $where . '.currency'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            groupId: Read::integer($members['groupId'] ?? null, $where . '.groupId'),
            groupName: Read::text($members['groupName'] ?? null, $where . '.groupName'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            locale: Read::text($members['locale'] ?? null, $where . '.locale'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            rootCategoryId: Read::integer($members['rootCategoryId'] ?? null, $where . '.rootCategoryId'),
            success: Read::boolean($members['success'] ?? null, $where . '.success'),
            websiteId: Read::integer($members['websiteId'] ?? null, $where . '.websiteId'),
        );
    }
}
