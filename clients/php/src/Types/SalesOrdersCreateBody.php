<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class SalesOrdersCreateBody extends Body
{
    public function __construct(
        /** @var AddressInput|null never copied from shippingAddress */
        public ?AddressInput $billingAddress = null,
        /** @var int|null ID of the cart; overrides the path */
        public ?int $cartId = null,
        /** @var Decimal|null cashondelivery: cash received; only from API tokens with orders/create and from back-office users with the ACL node of that resource; ignored otherwise */
        public Decimal|int|null $cashTendered = null,
        /** @var string|null e-mail of the guest */
        public ?string $guestEmail = null,
        /** @var string|null masked ID of a guest cart; overrides the path */
        public ?string $maskedId = null,
        /** @var string|null customer's comment */
        public ?string $orderNote = null,
        /** @var array<string, mixed>|null further payment data: poNumber for purchaseorder. Never returned; card data is refused */
        public ?array $paymentData = null,
        /** @var string|null code of a payment method, such as checkmo */
        public ?string $paymentMethod = null,
        /** @var AddressInput|null shipping address */
        public ?AddressInput $shippingAddress = null,
        /** @var string|null code of a shipping method, such as flatrate_flatrate */
        public ?string $shippingMethod = null,
    ) {
    }
}
