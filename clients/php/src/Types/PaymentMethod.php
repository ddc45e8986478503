<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class PaymentMethod extends Document
{
    public function __construct(
        /** @var string|null code */
        public ?string $code = null,
        /** @var bool|null whether it is an offline payment method */
        public ?bool $isOffline = null,
        /** @var int|null position among its siblings, ascending */
        public ?int $sortOrder = null,
        /** @var string|null title */
        public ?string $title = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'PaymentMethod'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            isOffline: Read::boolean($members['isOffline'] ?? null, $where . '.isOffline'),
            sortOrder: Read::integer($members['sortOrder'] ?? null, $where . '.sortOrder'),
            title: Read::text($members['title'] ?? null, $where . '.title'),
        );
    }
}
