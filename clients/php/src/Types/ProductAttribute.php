<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductAttribute extends Document
{
    public function __construct(
        /** @var list<string>|null product types that have it; empty for all */
        public ?array $applyTo = null,
        /** @var string|null attribute code, as in customAttributesWrite, attributeFilters and useDefault */
        public ?string $attributeCode = null,
        /** @var 'varchar'|'int'|'text'|'decimal'|'datetime'|'static'|null storage type of its values */
        public ?string $backendType = null,
        /** @var string|null default value */
        public ?string $defaultValue = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var string|null input validation class, such as validate-number */
        public ?string $frontendClass = null,
        /** @var string|null text, textarea, date, boolean, select, multiselect, price, weight, media_image, gallery, or empty */
        public ?string $frontendInput = null,
        /** @var string|null label of the attribute */
        public ?string $frontendLabel = null,
        /** @var int|null ID of the attribute */
        public ?int $id = null,
        /** @var bool|null whether the product comparison shows it */
        public ?bool $isComparable = null,
        /** @var bool|null whether variants of configurable products can differ in it */
        public ?bool $isConfigurable = null,
        /** @var int|null 0 no, 1 with results, 2 also without results */
        public ?int $isFilterable = null,
        /** @var bool|null whether search results can be filtered by it */
        public ?bool $isFilterableInSearch = null,
        /** @var int|null scope as a number: 0 store, 1 global, 2 website */
        public ?int $isGlobal = null,
        /** @var bool|null whether its values may contain HTML */
        public ?bool $isHtmlAllowedOnFront = null,
        /** @var bool|null whether every product must have a value */
        public ?bool $isRequired = null,
        /** @var bool|null whether it is searched */
        public ?bool $isSearchable = null,
        /** @var bool|null whether values must be unique */
        public ?bool $isUnique = null,
        /** @var bool|null whether price rules can use it as a condition */
        public ?bool $isUsedForPriceRules = null,
        /** @var bool|null whether the attribute is user-defined; only these can be deleted */
        public ?bool $isUserDefined = null,
        /** @var bool|null whether the advanced search offers it */
        public ?bool $isVisibleInAdvancedSearch = null,
        /** @var bool|null whether customers see it */
        public ?bool $isVisibleOnFront = null,
        /** @var bool|null whether the back office edits it with a WYSIWYG editor */
        public ?bool $isWysiwygEnabled = null,
        /** @var string|null note for the back office, shown below the input */
        public ?string $note = null,
        /** @var list<AttributeOptionValue>|null options to choose from */
        public ?array $options = null,
        /** @var int|null position among the filters of a category */
        public ?int $position = null,
        /** @var 'global'|'website'|'store'|null scope in which its values may differ */
        public ?string $scope = null,
        /** @var bool|null whether product lists can be sorted by it */
        public ?bool $usedForSortBy = null,
        /** @var bool|null whether product lists include it */
        public ?bool $usedInProductListing = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductAttribute'): static
    {
        return new self(
            applyTo: Read::listOf(Read::text(...))($members['applyTo'] ?? null, $where . '.applyTo'),
            attributeCode: Read::text($members['attributeCode'] ?? null, $where . '.attributeCode'),
            backendType: Read::text($members['backendType'] ?? null, $where . '.backendType'),
            defaultValue: Read::text($members['defaultValue'] ?? null, $where . '.defaultValue'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            frontendClass: Read::text($members['frontendClass'] ?? null, $where . '.frontendClass'),
            frontendInput: Read::text($members['frontendInput'] ?? null, $where . '.frontendInput'),
            frontendLabel: Read::text($members['frontendLabel'] ?? null, $where . '.frontendLabel'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isComparable: Read::boolean($members['isComparable'] ?? null, $where . '.isComparable'),
            isConfigurable: Read::boolean($members['isConfigurable'] ?? null, $where . '.isConfigurable'),
            isFilterable: Read::integer($members['isFilterable'] ?? null, $where . '.isFilterable'),
            isFilterableInSearch: Read::boolean($members['isFilterableInSearch'] ?? null, $where . '.isFilterableInSearch'),
            isGlobal: Read::integer($members['isGlobal'] ?? null, $where . '.isGlobal'),
            isHtmlAllowedOnFront: Read::boolean($members['isHtmlAllowedOnFront'] ?? null, $where . '.isHtmlAllowedOnFront'),
            isRequired: Read::boolean($members['isRequired'] ?? null, $where . '.isRequired'),
            isSearchable: Read::boolean($members['isSearchable'] ?? null, $where . '.isSearchable'),
            isUnique: Read::boolean($members['isUnique'] ?? null, $where . '.isUnique'),
            isUsedForPriceRules: Read::boolean($members['isUsedForPriceRules'] ?? null, $where . '.isUsedForPriceRules'),
            isUserDefined: Read::boolean($members['isUserDefined'] ?? null, $where . '.isUserDefined'),
            isVisibleInAdvancedSearch: Read::boolean($members['isVisibleInAdvancedSearch'] ?? null, $where . '.isVisibleInAdvancedSearch'),
            isVisibleOnFront: Read::boolean($members['isVisibleOnFront'] ?? null, $where . '.isVisibleOnFront'),
            isWysiwygEnabled: Read::boolean($members['isWysiwygEnabled'] ?? null, $where . '.isWysiwygEnabled'),
            note: Read::text($members['note'] ?? null, $where . '.note'),
            options: Read::listOf(Read::object(AttributeOptionValue::class))($members['options'] ?? null, $where . '.options'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            scope: Read::text($members['scope'] ?? null, $where . '.scope'),
            usedForSortBy: Read::boolean($members['usedForSortBy'] ?? null, $where . '.usedForSortBy'),
            usedInProductListing: Read::boolean($members['usedInProductListing'] ?? null, $where . '.usedInProductListing'),
        );
    }
}
