<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class ContentCmsBlocksCreateBody extends Body
{
    public function __construct(
        /** @var string identifier used by directives; unique per store view */
        public string $identifier,
        /** @var string|null HTML with directives; scripts and event handlers are removed. A block cannot include itself */
        public ?string $content = null,
        /** @var bool|null whether it is shown; true by default */
        public ?bool $isActive = null,
        /** @var list<mixed>|string|int|null codes or IDs of the store views that show it, or "all", the default */
        public array|int|string|null $stores = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }
}
