<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CatalogCategoriesCreateBody extends Body
{
    public function __construct(
        /** @var list<'position'|'name'|'price'>|null sort orders offered for its products; an empty list: the configured ones */
        public ?array $availableSortBy = null,
        /** @var bool|null whether the design also applies to its products */
        public ?bool $customApplyToProducts = null,
        /** @var array<string, mixed>|null values by attribute code, such as {"meta_title":"Mugs"}; unknown codes are ignored; path, position and other columns are refused */
        public ?array $customAttributesWrite = null,
        /** @var string|null theme as package/theme; back office only; empty clears it */
        public ?string $customDesign = null,
        /** @var string|null first day of the theme, YYYY-MM-DD; empty clears it */
        public ?string $customDesignFrom = null,
        /** @var string|null last day of the theme, YYYY-MM-DD; empty clears it */
        public ?string $customDesignTo = null,
        /** @var string|null layout update XML, without templates and helpers; empty clears it */
        public ?string $customLayoutUpdate = null,
        /** @var bool|null whether the parent's design applies */
        public ?bool $customUseParentSettings = null,
        /** @var string|null position, name or price; empty clears it */
        public ?string $defaultSortBy = null,
        /** @var string|null HTML */
        public ?string $description = null,
        /** @var string|null PRODUCTS, PAGE or PRODUCTS_AND_PAGE */
        public ?string $displayMode = null,
        /** @var Decimal|null step width of the price filter; 0 clears it */
        public Decimal|int|null $filterPriceRange = null,
        /** @var string|null file name in media/catalog/category, without a path; empty clears it. Answers have the URL */
        public ?string $image = null,
        /** @var bool|null whether the menu shows it; true by default */
        public ?bool $includeInMenu = null,
        /** @var bool|null whether the storefront shows it; true by default */
        public ?bool $isActive = null,
        /** @var bool|null whether it also lists the products of its descendants */
        public ?bool $isAnchor = null,
        /** @var int|null ID of the CMS block shown on its page; 0 clears it */
        public ?int $landingPageId = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null robots meta tag, such as NOINDEX,FOLLOW; empty clears it */
        public ?string $metaRobots = null,
        /** @var string|null meta title */
        public ?string $metaTitle = null,
        /** @var string|null name; required to create a category; empty changes nothing */
        public ?string $name = null,
        /** @var string|null page layout in the storefront */
        public ?string $pageLayout = null,
        /** @var int|null ID of the parent category */
        public ?int $parentId = null,
        /** @var string|null last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the name when empty */
        public ?string $urlKey = null,
    ) {
    }
}
