<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Decimal;
use Tradelog\Client\Body;

final readonly class CatalogProductsUpdateBody extends Body
{
    public function __construct(
        /** @var int|null ID of the attribute set; the default one if omitted */
        public ?int $attributeSetId = null,
        /** @var string|null EAN or UPC */
        public ?string $barcode = null,
        /** @var list<int>|null IDs of its categories; replaces all; unknown ones are ignored, an empty list changes nothing */
        public ?array $categoryIds = null,
        /** @var Decimal|null purchase price, in the base currency; back office only. For simple, virtual, bundle and downloadable products */
        public Decimal|int|null $cost = null,
        /** @var string|null ISO 3166-1 alpha-2 code */
        public ?string $countryOfManufacture = null,
        /** @var array<string, mixed>|null values by attribute code, such as {"meta_title":"Mug"}; unknown codes are ignored; sku, status, visibility and other columns are refused */
        public ?array $customAttributesWrite = null,
        /** @var string|null theme as package/theme; back office only */
        public ?string $customDesign = null,
        /** @var string|null first day of the theme, YYYY-MM-DD; empty clears it */
        public ?string $customDesignFrom = null,
        /** @var string|null last day of the theme, YYYY-MM-DD; empty clears it */
        public ?string $customDesignTo = null,
        /** @var string|null layout update XML, without templates and helpers; empty clears it */
        public ?string $customLayoutUpdate = null,
        /** @var string|null HTML. Directives such as {{media url="a.png"}} are expanded in answers */
        public ?string $description = null,
        /** @var int|null whether a gift message is possible: 0 no, 1 yes, 2 as configured */
        public ?int $giftMessageAvailable = null,
        /** @var string|null global trade item number */
        public ?string $gtin = null,
        /** @var string|null alternative text of the main image */
        public ?string $imageLabel = null,
        /** @var bool|null whether the product is enabled; answers have it as status. True by default */
        public ?bool $isActive = null,
        /** @var bool|null whether the links of a downloadable product are sold separately */
        public ?bool $linksPurchasedSeparately = null,
        /** @var string|null heading above the links of a downloadable product */
        public ?string $linksTitle = null,
        /** @var string|null meta description */
        public ?string $metaDescription = null,
        /** @var string|null meta keywords */
        public ?string $metaKeywords = null,
        /** @var string|null robots meta tag, such as NOINDEX,FOLLOW */
        public ?string $metaRobots = null,
        /** @var string|null meta title */
        public ?string $metaTitle = null,
        /** @var string|null manufacturer part number */
        public ?string $mpn = null,
        /** @var Decimal|null manufacturer's suggested retail price, in the base currency */
        public Decimal|int|null $msrp = null,
        /** @var int|null price appears: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured */
        public ?int $msrpDisplayActualPriceType = null,
        /** @var int|null whether only msrp is shown at first: 0 no, 1 yes, 2 as configured */
        public ?int $msrpEnabled = null,
        /** @var string|null name. Required to create a product; empty changes nothing */
        public ?string $name = null,
        /** @var string|null first day it is marked new, YYYY-MM-DD; empty clears it */
        public ?string $newsFromDate = null,
        /** @var string|null last day it is marked new, YYYY-MM-DD; empty clears it */
        public ?string $newsToDate = null,
        /** @var string|null container1 or container2 */
        public ?string $optionsContainer = null,
        /** @var string|null empty, one_column, two_columns_left, two_columns_right, three_columns or minimal */
        public ?string $pageLayout = null,
        /** @var Decimal|null price of one unit in the base currency, without tax, at most four decimals */
        public Decimal|int|null $price = null,
        /** @var int|null bundles: 0 sum of the parts' prices, 1 fixed */
        public ?int $priceType = null,
        /** @var int|null bundles: 0 price range, 1 lowest price */
        public ?int $priceView = null,
        /** @var string|null heading above the samples of a downloadable product */
        public ?string $samplesTitle = null,
        /** @var int|null bundles: 0 shipped together, 1 separately */
        public ?int $shipmentType = null,
        /** @var string|null HTML for lists and the top of the product page */
        public ?string $shortDescription = null,
        /** @var string|null unique article number, case-insensitive. Required to create a product; empty changes nothing */
        public ?string $sku = null,
        /** @var int|null bundles: 0 SKU composed of the parts' SKUs, 1 fixed */
        public ?int $skuType = null,
        /** @var string|null alternative text of the image for lists */
        public ?string $smallImageLabel = null,
        /** @var string|null first day of the special price, YYYY-MM-DD in the store's time zone; empty clears it */
        public ?string $specialFromDate = null,
        /** @var Decimal|null reduced price from specialFromDate to specialToDate, in the base currency; for bundles percent of the price */
        public Decimal|int|null $specialPrice = null,
        /** @var string|null last day of the special price, YYYY-MM-DD; empty clears it */
        public ?string $specialToDate = null,
        /** @var StockDataInput|null stock and its rules. Without is_in_stock the product is in stock when qty is positive */
        public ?StockDataInput $stockData = null,
        /** @var Decimal|null quantity in stock; short for stockData.qty */
        public Decimal|int|null $stockQty = null,
        /** @var int|null ID of the product tax class; 0 for none */
        public ?int $taxClassId = null,
        /** @var string|null alternative text of the thumbnail */
        public ?string $thumbnailLabel = null,
        /** @var string|null last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the name when empty */
        public ?string $urlKey = null,
        /** @var list<string>|null attribute codes; removes their values of the named store view, so the default ones apply again */
        public ?array $useDefault = null,
        /** @var 'not_visible'|'catalog'|'search'|'catalog_search'|null lists that show it; catalog_search (everywhere) by default */
        public ?string $visibility = null,
        /** @var list<int>|null IDs of its websites; replaces all; the current store's website by default */
        public ?array $websiteIds = null,
        /** @var Decimal|null weight of one unit, in the shop's unit (GET /store-config) */
        public Decimal|int|null $weight = null,
        /** @var int|null bundles: 0 sum of the parts' weights, 1 fixed */
        public ?int $weightType = null,
    ) {
    }
}
