<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class TaxRule extends Document
{
    public function __construct(
        /** @var bool|null charge the rates on the net price, whatever the priority */
        public ?bool $calculateSubtotal = null,
        /** @var string|null unique name of the rule */
        public ?string $code = null,
        /** @var list<int>|null IDs of customer tax classes */
        public ?array $customerTaxClassIds = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var int|null ID of the tax rule */
        public ?int $id = null,
        /** @var int|null position in the list */
        public ?int $position = null,
        /** @var int|null rules of equal priority add up; a higher one is charged on top; 0 by default */
        public ?int $priority = null,
        /** @var list<int>|null IDs of product tax classes */
        public ?array $productTaxClassIds = null,
        /** @var list<int>|null IDs of tax rates */
        public ?array $taxRateIds = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'TaxRule'): static
    {
        return new self(
            calculateSubtotal: Read::boolean($members['calculateSubtotal'] ?? null, $where . '.calculateSubtotal'),
            code: Read::text($members['code'] ?? null, $where . '.code'),
            customerTaxClassIds: Read::listOf(Read::integer(...))($members['customerTaxClassIds'] ?? null, $where . '.customerTaxClassIds'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            position: Read::integer($members['position'] ?? null, $where . '.position'),
            priority: Read::integer($members['priority'] ?? null, $where . '.priority'),
            productTaxClassIds: Read::listOf(Read::integer(...))($members['productTaxClassIds'] ?? null, $where . '.productTaxClassIds'),
            taxRateIds: Read::listOf(Read::integer(...))($members['taxRateIds'] ?? null, $where . '.taxRateIds'),
        );
    }
}
