<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ReviewVote extends Document
{
    public function __construct(
        /** @var string|null name of the rating, such as Quality */
        public ?string $code = null,
        /** @var int|null vote in percent of the best one */
        public ?int $percent = null,
        /** @var int|null 1 to 5 stars */
        public ?int $value = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ReviewVote'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            percent: Read::integer($members['percent'] ?? null, $where . '.percent'),
            value: Read::integer($members['value'] ?? null, $where . '.value'),
        );
    }
}
