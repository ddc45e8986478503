<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CmsPage extends Document
{
    public function __construct(
        /** @var string|null HTML with directives expanded */
        public ?string $content = null,
        /** @var string|null heading above the content */
        public ?string $contentHeading = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null layout update XML */
        public ?string $customLayoutUpdateXml = null,
        /** @var string|null page layout while customTheme applies */
        public ?string $customRootTemplate = null,
        /** @var string|null theme from customThemeFrom to customThemeTo */
        public ?string $customTheme = null,
        /** @var string|null first day of the theme */
        public ?string $customThemeFrom = null,
        /** @var string|null last day of the theme */
        public ?string $customThemeTo = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the page */
        public ?int $id = null,
        /** @var string|null URL key */
        public ?string $identifier = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var string|null layout update XML; back office only */
        public ?string $layoutUpdateXml = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null robots meta tag, such as INDEX,FOLLOW */
        public ?string $metaRobots = null,
        /** @var string|null page layout in the storefront */
        public ?string $pageLayout = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var 'enabled'|'disabled'|null status */
        public ?string $status = null,
        /** @var list<int>|null IDs of the store views that show it; 0 for all */
        public ?array $stores = null,
        /** @var string|null title */
        public ?string $title = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CmsPage'): static
    {
        return new self(
            content: Read::text($members['content'] ?? null, $where . '.content'),
            contentHeading: Read::text($members['contentHeading'] ?? null, $where . '.contentHeading'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            customLayoutUpdateXml: Read::text($members['customLayoutUpdateXml'] ?? null, $where . '.customLayoutUpdateXml'),
            customRootTemplate: Read::text($members['customRootTemplate'] ?? null, $where . '.customRootTemplate'),
            customTheme: Read::text($members['customTheme'] ?? null, $where . '.customTheme'),
            customThemeFrom: Read::text($members['customThemeFrom'] ?? null, $where . '.customThemeFrom'),
            customThemeTo: Read::text($members['customThemeTo'] ?? null, $where . '.customThemeTo'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            identifier: Read::text($members['identifier'] ?? null, $where . '.identifier'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            layoutUpdateXml: Read::text($members['layoutUpdateXml'] ?? null, $where . '.layoutUpdateXml'),
            metaDescription: Read::text($members['metaDescription'] ?? null, $where . '.metaDescription'),
            metaKeywords: Read::text($members['metaKeywords'] ?? null, $where . '.metaKeywords'),
            metaRobots: Read::text($members['metaRobots'] ?? null, $where . '.metaRobots'),
            pageLayout: Read::text($members['pageLayout'] ?? null, $where . '.pageLayout'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
            stores: Read::listOf(Read::integer(...))($members['stores'] ?? null, $where . '.stores'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
        );
    }
}
