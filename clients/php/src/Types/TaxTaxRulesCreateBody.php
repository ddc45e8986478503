<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class TaxTaxRulesCreateBody extends Body
{
    public function __construct(
        /** @var bool|null charge the rates on the net price, whatever the priority */
        public ?bool $calculateSubtotal = null,
        /** @var string|null unique name of the rule */
        public ?string $code = null,
        /** @var list<int>|null IDs of customer tax classes */
        public ?array $customerTaxClassIds = null,
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
}
