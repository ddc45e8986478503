<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class CustomersProductsReviewsCreateBody extends Body
{
    public function __construct(
        /** @var string text, at most 65535 bytes */
        public string $detail,
        /** @var string author name shown with the review; at most 255 bytes */
        public string $nickname,
        /** @var string title, at most 255 bytes */
        public string $title,
        /** @var int|null stars, from 1 to 5 */
        public ?int $rating = null,
    ) {
    }
}
