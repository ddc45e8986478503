<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Category extends Document
{
    public function __construct(
        /** @var list<string>|null sort orders offered for its products */
        public ?array $availableSortBy = null,
        /** @var list<Category>|null children, one level below */
        public ?array $children = null,
        /** @var int|null number of all descendants */
        public ?int $childrenCount = null,
        /** @var list<int>|null IDs of active children, by position */
        public ?array $childrenIds = null,
        /** @var string|null content of the CMS block, as HTML */
        public ?string $cmsBlock = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var bool|null whether its design also applies to its products */
        public ?bool $customApplyToProducts = null,
        /** @var string|null theme of the page */
        public ?string $customDesign = null,
        /** @var string|null first day of the theme */
        public ?string $customDesignFrom = null,
        /** @var string|null last day of the theme */
        public ?string $customDesignTo = null,
        /** @var string|null layout update XML */
        public ?string $customLayoutUpdate = null,
        /** @var bool|null whether the parent's design applies */
        public ?bool $customUseParentSettings = null,
        /** @var string|null default sort order of its products */
        public ?string $defaultSortBy = null,
        /** @var string|null description */
        public ?string $description = null,
        /** @var string|null content of its page: PRODUCTS, PAGE or PRODUCTS_AND_PAGE */
        public ?string $displayMode = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var Decimal|null step width of the price filter, in the base currency */
        public ?Decimal $filterPriceRange = null,
        /** @var int|null ID of the category */
        public ?int $id = null,
        /** @var string|null absolute URL of the image */
        public ?string $image = null,
        /** @var bool|null whether the menu shows it */
        public ?bool $includeInMenu = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var bool|null whether it also lists the products of its descendants */
        public ?bool $isAnchor = null,
        /** @var int|null ID of the CMS block shown on its page */
        public ?int $landingPageId = null,
        /** @var int|null depth in the tree: 0 for the overall root, 1 for a store's root */
        public ?int $level = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null robots meta tag, such as INDEX,FOLLOW */
        public ?string $metaRobots = null,
        /** @var string|null meta title */
        public ?string $metaTitle = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var string|null page layout in the storefront */
        public ?string $pageLayout = null,
        /** @var int|null ID of the parent; 0 at the top */
        public ?int $parentId = null,
        /** @var string|null IDs from the root down, joined by / */
        public ?string $path = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $position = null,
        /** @var int|null number of products assigned to the category itself */
        public ?int $productCount = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
        /** @var string|null URL key, the last segment of the URL in the storefront */
        public ?string $urlKey = null,
        /** @var string|null URL path in the storefront */
        public ?string $urlPath = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Category'): static
    {
        return new self(
            availableSortBy: Read::listOf(Read::text(...))($members['availableSortBy'] ?? null, $where . '.availableSortBy'),
            children: Read::listOf(Read::object(Category::class))($members['children'] ?? null, $where . '.children'),
            childrenCount: Read::integer($members['childrenCount'] ?? null, $where . '.childrenCount'),
            childrenIds: Read::listOf(Read::integer(...))($members['childrenIds'] ?? null, $where . '.childrenIds'),
            cmsBlock: Read::text($members['cmsBlock'] ?? null, $where . '.cmsBlock'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            customApplyToProducts: Read::boolean($members['customApplyToProducts'] ?? null, $where . '.customApplyToProducts'),
            customDesign: Read::text($members['customDesign'] ?? null, $where . '.customDesign'),
            customDesignFrom: Read::text($members['customDesignFrom'] ?? null, $where . '.customDesignFrom'),
            customDesignTo: Read::text($members['customDesignTo'] ?? null, $where . '.customDesignTo'),
            customLayoutUpdate: Read::text($members['customLayoutUpdate'] ?? null, $where . '.customLayoutUpdate'),
            customUseParentSettings: Read::boolean($members['customUseParentSettings'] ?? null, $where . '.customUseParentSettings'),
            defaultSortBy: Read::text($members['defaultSortBy'] ?? null, $where . '.defaultSortBy'),
            description: Read::text($members['description'] ?? null, $where . '.description'),
            displayMode: Read::text($members['displayMode'] ?? null, $where . '.displayMode'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            filterPriceRange: Read::decimal($members['filterPriceRange'] ?? null, $where . '.filterPriceRange'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            image: Read::text($members['image'] ?? null, $where . '.image'),
            includeInMenu: Read::boolean($members['includeInMenu'] ?? null, $where . '.includeInMenu'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            isAnchor: Read::boolean($members['isAnchor'] ?? null, $where . '.isAnchor'),
            landingPageId: Read::integer($members['landingPageId'] ?? null, $where . '.landingPageId'),
            level: Read::integer($members['level'] ?? null, $where . '.level'),
            metaDescription: Read::text($members['metaDescription'] ?? null, $where . '.metaDescription'),
            metaKeywords: Read::text($members['metaKeywords'] ?? null, $where . '.metaKeywords'),
            metaRobots: Read::text($members['metaRobots'] ?? null, $where . '.metaRobots'),
            metaTitle: Read::text($members['metaTitle'] ?? null, $where . '.metaTitle'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            pageLayout: Read::text($members['pageLayout'] ?? null, $where . '.pageLayout'),
            parentId: Read::integer($members['parentId'] ?? null, $where . '.parentId'),
            path: Read::text($members['path'] ?? null, $where . '.path'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            productCount: Read::integer($members['productCount'] ?? null, $where . '.productCount'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            urlKey: Read::text($members['urlKey'] ?? null, $where . '.urlKey'),
            urlPath: Read::text($members['urlPath'] ?? null, $where . '.urlPath'),
        );
    }
}
