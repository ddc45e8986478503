<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CmsMediaCreateBody extends Body
{
    public function __construct(
        /** @var string picture */
        public string $file,
        /** @var string|null stored name without extension; the file's own by default */
        public ?string $filename = null,
        /** @var string|null folder below wysiwyg/, created if missing; wysiwyg/ itself by default */
        public ?string $folder = null,
    ) {
    }
}
