<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Order extends Document
{
    public function __construct(
        /** @var string|null token for the guest to read the order once; only in the answer to the placement */
        public ?string $accessToken = null,
        /** @var string|null token for the guest to open an account; only in the guest's order details, if no account exists */
        public ?string $accountToken = null,
        /** @var list<int>|null IDs of the applied price rules */
        public ?array $appliedRuleIds = null,
        /** @var string|null base currency of the website (ISO 4217) */
        public ?string $baseCurrencyCode = null,
        /** @var Address|null billing address */
        public ?Address $billingAddress = null,
        /** @var Decimal|null change given for cash */
        public ?Decimal $changeAmount = null,
        /** @var string|null code of the used coupon */
        public ?string $couponCode = null,
        /** @var string|null name of the coupon's price rule */
        public ?string $couponRuleName = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var string|null currency of the amounts (ISO 4217) */
        public ?string $currency = null,
        /** @var string|null date of birth of the buyer */
        public ?string $customerDob = null,
        /** @var string|null e-mail address of the buyer */
        public ?string $customerEmail = null,
        /** @var string|null first name of the buyer */
        public ?string $customerFirstname = null,
        /** @var int|null gender of the buyer: 1 male, 2 female, 3 not specified */
        public ?int $customerGender = null,
        /** @var int|null ID of the customer group */
        public ?int $customerGroupId = null,
        /** @var int|null ID of the customer; absent for guests */
        public ?int $customerId = null,
        /** @var bool|null whether the buyer was a guest */
        public ?bool $customerIsGuest = null,
        /** @var string|null last name of the buyer */
        public ?string $customerLastname = null,
        /** @var string|null middle name of the buyer */
        public ?string $customerMiddlename = null,
        /** @var string|null customer's comment */
        public ?string $customerNote = null,
        /** @var string|null name prefix of the buyer, such as Dr. */
        public ?string $customerPrefix = null,
        /** @var string|null name suffix of the buyer, such as Jr. */
        public ?string $customerSuffix = null,
        /** @var string|null VAT number of the buyer */
        public ?string $customerTaxvat = null,
        /** @var string|null names of the applied price rules, or the coupon code */
        public ?string $discountDescription = null,
        /** @var bool|null whether its e-mail was sent */
        public ?bool $emailSent = null,
        /** @var string|null ID of the customer in another system */
        public ?string $extCustomerId = null,
        /** @var string|null ID of the order in another system */
        public ?string $extOrderId = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var array<string, Decimal>|list<mixed>|null amount paid by gift card code, in the base currency */
        public ?array $giftcardCodes = null,
        /** @var string|null base currency of the installation (ISO 4217) */
        public ?string $globalCurrencyCode = null,
        /** @var string|null state to which a held order returns */
        public ?string $holdBeforeState = null,
        /** @var string|null status to which a held order returns */
        public ?string $holdBeforeStatus = null,
        /** @var int|null ID of the order */
        public ?int $id = null,
        /** @var string|null increment ID, the order number that customers see */
        public ?string $incrementId = null,
        /** @var bool|null whether nothing has to be shipped */
        public ?bool $isVirtual = null,
        /** @var list<Item>|null lines, in the order they were added */
        public ?array $items = null,
        /** @var string|null code of the payment method */
        public ?string $paymentMethod = null,
        /** @var string|null name of the payment method */
        public ?string $paymentMethodTitle = null,
        /** @var Prices|null totals */
        public ?Prices $prices = null,
        /** @var int|null ID of the cart */
        public ?int $quoteId = null,
        /** @var string|null IP address the order was placed from; back office only */
        public ?string $remoteIp = null,
        /** @var list<Shipment>|null shipments */
        public ?array $shipments = null,
        /** @var Address|null shipping address; absent if nothing is shipped */
        public ?Address $shippingAddress = null,
        /** @var string|null names of carrier and method */
        public ?string $shippingDescription = null,
        /** @var string|null carrier_method, such as flatrate_flatrate; absent for virtual orders */
        public ?string $shippingMethod = null,
        /** @var 'new'|'pending_payment'|'processing'|'complete'|'closed'|'canceled'|'holded'|'payment_review'|null code of the state */
        public ?string $state = null,
        /** @var string|null status of the order, within its state */
        public ?string $status = null,
        /** @var list<Status>|null status changes and comments, newest first */
        public ?array $statusHistory = null,
        /** @var int|null ID of the store view */
        public ?int $storeId = null,
        /** @var string|null names of website, group and store view, in three lines */
        public ?string $storeName = null,
        /** @var int|null number of lines, without parts of bundles and variants */
        public ?int $totalItemCount = null,
        /** @var Decimal|null total ordered quantity */
        public ?Decimal $totalQtyOrdered = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
        /** @var Decimal|null weight of one unit, in the shop's unit of weight */
        public ?Decimal $weight = null,
        /** @var string|null X-Forwarded-For of the request that placed the order; back office only */
        public ?string $xForwardedFor = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Order'): static
    {
        return new self(
            accessToken: Read::text($members['accessToken'] ?? null, $where . '.accessToken'),
            accountToken: Read::text($members['accountToken'] ?? null, $where . '.accountToken'),
            appliedRuleIds: Read::listOf(Read::integer(...))($members['appliedRuleIds'] ?? null, $where . '.appliedRuleIds'),
            baseCurrencyCode: Read::text($members['baseCurrencyCode'] ?? null, $where . '.baseCurrencyCode'),
            billingAddress: Read::object(Address::class)($members['billingAddress'] ?? null, $where . '.billingAddress'),
            changeAmount: Read::decimal($members['changeAmount'] ?? null, $where . '.changeAmount'),
            couponCode: Read::text($members['couponCode'] ?? null, $where . '.couponCode'),
            couponRuleName: Read::text($members['couponRuleName'] ?? null, $where . '.couponRuleName'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            currency: Read::text($members['currency'] ?? null, $where . '.currency'),
            customerDob: Read::text($members['customerDob'] ?? null, $where . '.customerDob'),
            customerEmail: Read::text($members['customerEmail'] ?? null, $where . '.customerEmail'),
            customerFirstname: Read::text($members['customerFirstname'] ?? null, $where . '.customerFirstname'),
            customerGender: Read::integer($members['customerGender'] ?? null, $where . '.customerGender'),
            customerGroupId: Read::integer($members['customerGroupId'] ?? null, $where . '.customerGroupId'),
            customerId: Read::integer($members['customerId'] ?? null, $where . '.customerId'),
            customerIsGuest: Read::boolean($members['customerIsGuest'] ?? null, $where . '.customerIsGuest'),
            customerLastname: Read::text($members['customerLastname'] ?? null, $where . '.customerLastname'),
            customerMiddlename: Read::text($members['customerMiddlename'] ?? null, $where . '.customerMiddlename'),
            customerNote: Read::text($members['customerNote'] ?? null, $where . '.customerNote'),
            customerPrefix: Read::text($members['customerPrefix'] ?? null, $where . '.customerPrefix'),
            customerSuffix: Read::text($members['customerSuffix'] ?? null, $where . '.customerSuffix'),
            customerTaxvat: Read::text($members['customerTaxvat'] ?? null, $where . '.customerTaxvat'),
            discountDescription: Read::text($members['discountDescription'] ?? null, $where . '.discountDescription'),
            emailSent: Read::boolean($members['emailSent'] ?? null, $where . '.emailSent'),
            extCustomerId: Read::text($members['extCustomerId'] ?? null, $where . '.extCustomerId'),
            extOrderId: Read::text($members['extOrderId'] ?? null, $where . '.extOrderId'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            giftcardCodes: Read::either(Read::mapOf(Read::decimal(...)), Read::listOf(Read::any(...)))($members['giftcardCodes'] ?? null, $where . '.giftcardCodes'),
            globalCurrencyCode: Read::text($members['globalCurrencyCode'] ?? null, $where . '.globalCurrencyCode'),
            holdBeforeState: Read::text($members['holdBeforeState'] ?? null, $where . '.holdBeforeState'),
            holdBeforeStatus: Read::text($members['holdBeforeStatus'] ?? null, $where . '.holdBeforeStatus'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            incrementId: Read::text($members['incrementId'] ?? null, $where . '.incrementId'),
            isVirtual: Read::boolean($members['isVirtual'] ?? null, $where . '.isVirtual'),
            items: Read::listOf(Read::object(Item::class))($members['items'] ?? null, $where . '.items'),
            paymentMethod: Read::text($members['paymentMethod'] ?? null, $where . '.paymentMethod'),
            paymentMethodTitle: Read::text($members['paymentMethodTitle'] ?? null, $where . '.paymentMethodTitle'),
            prices: Read::object(Prices::class)($members['prices'] ?? null, $where . '.prices'),
            quoteId: Read::integer($members['quoteId'] ?? null, $where . '.quoteId'),
            remoteIp: Read::text($members['remoteIp'] ?? null, $where . '.remoteIp'),
            shipments: Read::listOf(Read::object(Shipment::class))($members['shipments'] ?? null, $where . '.shipments'),
            shippingAddress: Read::object(Address::class)($members['shippingAddress'] ?? null, $where . '.shippingAddress'),
            shippingDescription: Read::text($members['shippingDescription'] ?? null, $where . '.shippingDescription'),
            shippingMethod: Read::text($members['shippingMethod'] ?? null, $where . '.shippingMethod'),
            state: Read::text($members['state'] ?? null, $where . '.state'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
            statusHistory: Read::listOf(Read::object(Status::class))($members['statusHistory'] ?? null, $where . '.statusHistory'),
            storeId: Read::integer($members['storeId'] ?? null, $where . '.storeId'),
            storeName: Read::text($members['storeName'] ?? null, $where . '.storeName'),
            totalItemCount: Read::integer($members['totalItemCount'] ?? null, $where . '.totalItemCount'),
            totalQtyOrdered: Read::decimal($members['totalQtyOrdered'] ?? null, $where . '.totalQtyOrdered'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            weight: Read::decimal($members['weight'] ?? null, $where . '.weight'),
            xForwardedFor: Read::text($members['xForwardedFor'] ?? null, $where . '.xForwardedFor'),
        );
    }
}
