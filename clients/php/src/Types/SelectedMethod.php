<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class SelectedMethod extends Document
{
    public function __construct(
        /** @var string|null code of the carrier */
        public ?string $carrierCode = null,
        /** @var string|null name of the carrier */
        public ?string $carrierTitle = null,
        /** @var string|null code of the method */
        public ?string $methodCode = null,
        /** @var string|null name of the method */
        public ?string $methodTitle = null,
        /** @var Decimal|null shipping price, without tax */
        public ?Decimal $price = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'SelectedMethod'): static
    {
        return new self(
            carrierCode: Read::text($members['carrierCode'] ?? null, $where . '.carrierCode'),
            carrierTitle: Read::text($members['carrierTitle'] ?? null, $where . '.carrierTitle'),
            methodCode: Read::text($members['methodCode'] ?? null, $where . '.methodCode'),
            methodTitle: Read::text($members['methodTitle'] ?? null, $where . '.methodTitle'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
        );
    }
}
