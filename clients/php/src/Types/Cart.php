<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Cart extends Document
{
    public function __construct(
        /** @var AppliedCoupon|null applied coupon */
        public ?AppliedCoupon $appliedCoupon = null,
        /** @var list<AppliedCard>|null applied gift cards, in order of payment */
        public ?array $appliedGiftcards = null,
        /** @var list<PaymentMethod>|null available payment methods */
        public ?array $availablePaymentMethods = null,
        /** @var list<ShippingMethod>|null available shipping methods, with prices */
        public ?array $availableShippingMethods = null,
        /** @var Address|null billing address */
        public ?Address $billingAddress = null,
        /** @var bool|null whether this is a new cart, because the masked ID was not usable */
        public ?bool $cartRecreated = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null currency of all amounts without base in their name */
        public ?string $currency = null,
        /** @var string|null e-mail address of the buyer */
        public ?string $customerEmail = null,
        /** @var int|null ID of the customer; absent for guests */
        public ?int $customerId = null,
        /** @var string|null customer's comment */
        public ?string $customerNote = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var GiftMessage|null gift message */
        public ?GiftMessage $giftMessage = null,
        /** @var int|null ID of the cart */
        public ?int $id = null,
        /** @var bool|null whether it is active */
        public ?bool $isActive = null,
        /** @var list<CartItem>|null lines, in the order they were added */
        public ?array $items = null,
        /** @var int|null number of lines */
        public ?int $itemsCount = null,
        /** @var Decimal|null total quantity of all lines */
        public ?Decimal $itemsQty = null,
        /** @var string|null masked ID, which guests use: 32 hexadecimal characters */
        public ?string $maskedId = null,
        /** @var CartPrices|null totals */
        public ?CartPrices $prices = null,
        /** @var string|null order number kept by a placement that failed */
        public ?string $reservedOrderId = null,
        /** @var SelectedPayment|null selected payment method */
        public ?SelectedPayment $selectedPaymentMethod = null,
        /** @var SelectedMethod|null selected shipping method */
        public ?SelectedMethod $selectedShippingMethod = null,
        /** @var Address|null shipping address; absent if nothing is shipped */
        public ?Address $shippingAddress = null,
        /** @var int|null ID of the store view */
        public ?int $storeId = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Cart'): static
    {
        return new self(
            appliedCoupon: Read::object(AppliedCoupon::class)($members['appliedCoupon'] ?? null, $where . '.appliedCoupon'),
            appliedGiftcards: Read::listOf(Read::object(AppliedCard::class))($members['appliedGiftcards'] ?? null, $where . '.appliedGiftcards'),
            availablePaymentMethods: Read::listOf(Read::object(PaymentMethod::class))($members['availablePaymentMethods'] ?? null, $where . '.availablePaymentMethods'),
            availableShippingMethods: Read::listOf(Read::object(ShippingMethod::class))($members['availableShippingMethods'] ?? null, $where . '.availableShippingMethods'),
            billingAddress: Read::object(Address::class)($members['billingAddress'] ?? null, $where . '.billingAddress'),
            cartRecreated: Read::boolean($members['cartRecreated'] ?? null, $where . '.cartRecreated'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            currency: Read::text($members['currency'] ?? null, $where . '.currency'),
            customerEmail: Read::text($members['customerEmail'] ?? null, $where . '.customerEmail'),
            customerId: Read::integer($members['customerId'] ?? null, $where . '.customerId'),
            customerNote: Read::text($members['customerNote'] ?? null, $where . '.customerNote'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            giftMessage: Read::object(GiftMessage::class)($members['giftMessage'] ?? null, $where . '.giftMessage'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            isActive: Read::boolean($members['isActive'] ?? null, $where . '.isActive'),
            items: Read::listOf(Read::object(CartItem::class))($members['items'] ?? null, $where . '.items'),
            itemsCount: Read::integer($members['itemsCount'] ?? null, $where . '.itemsCount'),
            itemsQty: Read::decimal($members['itemsQty'] ?? null, $where . '.itemsQty'),
            maskedId: Read::text($members['maskedId'] ?? null, $where . '.maskedId'),
            prices: Read::object(CartPrices::class)($members['prices'] ?? null, $where . '.prices'),
            reservedOrderId: Read::text($members['reservedOrderId'] ?? null, $where . '.reservedOrderId'),
            selectedPaymentMethod: Read::object(SelectedPayment::class)($members['selectedPaymentMethod'] ?? null, $where . '.selectedPaymentMethod'),
            selectedShippingMethod: Read::object(SelectedMethod::class)($members['selectedShippingMethod'] ?? null, $where . '.selectedShippingMethod'),
            shippingAddress: Read::object(Address::class)($members['shippingAddress'] ?? null, $where . '.shippingAddress'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
        );
    }
}
