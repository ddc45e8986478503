<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class ContentCmsPagesUpdateBody extends Body
{
    public function __construct(
        /** @var string|null HTML with directives such as {{media url="a.png"}}; scripts and event handlers are removed */
        public ?string $content = null,
        /** @var string|null heading above the content */
        public ?string $contentHeading = null,
        /** @var string|null layout update XML while customTheme applies; back office only; blank clears it */
        public ?string $customLayoutUpdateXml = null,
        /** @var string|null back office only */
        public ?string $customRootTemplate = null,
        /** @var string|null back office only */
        public ?string $customTheme = null,
        /** @var string|null YYYY-MM-DD; back office only; empty clears it */
        public ?string $customThemeFrom = null,
        /** @var string|null YYYY-MM-DD; back office only; empty clears it */
        public ?string $customThemeTo = null,
        /** @var string|null URL key: a-z, 0-9, dashes, underscores and slashes, at most 100 characters; unique per store view */
        public ?string $identifier = null,
        /** @var bool|null whether the storefront shows it; true by default */
        public ?bool $isActive = null,
        /** @var string|null layout update XML; back office only; blank clears it */
        public ?string $layoutUpdateXml = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null INDEX,FOLLOW, NOINDEX,FOLLOW, INDEX,NOFOLLOW or NOINDEX,NOFOLLOW; empty clears it */
        public ?string $metaRobots = null,
        /** @var string|null empty, one_column, two_columns_left, two_columns_right, three_columns or minimal */
        public ?string $pageLayout = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var list<mixed>|string|int|null codes or IDs of the store views that show it, or "all", the default */
        public array|int|string|null $stores = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }
}
