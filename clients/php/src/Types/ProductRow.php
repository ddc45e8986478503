<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductRow extends Document
{
    public function __construct(
        /** @var list<AdditionalAttribute>|null values of visible attributes, in the language of the store */
        public ?array $additionalAttributes = null,
        /** @var int|null ID of the attribute set */
        public ?int $attributeSetId = null,
        /** @var Decimal|null average rating, 1 to 5 stars with one decimal place; absent without reviews */
        public ?Decimal $averageRating = null,
        /** @var string|null barcode (EAN or UPC) */
        public ?string $barcode = null,
        /** @var list<ProductBundle>|null options of the bundle */
        public ?array $bundleOptions = null,
        /** @var list<int>|null IDs of the categories */
        public ?array $categoryIds = null,
        /** @var list<ProductChoice>|null attributes in which the variants differ */
        public ?array $configurableOptions = null,
        /** @var Decimal|null purchase price of one unit */
        public ?Decimal $cost = null,
        /** @var string|null ISO 3166-1 alpha-2 code of the country of manufacture */
        public ?string $countryOfManufacture = null,
        /** @var string|null time of creation, in UTC */
        public ?string $createdAt = null,
        /** @var list<ProductSummary>|null cross-sell products, offered in the cart */
        public ?array $crosssellProducts = null,
        /** @var string|null currency of all amounts */
        public ?string $currency = null,
        /** @var array<string, string>|list<mixed>|null values of user-defined attributes by code, options as IDs; back office only */
        public ?array $customAttributes = null,
        /** @var string|null theme of the page */
        public ?string $customDesign = null,
        /** @var string|null first day of the theme */
        public ?string $customDesignFrom = null,
        /** @var string|null last day of the theme */
        public ?string $customDesignTo = null,
        /** @var string|null layout update XML */
        public ?string $customLayoutUpdate = null,
        /** @var list<ProductOption>|null custom options, in display order */
        public ?array $customOptions = null,
        /** @var string|null description */
        public ?string $description = null,
        /** @var list<ProductDownload>|null downloadable files */
        public ?array $downloadableLinks = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var Decimal|null price of one unit today, with all catalog discounts */
        public ?Decimal $finalPrice = null,
        /** @var int|null whether a gift message is possible: 0 no, 1 yes, 2 as configured */
        public ?int $giftMessageAvailable = null,
        /** @var string|null currency of giftcardAmounts: the base currency */
        public ?string $giftcardAmountCurrency = null,
        /** @var list<Decimal>|null possible values of a gift card, ascending, in giftcardAmountCurrency */
        public ?array $giftcardAmounts = null,
        /** @var bool|null whether a message can be added */
        public ?bool $giftcardIsMessageAllowed = null,
        /** @var Decimal|null maximum amount */
        public ?Decimal $giftcardMaxAmount = null,
        /** @var Decimal|null minimum amount */
        public ?Decimal $giftcardMinAmount = null,
        /** @var 'fixed'|'range'|'combined'|null offered amounts: fixed, range or combined */
        public ?string $giftcardType = null,
        /** @var list<ProductMember>|null products in the group */
        public ?array $groupedProducts = null,
        /** @var string|null global trade item number (GTIN) */
        public ?string $gtin = null,
        /** @var bool|null whether it has mandatory options */
        public ?bool $hasRequiredOptions = null,
        /** @var int|null ID of the product */
        public ?int $id = null,
        /** @var string|null alternative text of the main image */
        public ?string $imageLabel = null,
        /** @var string|null URL of the main image */
        public ?string $imageUrl = null,
        /** @var bool|null whether links are sold separately */
        public ?bool $linksPurchasedSeparately = null,
        /** @var string|null heading of the downloads */
        public ?string $linksTitle = null,
        /** @var list<ProductPicture>|null pictures, in display order */
        public ?array $mediaGallery = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null robots meta tag, such as INDEX,FOLLOW */
        public ?string $metaRobots = null,
        /** @var string|null meta title */
        public ?string $metaTitle = null,
        /** @var Decimal|null lowest possible price */
        public ?Decimal $minimalPrice = null,
        /** @var string|null part number of the manufacturer */
        public ?string $mpn = null,
        /** @var Decimal|null manufacturer's suggested retail price */
        public ?Decimal $msrp = null,
        /** @var int|null price appears: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured */
        public ?int $msrpDisplayActualPriceType = null,
        /** @var int|null whether only msrp is shown at first: 0 no, 1 yes, 2 as configured */
        public ?int $msrpEnabled = null,
        /** @var string|null name */
        public ?string $name = null,
        /** @var string|null first day the product is marked new, YYYY-MM-DD */
        public ?string $newsFromDate = null,
        /** @var string|null last day the product is marked new, YYYY-MM-DD */
        public ?string $newsToDate = null,
        /** @var string|null place of the options on the page: container1 or container2 */
        public ?string $optionsContainer = null,
        /** @var string|null page layout in the storefront */
        public ?string $pageLayout = null,
        /** @var Decimal|null price of one unit */
        public ?Decimal $price = null,
        /** @var int|null bundles: 0 sum of the parts' prices, 1 fixed */
        public ?int $priceType = null,
        /** @var int|null bundles: 0 price range, 1 lowest price */
        public ?int $priceView = null,
        /** @var list<ProductSummary>|null related products */
        public ?array $relatedProducts = null,
        /** @var int|null number of approved reviews in the store view */
        public ?int $reviewCount = null,
        /** @var string|null heading of the samples */
        public ?string $samplesTitle = null,
        /** @var int|null bundles: 0 shipped together, 1 separately */
        public ?int $shipmentType = null,
        /** @var string|null short description, as HTML */
        public ?string $shortDescription = null,
        /** @var string|null SKU (article number) */
        public ?string $sku = null,
        /** @var int|null bundles: 0 SKU composed of the parts' SKUs, 1 fixed */
        public ?int $skuType = null,
        /** @var string|null alternative text of the image for lists */
        public ?string $smallImageLabel = null,
        /** @var string|null URL of the image for lists */
        public ?string $smallImageUrl = null,
        /** @var string|null first day of the special price, YYYY-MM-DD */
        public ?string $specialFromDate = null,
        /** @var Decimal|null special price of one unit, during its period */
        public ?Decimal $specialPrice = null,
        /** @var string|null last day of the special price, YYYY-MM-DD */
        public ?string $specialToDate = null,
        /** @var 'enabled'|'disabled'|null status */
        public ?string $status = null,
        /** @var StockItem|null stock and its rules; complete for the back office only */
        public ?StockItem $stockItem = null,
        /** @var Decimal|null quantity in stock */
        public ?Decimal $stockQty = null,
        /** @var 'in_stock'|'out_of_stock'|null stock status */
        public ?string $stockStatus = null,
        /** @var int|null ID of the tax class; 0 for none */
        public ?int $taxClassId = null,
        /** @var string|null alternative text of the thumbnail */
        public ?string $thumbnailLabel = null,
        /** @var string|null URL of the thumbnail */
        public ?string $thumbnailUrl = null,
        /** @var list<ProductTier>|null tier prices, for larger quantities */
        public ?array $tierPrices = null,
        /** @var 'simple'|'virtual'|'configurable'|'grouped'|'bundle'|'downloadable'|'giftcard'|null product type */
        public ?string $type = null,
        /** @var string|null time of the last change, in UTC */
        public ?string $updatedAt = null,
        /** @var list<ProductSummary>|null up-sell products */
        public ?array $upsellProducts = null,
        /** @var string|null URL key, the last segment of the URL in the storefront */
        public ?string $urlKey = null,
        /** @var string|null URL path in the storefront */
        public ?string $urlPath = null,
        /** @var list<ProductVariant>|null variants of the product */
        public ?array $variants = null,
        /** @var 'not_visible'|'catalog'|'search'|'catalog_search'|null lists that show it */
        public ?string $visibility = null,
        /** @var list<int>|null IDs of its websites */
        public ?array $websiteIds = null,
        /** @var Decimal|null weight of one unit, in the shop's unit of weight */
        public ?Decimal $weight = null,
        /** @var int|null bundles: 0 sum of the parts' weights, 1 fixed */
        public ?int $weightType = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductRow'): static
    {
        return new self(
            additionalAttributes: Read::listOf(Read::object(AdditionalAttribute::class))($members['additionalAttributes'] ?? null, $where . '.additionalAttributes'),
            attributeSetId: Read::integer($members['attributeSetId'] ?? null, $where . '.attributeSetId'),
            averageRating: Read::decimal($members['averageRating'] ?? null, $where . '.averageRating'),
            barcode: Read::text($members['barcode'] ?? null, $where . '.barcode'),
            bundleOptions: Read::listOf(Read::object(ProductBundle::class))($members['bundleOptions'] ?? null, $where . '.bundleOptions'),
            categoryIds: Read::listOf(Read::integer(...))($members['categoryIds'] ?? null, $where . '.categoryIds'),
            configurableOptions: Read::listOf(Read::object(ProductChoice::class))($members['configurableOptions'] ?? null, $where . '.configurableOptions'),
            cost: Read::decimal($members['cost'] ?? null, $where . '.cost'),
            countryOfManufacture: Read::text($members['countryOfManufacture'] ?? null, $where . '.countryOfManufacture'),
            createdAt: Read::text($members['createdAt'] ?? null, $where . '.createdAt'),
            crosssellProducts: Read::listOf(Read::object(ProductSummary::class))($members['crosssellProducts'] ?? null, $where . '.crosssellProducts'),
            currency: Read::text($members['currency'] ?? null, $where . '.currency'),
            customAttributes: Read::either(Read::mapOf(Read::text(...)), Read::listOf(Read::any(...)))($members['customAttributes'] ?? null, $where . '.customAttributes'),
            customDesign: Read::text($members['customDesign'] ?? null, $where . '.customDesign'),
            customDesignFrom: Read::text($members['customDesignFrom'] ?? null, $where . '.customDesignFrom'),
            customDesignTo: Read::text($members['customDesignTo'] ?? null, $where . '.customDesignTo'),
            customLayoutUpdate: Read::text($members['customLayoutUpdate'] ?? null, $where . '.customLayoutUpdate'),
            customOptions: Read::listOf(Read::object(ProductOption::class))($members['customOptions'] ?? null, $where . '.customOptions'),
            description: Read::text($members['description'] ?? null, $where . '.description'),
            downloadableLinks: Read::listOf(Read::object(ProductDownload::class))($members['downloadableLinks'] ?? null, $where . '.downloadableLinks'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            finalPrice: Read::decimal($members['finalPrice'] ?? null, $where . '.finalPrice'),
            giftMessageAvailable: Read::integer($members['giftMessageAvailable'] ?? null, $where . '.giftMessageAvailable'),
            giftcardAmountCurrency: Read::text($members['giftcardAmountCurrency'] ?? null, $where . '.giftcardAmountCurrency'),
            giftcardAmounts: Read::listOf(Read::decimal(...))($members['giftcardAmounts'] ?? null, $where . '.giftcardAmounts'),
            giftcardIsMessageAllowed: Read::boolean($members['giftcardIsMessageAllowed'] ?? null, $where . '.giftcardIsMessageAllowed'),
            giftcardMaxAmount: Read::decimal($members['giftcardMaxAmount'] ?? null, $where . '.giftcardMaxAmount'),
            giftcardMinAmount: Read::decimal($members['giftcardMinAmount'] ?? null, $where . '.giftcardMinAmount'),
            giftcardType: Read::text($members['giftcardType'] ?? null, $where . '.giftcardType'),
            groupedProducts: Read::listOf(Read::object(ProductMember::class))($members['groupedProducts'] ?? null, $where . '.groupedProducts'),
            gtin: Read::text($members['gtin'] ?? null, $where . '.gtin'),
            hasRequiredOptions: Read::boolean($members['hasRequiredOptions'] ?? null, $where . '.hasRequiredOptions'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            imageLabel: Read::text($members['imageLabel'] ?? null, $where . '.imageLabel'),
            imageUrl: Read::text($members['imageUrl'] ?? null, $where . '.imageUrl'),
            linksPurchasedSeparately: Read::boolean($members['linksPurchasedSeparately'] ?? null, $where . '.linksPurchasedSeparately'),
            linksTitle: Read::text($members['linksTitle'] ?? null, $where . '.linksTitle'),
            mediaGallery: Read::listOf(Read::object(ProductPicture::class))($members['mediaGallery'] ?? null, $where . '.mediaGallery'),
            metaDescription: Read::text($members['metaDescription'] ?? null, $where . '.metaDescription'),
            metaKeywords: Read::text($members['metaKeywords'] ?? null, $where . '.metaKeywords'),
            metaRobots: Read::text($members['metaRobots'] ?? null, $where . '.metaRobots'),
            metaTitle: Read::text($members['metaTitle'] ?? null, $where . '.metaTitle'),
            minimalPrice: Read::decimal($members['minimalPrice'] ?? null, $where . '.minimalPrice'),
            mpn: Read::text($members['mpn'] ?? null, $where . '.mpn'),
            msrp: Read::decimal($members['msrp'] ?? null, $where . '.msrp'),
            msrpDisplayActualPriceType: Read::integer($members['msrpDisplayActualPriceType'] ?? null, $where . '.msrpDisplayActualPriceType'),
            msrpEnabled: Read::integer($members['msrpEnabled'] ?? null, $where . '.msrpEnabled'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            newsFromDate: Read::text($members['newsFromDate'] ?? null, $where . '.newsFromDate'),
            newsToDate: Read::text($members['newsToDate'] ?? null, $where . '.newsToDate'),
            optionsContainer: Read::text($members['optionsContainer'] ?? null, $where . '.optionsContainer'),
            pageLayout: Read::text($members['pageLayout'] ?? null, $where . '.pageLayout'),
            price: Read::decimal($members['price'] ?? null, $where . '.price'),
            priceType: Read::integer($members['priceType'] ?? null, $where . '.priceType'),
            priceView: Read::integer($members['priceView'] ?? null, $where . '.priceView'),
            relatedProducts: Read::listOf(Read::object(ProductSummary::class))($members['relatedProducts'] ?? null, $where . '.relatedProducts'),
            reviewCount: Read::integer($members['reviewCount'] ?? null, $where . '.reviewCount'),
            samplesTitle: Read::text($members['samplesTitle'] ?? null, $where . '.samplesTitle'),
            shipmentType: Read::integer($members['shipmentType'] ?? null, $where . '.shipmentType'),
            shortDescription: Read::text($members['shortDescription'] ?? null, $where . '.shortDescription'),
            sku: Read::text($members['sku'] ?? null, $where . '.sku'),
            skuType: Read::integer($members['skuType'] ?? null, $where . '.skuType'),
            smallImageLabel: Read::text($members['smallImageLabel'] ?? null, $where . '.smallImageLabel'),
            smallImageUrl: Read::text($members['smallImageUrl'] ?? null, $where . '.smallImageUrl'),
            specialFromDate: Read::text($members['specialFromDate'] ?? null, $where . '.specialFromDate'),
            specialPrice: Read::decimal($members['specialPrice'] ?? null, $where . '.specialPrice'),
            specialToDate: Read::text($members['specialToDate'] ?? null, $where . '.specialToDate'),
            status: Read::text($members['status'] ?? null, $where . '.status'),
            stockItem: Read::object(StockItem::class)($members['stockItem'] ?? null, $where . '.stockItem'),
            stockQty: Read::decimal($members['stockQty'] ?? null, $where . '.stockQty'),
            stockStatus: Read::text($members['stockStatus'] ?? null, $where . '.stockStatus'),
            taxClassId: Read::integer($members['taxClassId'] ?? null, $where . '.taxClassId'),
            thumbnailLabel: Read::text($members['thumbnailLabel'] ?? null, $where . '.thumbnailLabel'),
            thumbnailUrl: Read::text($members['thumbnailUrl'] ?? null, $where . '.thumbnailUrl'),
            tierPrices: Read::listOf(Read::object(ProductTier::class))($members['tierPrices'] ?? null, $where . '.tierPrices'),
            type: Read::text($members['type'] ?? null, $where . '.type'),
            updatedAt: Read::text($members['updatedAt'] ?? null, $where . '.updatedAt'),
            upsellProducts: Read::listOf(Read::object(ProductSummary::class))($members['upsellProducts'] ?? null, $where . '.upsellProducts'),
            urlKey: Read::text($members['urlKey'] ?? null, $where . '.urlKey'),
            urlPath: Read::text($members['urlPath'] ?? null, $where . '.urlPath'),
            variants: Read::listOf(Read::object(ProductVariant::class))($members['variants'] ?? null, $where . '.variants'),
            visibility: Read::text($members['visibility'] ?? null, $where . '.visibility'),
            websiteIds: Read::listOf(Read::integer(...))($members['websiteIds'] ?? null, $where . '.websiteIds'),
            weight: Read::decimal($members['weight'] ?? null, $where . '.weight'),
            weightType: Read::integer($members['weightType'] ?? null, $where . '.weightType'),
        );
    }
}
