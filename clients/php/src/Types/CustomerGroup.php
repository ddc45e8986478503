<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class CustomerGroup extends Document
{
    public function __construct(
        /** @var string|null code */
        public ?string $code = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the customer group */
        public ?int $id = null,
        /** @var int|null ID of the tax class; 0 for none */
        public ?int $taxClassId = null,
        /** @var string|null name of the tax class; absent if it does not exist */
        public ?string $taxClassName = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'CustomerGroup'): static
    {
        return new self(
            code: Read::text($members['code'] ?? null, $where . '.code'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            taxClassId: Read::integer($members['taxClassId'] ?? null, $where . '.taxClassId'),
            taxClassName: Read::text($members['taxClassName'] ?? null, $where . '.taxClassName'),
        );
    }
}
