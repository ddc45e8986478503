# Generated from the OpenAPI document by test/clienttypes; make generate renews it.
"""Types of the documents that the shop sends and takes.

They are dictionaries, as JSON has them. Members that the shop does not know yet here stay in them. Numbers with decimal places are
exact (`Decimal`); whole ones may be `int`, which adds to a `Decimal` exactly.
"""

from decimal import Decimal
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

Number = Union[Decimal, int]
"""An exact number: an amount of money, a quantity or a rate."""

Amounts = Union[Dict[str, Number], List[Any]]
"""An object, or an empty list if there are no values."""

AttributeValues = Union[Dict[str, str], List[Any]]
"""An object, or an empty list if there are no values."""

Extensions = Union[List[Any], Dict[str, Any]]
"""Members added by modules: an object, or an empty list if there are none."""

LinesInput = Union[str, List[str]]

RefInput = Union[int, str]


Actor = TypedDict(
    "Actor",
    {
        # number of the program that the account has let act for it; missing if the account acted itself
        "agent": int,
        # number of the customer or account; 0 for none
        "id": int,
        # guest, customer, admin, api, operator or system
        "kind": str,
        # name at that time; empty if it is unknown, not shown to the caller, or forgotten
        "name": str,
        # identifier of the token; empty if there was none
        "token": str,
        # interface: rest, mcp, soap, cli or page; empty if it is not known
        "via": str,
        # program that sent the request, as it named itself
        "with": str,
    },
    total=False,
)


class AdditionalAttribute(TypedDict, total=False):
    code: str
    """attribute code"""
    label: str
    """label"""
    value: str
    """value, as text"""


class Address(TypedDict, total=False):
    addressType: Literal["billing", "shipping"]
    """purpose of the address"""
    city: str
    """city"""
    company: str
    """company"""
    countryId: str
    """ISO 3166-1 alpha-2 code of the country"""
    createdAt: str
    """time of creation, in UTC; in address books only"""
    customerAddressId: int
    """ID of the address book entry it was copied from; in carts and orders only"""
    customerId: int
    """ID of the customer; in address books only"""
    email: str
    """e-mail address"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    fax: str
    """fax number"""
    firstname: str
    """first name"""
    id: int
    """ID of the address"""
    isDefaultBilling: bool
    """whether it is the default billing address; in address books only, and in customer documents only when true"""
    isDefaultShipping: bool
    """whether it is the default shipping address; in address books only, and in customer documents only when true"""
    lastname: str
    """last name"""
    middlename: str
    """middle name"""
    postcode: str
    """postcode"""
    prefix: str
    """name prefix, such as Dr."""
    region: str
    """name of the region; the canonical one if the country has a fixed list"""
    regionId: int
    """ID of the region; GET /countries/{id} lists them"""
    street: List[str]
    """street address, one element per line"""
    suffix: str
    """name suffix, such as Jr."""
    telephone: str
    """telephone number"""
    updatedAt: str
    """time of the last change, in UTC; in address books only"""
    vatId: str
    """VAT ID of the company"""


class AddressInput(TypedDict, total=False):
    city: str
    """city"""
    company: Optional[str]
    """company"""
    countryId: str
    """ISO 3166-1 alpha-2"""
    firstName: str
    """first name"""
    lastName: str
    """last name"""
    postcode: str
    """postcode"""
    region: Optional[str]
    """name or code; resolved if the country has a fixed list"""
    regionId: int
    """ID of the region; overrides region"""
    street: Optional["LinesInput"]
    """one text or a list of lines"""
    telephone: str
    """telephone number"""


class Agent(TypedDict, total=False):
    accountId: int
    """ID of the account"""
    client: str
    """name of the program, as it says of itself"""
    clientId: str
    """OAuth client ID: a number of the registration, or the URL of the client's metadata"""
    createdAt: str
    """time of creation, in UTC"""
    expiresAt: str
    """time until which it may act, in UTC"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    host: str
    """host that its authorization was sent to"""
    id: int
    """ID of the agent"""
    tools: List[str]
    """tool sets that it may use, such as @support; never more than the account may"""


class ApiAuthTokenCreateBody(TypedDict, total=False):
    api_key: str
    """api_user: API key"""
    client_id: str
    """client_credentials: client ID of the service account"""
    client_secret: str
    """client_credentials: client secret"""
    email: str
    """customer: e-mail address; username is accepted too"""
    grant_type: Optional[Literal["customer", "client_credentials", "api_user"]]
    """grant type; decides which credentials are read"""
    maskedId: str
    """customer: masked ID of a guest cart to merge; cartId and guestCartId are accepted too"""
    password: str
    """customer: password"""
    twofa_code: str
    """customer: two-factor code, if two-factor login is on"""
    username: str
    """api_user: name of the account"""


class AppliedCard(TypedDict, total=False):
    appliedAmount: Number
    """amount the card pays"""
    balance: Number
    """remaining value of the card"""
    code: str
    """code of the card"""


class AppliedCoupon(TypedDict, total=False):
    code: str
    """coupon code"""
    discountAmount: Number
    """total discount of the cart"""


class AttributeGroup(TypedDict, total=False):
    attributes: List["GroupedAttribute"]
    """attributes of the group, in their order"""
    name: str
    """name of the group"""
    sortOrder: int
    """position among its siblings, ascending"""


class AttributeOptionValue(TypedDict, total=False):
    label: str
    """label"""
    value: str
    """option ID, for writing and filtering"""


class AttributeSet(TypedDict, total=False):
    attributeCodes: List[str]
    """codes of its attributes, in order"""
    attributeSetName: str
    """name of the attribute set"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    groups: List["AttributeGroup"]
    """groups of attributes, in display order"""
    id: int
    """ID of the attribute set"""


class AuthEnd(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """always auth"""
    message: str
    """message to the user"""
    success: bool
    """whether the operation succeeded"""


class AuthToken(TypedDict, total=False):
    apiUser: "TokenAPIUser"
    """client_credentials and api_user grants: the account"""
    cartId: int
    """customer grant: ID of the active cart"""
    cartItemsQty: Number
    """customer grant: number of units in the active cart"""
    cartMaskedId: str
    """customer grant: masked ID of the active cart, if it has one"""
    customer: "TokenCustomer"
    """customer grant: the customer"""
    expires_in: int
    """seconds until the token expires"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """always auth"""
    permissions: List[str]
    """client_credentials and api_user grants: permissions of the account"""
    token: str
    """JSON Web Token"""
    token_type: str
    """always Bearer"""


class BlogCategory(TypedDict, total=False):
    createdAt: str
    """time of creation, in UTC"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the blog category"""
    isActive: bool
    """whether it is active"""
    level: int
    """depth in the tree: 1 for the top level"""
    metaDescription: str
    """meta description"""
    metaKeywords: str
    """meta keywords"""
    metaRobots: str
    """robots meta tag, such as INDEX,FOLLOW"""
    metaTitle: str
    """meta title"""
    name: str
    """name"""
    parentId: int
    """ID of the parent; 0 for the top level"""
    path: str
    """IDs from the top level down, joined by /"""
    position: int
    """position among its siblings, ascending"""
    stores: List[int]
    """IDs of the store views that show it; 0 for all"""
    updatedAt: str
    """time of the last change, in UTC"""
    urlKey: str
    """URL key, the last segment of the URL in the storefront"""


class BlogPost(TypedDict, total=False):
    categoryIds: List[int]
    """IDs of its blog categories"""
    content: str
    """HTML with directives expanded"""
    createdAt: str
    """time of creation, in UTC"""
    excerpt: str
    """beginning of the content, without tags"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the post"""
    image: str
    """file name in media/blog"""
    imageUrl: str
    """absolute URL of the image"""
    isActive: bool
    """whether it is active"""
    metaDescription: str
    """meta description"""
    metaKeywords: str
    """meta keywords"""
    metaRobots: str
    """robots meta tag, such as INDEX,FOLLOW"""
    metaTitle: str
    """meta title"""
    publishDate: str
    """first day on the storefront, YYYY-MM-DD"""
    shortContent: str
    """HTML for lists, with directives expanded"""
    status: Literal["enabled", "disabled"]
    """status"""
    stores: List[int]
    """IDs of the store views that show it; 0 for all"""
    title: str
    """title"""
    updatedAt: str
    """time of the last change, in UTC"""
    urlKey: str
    """URL key, the last segment of the URL in the storefront"""


class BundleOption(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the option"""
    position: int
    """position among its siblings, ascending"""
    required: bool
    """whether a choice is mandatory"""
    selections: List["BundleSelection"]
    """products to choose from"""
    title: str
    """label that the buyer sees"""
    type: Literal["select", "radio", "checkbox", "multi"]
    """input type"""


class BundleSelection(TypedDict, total=False):
    canChangeQty: bool
    """whether the buyer can change the quantity"""
    isDefault: bool
    """whether it is the default"""
    name: Optional[str]
    """name"""
    position: int
    """position among its siblings, ascending"""
    price: Number
    """surcharge on the price of the bundle"""
    priceType: Literal["fixed", "percent"]
    """whether price is an amount (fixed) or a percentage of the product's price"""
    productId: int
    """ID of the product"""
    qty: Number
    """preselected quantity"""
    selectionId: int
    """ID of the selection"""
    sku: Optional[str]
    """SKU (article number)"""


class Cart(TypedDict, total=False):
    appliedCoupon: "AppliedCoupon"
    """applied coupon"""
    appliedGiftcards: List["AppliedCard"]
    """applied gift cards, in order of payment"""
    availablePaymentMethods: List["PaymentMethod"]
    """available payment methods"""
    availableShippingMethods: List["ShippingMethod"]
    """available shipping methods, with prices"""
    billingAddress: "Address"
    """billing address"""
    cartRecreated: bool
    """whether this is a new cart, because the masked ID was not usable"""
    createdAt: str
    """time of creation, in UTC"""
    currency: str
    """currency of all amounts without base in their name"""
    customerEmail: str
    """e-mail address of the buyer"""
    customerId: int
    """ID of the customer; absent for guests"""
    customerNote: str
    """customer's comment"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    giftMessage: "GiftMessage"
    """gift message"""
    id: int
    """ID of the cart"""
    isActive: bool
    """whether it is active"""
    items: List["CartItem"]
    """lines, in the order they were added"""
    itemsCount: int
    """number of lines"""
    itemsQty: Number
    """total quantity of all lines"""
    maskedId: str
    """masked ID, which guests use: 32 hexadecimal characters"""
    prices: "CartPrices"
    """totals"""
    reservedOrderId: str
    """order number kept by a placement that failed"""
    selectedPaymentMethod: "SelectedPayment"
    """selected payment method"""
    selectedShippingMethod: "SelectedMethod"
    """selected shipping method"""
    shippingAddress: "Address"
    """shipping address; absent if nothing is shipped"""
    storeId: int
    """ID of the store view"""
    updatedAt: str
    """time of the last change, in UTC"""


class CartItem(TypedDict, total=False):
    discountAmount: Number
    """discount amount"""
    discountPercent: Number
    """discount in percent"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    giftMessage: "GiftMessage"
    """gift message"""
    id: int
    """ID of the line"""
    name: str
    """name"""
    options: List["CartOption"]
    """chosen options"""
    price: Number
    """price of one unit, without tax"""
    priceInclTax: Number
    """price of one unit, with tax"""
    productId: int
    """ID of the product"""
    productType: Literal["simple", "virtual", "configurable", "grouped", "bundle", "downloadable", "giftcard"]
    """product type"""
    qty: Number
    """quantity; may have decimals if the product allows it"""
    rowTotal: Number
    """price of the line, without tax, before discount"""
    rowTotalInclTax: Number
    """row total, before discount, with tax"""
    rowTotalWithDiscount: Number
    """row total after discount, without tax"""
    sku: str
    """SKU (article number)"""
    stockStatus: Literal["in_stock", "out_of_stock"]
    """stock status"""
    taxAmount: Number
    """tax amount"""
    taxPercent: Number
    """tax rate, in percent"""
    thumbnailUrl: str
    """URL of the thumbnail"""


class CartOption(TypedDict, total=False):
    file: "ChosenFile"
    """uploaded file, if the option is a file"""
    label: str
    """label"""
    value: str
    """value, as text"""


class CartPrices(TypedDict, total=False):
    baseDiscountAmount: Optional[Number]
    """discount amount, in the base currency"""
    baseGrandTotal: Number
    """grand total, with tax, shipping and discount, in the base currency"""
    baseShippingAmount: Optional[Number]
    """shipping amount, without tax, in the base currency"""
    baseSubtotal: Number
    """subtotal, before discount and without tax, in the base currency"""
    baseTaxAmount: Number
    """tax amount, in the base currency"""
    discountAmount: Optional[Number]
    """discount amount"""
    giftcardAmount: Optional[Number]
    """amount paid by gift cards"""
    grandTotal: Number
    """grand total, with tax, shipping and discount"""
    shippingAmount: Optional[Number]
    """shipping amount, without tax"""
    shippingAmountInclTax: Optional[Number]
    """shipping amount, with tax"""
    shippingTaxAmount: Optional[Number]
    """tax on shipping"""
    subtotal: Number
    """subtotal, before discount and without tax"""
    subtotalInclTax: Number
    """subtotal, before discount, with tax"""
    subtotalWithDiscount: Number
    """subtotal after discount, without tax"""
    taxAmount: Number
    """tax amount"""


class CatalogCategoriesCreateBody(TypedDict, total=False):
    availableSortBy: Optional[List[Literal["position", "name", "price"]]]
    """sort orders offered for its products; an empty list: the configured ones"""
    customApplyToProducts: Optional[bool]
    """whether the design also applies to its products"""
    customAttributesWrite: Optional[Dict[str, Any]]
    """values by attribute code, such as {'meta_title':'Mugs'}; unknown codes are ignored; path, position and other columns are refused"""
    customDesign: Optional[str]
    """theme as package/theme; back office only; empty clears it"""
    customDesignFrom: Optional[str]
    """first day of the theme, YYYY-MM-DD; empty clears it"""
    customDesignTo: Optional[str]
    """last day of the theme, YYYY-MM-DD; empty clears it"""
    customLayoutUpdate: Optional[str]
    """layout update XML, without templates and helpers; empty clears it"""
    customUseParentSettings: Optional[bool]
    """whether the parent's design applies"""
    defaultSortBy: Optional[str]
    """position, name or price; empty clears it"""
    description: Optional[str]
    """HTML"""
    displayMode: Optional[str]
    """PRODUCTS, PAGE or PRODUCTS_AND_PAGE"""
    filterPriceRange: Optional[Number]
    """step width of the price filter; 0 clears it"""
    image: Optional[str]
    """file name in media/catalog/category, without a path; empty clears it. Answers have the URL"""
    includeInMenu: Optional[bool]
    """whether the menu shows it; true by default"""
    isActive: Optional[bool]
    """whether the storefront shows it; true by default"""
    isAnchor: Optional[bool]
    """whether it also lists the products of its descendants"""
    landingPageId: Optional[int]
    """ID of the CMS block shown on its page; 0 clears it"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """robots meta tag, such as NOINDEX,FOLLOW; empty clears it"""
    metaTitle: Optional[str]
    """meta title"""
    name: str
    """name; required to create a category; empty changes nothing"""
    pageLayout: Optional[str]
    """page layout in the storefront"""
    parentId: Optional[int]
    """ID of the parent category"""
    urlKey: Optional[str]
    """last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the name when empty"""


class CatalogCategoriesUpdateBody(TypedDict, total=False):
    availableSortBy: Optional[List[Literal["position", "name", "price"]]]
    """sort orders offered for its products; an empty list: the configured ones"""
    customApplyToProducts: Optional[bool]
    """whether the design also applies to its products"""
    customAttributesWrite: Optional[Dict[str, Any]]
    """values by attribute code, such as {'meta_title':'Mugs'}; unknown codes are ignored; path, position and other columns are refused"""
    customDesign: Optional[str]
    """theme as package/theme; back office only; empty clears it"""
    customDesignFrom: Optional[str]
    """first day of the theme, YYYY-MM-DD; empty clears it"""
    customDesignTo: Optional[str]
    """last day of the theme, YYYY-MM-DD; empty clears it"""
    customLayoutUpdate: Optional[str]
    """layout update XML, without templates and helpers; empty clears it"""
    customUseParentSettings: Optional[bool]
    """whether the parent's design applies"""
    defaultSortBy: Optional[str]
    """position, name or price; empty clears it"""
    description: Optional[str]
    """HTML"""
    displayMode: Optional[str]
    """PRODUCTS, PAGE or PRODUCTS_AND_PAGE"""
    filterPriceRange: Optional[Number]
    """step width of the price filter; 0 clears it"""
    image: Optional[str]
    """file name in media/catalog/category, without a path; empty clears it. Answers have the URL"""
    includeInMenu: Optional[bool]
    """whether the menu shows it; true by default"""
    isActive: Optional[bool]
    """whether the storefront shows it; true by default"""
    isAnchor: Optional[bool]
    """whether it also lists the products of its descendants"""
    landingPageId: Optional[int]
    """ID of the CMS block shown on its page; 0 clears it"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """robots meta tag, such as NOINDEX,FOLLOW; empty clears it"""
    metaTitle: Optional[str]
    """meta title"""
    name: str
    """name; required to create a category; empty changes nothing"""
    pageLayout: Optional[str]
    """page layout in the storefront"""
    parentId: Optional[int]
    """ID of the parent category"""
    position: Optional[int]
    """position among its siblings, ascending"""
    urlKey: Optional[str]
    """last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the name when empty"""
    useDefault: Optional[List[str]]
    """attribute codes; removes their values of the named store view, so the default ones apply again"""


class CatalogCustomOptionValuesUpdateBody(TypedDict, total=False):
    price: Optional[Number]
    """surcharge on the price"""
    priceType: Optional[Literal["fixed", "percent"]]
    """whether price is an amount (fixed) or a percentage of the product's price"""
    sku: Optional[str]
    """SKU suffix; the same in all store views"""
    sortOrder: Optional[int]
    """position; the same in all store views"""
    title: Optional[str]
    """title; required"""


class CatalogCustomOptionsValuesCreateBody(TypedDict):
    values: List["OptionValueElementInput"]
    """values to add"""


class CatalogInventoryBulkUpdateBody(TypedDict):
    items: List["StockItemInput"]
    """updates, at most 100"""


class _CatalogInventoryUpdateBodyRequired(TypedDict):
    qty: int
    """new quantity; replaces the present one"""
    sku: str
    """SKU of the product, case-insensitive"""


class CatalogInventoryUpdateBody(_CatalogInventoryUpdateBodyRequired, total=False):
    isInStock: Optional[bool]
    """whether it can be bought; by default whether qty is positive"""
    manageStock: Optional[bool]
    """whether stock is counted; true by default"""


class CatalogProductsBundleOptionsCreateBody(TypedDict, total=False):
    position: Optional[int]
    """position among the options; 0 by default"""
    required: Optional[bool]
    """whether a choice is mandatory; true by default"""
    selections: Optional[List["SelectionElementInput"]]
    """products to choose from"""
    title: Optional[str]
    """title of the option"""
    type: Optional[Literal["select", "radio", "checkbox", "multi"]]
    """input type; select by default"""


class CatalogProductsBundleOptionsDeleteByProductIdBody(TypedDict, total=False):
    optionId: Optional[int]
    """ID of the option"""


class CatalogProductsBundleOptionsUpdateBody(TypedDict, total=False):
    position: Optional[int]
    """position among the options; 0 by default"""
    required: Optional[bool]
    """whether a choice is mandatory; true by default"""
    title: Optional[str]
    """title of the option"""
    type: Optional[Literal["select", "radio", "checkbox", "multi"]]
    """input type; select by default"""


class _CatalogProductsBundleOptionsUpdateByProductIdBodyRequired(TypedDict):
    optionId: int
    """ID of the option"""


class CatalogProductsBundleOptionsUpdateByProductIdBody(_CatalogProductsBundleOptionsUpdateByProductIdBodyRequired, total=False):
    position: Optional[int]
    """position among the options; 0 by default"""
    required: Optional[bool]
    """whether a choice is mandatory; true by default"""
    title: Optional[str]
    """title of the option"""
    type: Optional[Literal["select", "radio", "checkbox", "multi"]]
    """input type; select by default"""


class CatalogProductsConfigurableChildrenCreateBody(TypedDict):
    childId: int
    """ID of the variant"""


class CatalogProductsConfigurableUpdateBody(TypedDict, total=False):
    childProductIds: Optional[List[int]]
    """IDs of the variants; replaces all; an empty list changes nothing"""
    superAttributes: Optional[List[str]]
    """codes of the attributes; replaces all; an empty list changes nothing"""


class CatalogProductsCreateBody(TypedDict, total=False):
    attributeSetId: Optional[int]
    """ID of the attribute set; the default one if omitted"""
    barcode: Optional[str]
    """EAN or UPC"""
    categoryIds: List[int]
    """IDs of its categories; replaces all; unknown ones are ignored, an empty list changes nothing"""
    cost: Optional[Number]
    """purchase price, in the base currency; back office only. For simple, virtual, bundle and downloadable products"""
    countryOfManufacture: Optional[str]
    """ISO 3166-1 alpha-2 code"""
    customAttributesWrite: Optional[Dict[str, Any]]
    """values by attribute code, such as {'meta_title':'Mug'}; unknown codes are ignored; sku, status, visibility and other columns are refused"""
    customDesign: Optional[str]
    """theme as package/theme; back office only"""
    customDesignFrom: Optional[str]
    """first day of the theme, YYYY-MM-DD; empty clears it"""
    customDesignTo: Optional[str]
    """last day of the theme, YYYY-MM-DD; empty clears it"""
    customLayoutUpdate: Optional[str]
    """layout update XML, without templates and helpers; empty clears it"""
    description: Optional[str]
    """HTML. Directives such as {{media url='a.png'}} are expanded in answers"""
    giftMessageAvailable: Optional[int]
    """whether a gift message is possible: 0 no, 1 yes, 2 as configured"""
    gtin: Optional[str]
    """global trade item number"""
    imageLabel: Optional[str]
    """alternative text of the main image"""
    isActive: Optional[bool]
    """whether the product is enabled; answers have it as status. True by default"""
    linksPurchasedSeparately: Optional[bool]
    """whether the links of a downloadable product are sold separately"""
    linksTitle: Optional[str]
    """heading above the links of a downloadable product"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """robots meta tag, such as NOINDEX,FOLLOW"""
    metaTitle: Optional[str]
    """meta title"""
    mpn: Optional[str]
    """manufacturer part number"""
    msrp: Optional[Number]
    """manufacturer's suggested retail price, in the base currency"""
    msrpDisplayActualPriceType: Optional[int]
    """price appears: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured"""
    msrpEnabled: Optional[int]
    """whether only msrp is shown at first: 0 no, 1 yes, 2 as configured"""
    name: str
    """name. Required to create a product; empty changes nothing"""
    newsFromDate: Optional[str]
    """first day it is marked new, YYYY-MM-DD; empty clears it"""
    newsToDate: Optional[str]
    """last day it is marked new, YYYY-MM-DD; empty clears it"""
    optionsContainer: Optional[str]
    """container1 or container2"""
    pageLayout: Optional[str]
    """empty, one_column, two_columns_left, two_columns_right, three_columns or minimal"""
    price: Optional[Number]
    """price of one unit in the base currency, without tax, at most four decimals"""
    priceType: Optional[int]
    """bundles: 0 sum of the parts' prices, 1 fixed"""
    priceView: Optional[int]
    """bundles: 0 price range, 1 lowest price"""
    samplesTitle: Optional[str]
    """heading above the samples of a downloadable product"""
    shipmentType: Optional[int]
    """bundles: 0 shipped together, 1 separately"""
    shortDescription: Optional[str]
    """HTML for lists and the top of the product page"""
    sku: str
    """unique article number, case-insensitive. Required to create a product; empty changes nothing"""
    skuType: Optional[int]
    """bundles: 0 SKU composed of the parts' SKUs, 1 fixed"""
    smallImageLabel: Optional[str]
    """alternative text of the image for lists"""
    specialFromDate: Optional[str]
    """first day of the special price, YYYY-MM-DD in the store's time zone; empty clears it"""
    specialPrice: Optional[Number]
    """reduced price from specialFromDate to specialToDate, in the base currency; for bundles percent of the price"""
    specialToDate: Optional[str]
    """last day of the special price, YYYY-MM-DD; empty clears it"""
    stockData: Optional["StockDataInput"]
    """stock and its rules. Without is_in_stock the product is in stock when qty is positive"""
    stockQty: Optional[Number]
    """quantity in stock; short for stockData.qty"""
    taxClassId: Optional[int]
    """ID of the product tax class; 0 for none"""
    thumbnailLabel: Optional[str]
    """alternative text of the thumbnail"""
    type: Literal["simple", "virtual", "configurable", "grouped", "bundle", "downloadable", "giftcard"]
    """product type; cannot be changed later; virtual products are not shipped"""
    urlKey: Optional[str]
    """last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the name when empty"""
    visibility: Optional[Literal["not_visible", "catalog", "search", "catalog_search"]]
    """lists that show it; catalog_search (everywhere) by default"""
    websiteIds: Optional[List[int]]
    """IDs of its websites; replaces all; the current store's website by default"""
    weight: Optional[Number]
    """weight of one unit, in the shop's unit (GET /store-config)"""
    weightType: Optional[int]
    """bundles: 0 sum of the parts' weights, 1 fixed"""


class CatalogProductsCustomOptionsCreateBody(TypedDict, total=False):
    fileExtensions: Optional[str]
    """for files: allowed extensions, comma-separated"""
    imageSizeX: Optional[int]
    """images only: maximum width in pixels; 0 for no limit"""
    imageSizeY: Optional[int]
    """images only: maximum height in pixels; 0 for no limit"""
    maxCharacters: Optional[int]
    """for field and area: longest text; 0 for no limit"""
    price: Optional[Number]
    """surcharge on the price; only for types without values"""
    priceType: Optional[Literal["fixed", "percent"]]
    """fixed by default"""
    required: Optional[bool]
    """whether the buyer must fill it in; false by default"""
    sku: Optional[str]
    """only for types without values"""
    sortOrder: Optional[int]
    """position among the options; 0 by default"""
    title: Optional[str]
    """title; required to create an option"""
    type: Optional[Literal["field", "area", "drop_down", "radio", "checkbox", "multiple", "file", "date", "date_time", "time"]]
    """required to create one"""
    values: Optional[List["OptionValueElementInput"]]
    """for drop_down, radio, checkbox and multiple: the values; replaces all"""


class CatalogProductsCustomOptionsUpdateBody(TypedDict, total=False):
    fileExtensions: Optional[str]
    """for files: allowed extensions, comma-separated"""
    imageSizeX: Optional[int]
    """images only: maximum width in pixels; 0 for no limit"""
    imageSizeY: Optional[int]
    """images only: maximum height in pixels; 0 for no limit"""
    maxCharacters: Optional[int]
    """for field and area: longest text; 0 for no limit"""
    price: Optional[Number]
    """surcharge on the price; only for types without values"""
    priceType: Optional[Literal["fixed", "percent"]]
    """fixed by default"""
    required: Optional[bool]
    """whether the buyer must fill it in; false by default"""
    sku: Optional[str]
    """only for types without values"""
    sortOrder: Optional[int]
    """position among the options; 0 by default"""
    title: Optional[str]
    """title; required to create an option"""
    type: Optional[Literal["field", "area", "drop_down", "radio", "checkbox", "multiple", "file", "date", "date_time", "time"]]
    """required to create one"""
    values: Optional[List["OptionValueElementInput"]]
    """for drop_down, radio, checkbox and multiple: the values; replaces all"""


class CatalogProductsDownloadableLinksCreateBody(TypedDict, total=False):
    isShareable: Optional[int]
    """allowed to download: 0 the customer, 1 everybody with the link, 2 as configured"""
    linkType: Optional[Literal["url", "file"]]
    """url by default"""
    linkUrl: Optional[str]
    """URL of the file; required if linkType is url"""
    numberOfDownloads: Optional[int]
    """downloads per unit bought; 0 for no limit; as configured by default"""
    price: Optional[Number]
    """surcharge if links are sold separately; 0 by default"""
    sampleType: Optional[str]
    """url if there is a sample, else empty"""
    sampleUrl: Optional[str]
    """URL of the sample; empty clears it"""
    sortOrder: Optional[int]
    """position among the links; 0 by default"""
    title: Optional[str]
    """title"""


class CatalogProductsDownloadableLinksDeleteBody(TypedDict, total=False):
    linkId: Optional[int]
    """ID of the link"""


class _CatalogProductsDownloadableLinksUpdateBodyRequired(TypedDict):
    linkId: int
    """ID of the link"""


class CatalogProductsDownloadableLinksUpdateBody(_CatalogProductsDownloadableLinksUpdateBodyRequired, total=False):
    isShareable: Optional[int]
    """allowed to download: 0 the customer, 1 everybody with the link, 2 as configured"""
    linkUrl: Optional[str]
    """URL of the file; required if linkType is url"""
    numberOfDownloads: Optional[int]
    """downloads per unit bought; 0 for no limit; as configured by default"""
    price: Optional[Number]
    """surcharge if links are sold separately; 0 by default"""
    sampleType: Optional[str]
    """url if there is a sample, else empty"""
    sampleUrl: Optional[str]
    """URL of the sample; empty clears it"""
    sortOrder: Optional[int]
    """position among the links; 0 by default"""
    title: Optional[str]
    """title"""


class CatalogProductsGalleryUpdateBody(TypedDict, total=False):
    base64: Optional[str]
    """new picture for the same file, in base64"""
    disabled: Optional[bool]
    """whether the gallery hides it, in the named store view or else in all"""
    label: Optional[str]
    """alternative text, in the named store view or else in all; empty clears it"""
    position: Optional[int]
    """position in the gallery, in the named store view or else in all"""
    types: Optional[List[Literal["image", "small_image", "thumbnail"]]]
    """roles, in the named store view or else in all; they are taken from other pictures"""


class CatalogProductsGroupPricesUpdateBody(TypedDict):
    groupPrices: List["GroupPriceElementInput"]
    """the group prices; replaces all"""


class _CatalogProductsGroupedCreateBodyRequired(TypedDict):
    childProductId: int
    """ID of the product in the group"""


class CatalogProductsGroupedCreateBody(_CatalogProductsGroupedCreateBodyRequired, total=False):
    position: Optional[int]
    """position in the group; 0 by default"""
    qty: Optional[Number]
    """preselected quantity; 1 by default"""


class CatalogProductsGroupedUpdateBody(TypedDict):
    links: List["GroupedElementInput"]
    """the products of the group; replaces all"""


class _CatalogProductsLinksCrossSellCreateBodyRequired(TypedDict):
    linkedProductId: int
    """ID of the linked product"""


class CatalogProductsLinksCrossSellCreateBody(_CatalogProductsLinksCrossSellCreateBodyRequired, total=False):
    position: Optional[int]
    """position among the links; 0 by default"""


class CatalogProductsLinksCrossSellUpdateBody(TypedDict):
    links: List["LinkElementInput"]
    """the links; replaces all"""


class _CatalogProductsLinksRelatedCreateBodyRequired(TypedDict):
    linkedProductId: int
    """ID of the linked product"""


class CatalogProductsLinksRelatedCreateBody(_CatalogProductsLinksRelatedCreateBodyRequired, total=False):
    position: Optional[int]
    """position among the links; 0 by default"""


class CatalogProductsLinksRelatedUpdateBody(TypedDict):
    links: List["LinkElementInput"]
    """the links; replaces all"""


class _CatalogProductsLinksUpSellCreateBodyRequired(TypedDict):
    linkedProductId: int
    """ID of the linked product"""


class CatalogProductsLinksUpSellCreateBody(_CatalogProductsLinksUpSellCreateBodyRequired, total=False):
    position: Optional[int]
    """position among the links; 0 by default"""


class CatalogProductsLinksUpSellUpdateBody(TypedDict):
    links: List["LinkElementInput"]
    """the links; replaces all"""


class CatalogProductsMediaCreateBody(TypedDict, total=False):
    base64: Optional[str]
    """picture in base64"""
    disabled: Optional[bool]
    """whether the gallery hides it, in the named store view or else in all"""
    filename: Optional[str]
    """file name; the stored name is derived from the SKU"""
    imageUrl: Optional[str]
    """public address of the picture, if there is no base64"""
    label: Optional[str]
    """alternative text, in the named store view or else in all; empty clears it"""
    position: Optional[int]
    """position in the gallery, in the named store view or else in all"""
    types: Optional[List[Literal["image", "small_image", "thumbnail"]]]
    """roles, in the named store view or else in all; they are taken from other pictures"""


class CatalogProductsMediaDeleteBody(TypedDict, total=False):
    valueId: Optional[int]
    """ID of the picture"""


class _CatalogProductsMediaUpdateBodyRequired(TypedDict):
    valueId: int
    """ID of the picture"""


class CatalogProductsMediaUpdateBody(_CatalogProductsMediaUpdateBodyRequired, total=False):
    disabled: Optional[bool]
    """whether the gallery hides it, in the named store view or else in all"""
    label: Optional[str]
    """alternative text, in the named store view or else in all; empty clears it"""
    position: Optional[int]
    """position in the gallery, in the named store view or else in all"""
    types: Optional[List[Literal["image", "small_image", "thumbnail"]]]
    """roles, in the named store view or else in all; they are taken from other pictures"""


class CatalogProductsTierPricesCreateBody(TypedDict):
    tierPrices: List["TierPriceElementInput"]
    """the tier prices; replaces all"""


class CatalogProductsTierPricesUpdateBody(TypedDict):
    tierPrices: List["TierPriceElementInput"]
    """the tier prices; replaces all"""


class CatalogProductsUpdateBody(TypedDict, total=False):
    attributeSetId: Optional[int]
    """ID of the attribute set; the default one if omitted"""
    barcode: Optional[str]
    """EAN or UPC"""
    categoryIds: List[int]
    """IDs of its categories; replaces all; unknown ones are ignored, an empty list changes nothing"""
    cost: Optional[Number]
    """purchase price, in the base currency; back office only. For simple, virtual, bundle and downloadable products"""
    countryOfManufacture: Optional[str]
    """ISO 3166-1 alpha-2 code"""
    customAttributesWrite: Optional[Dict[str, Any]]
    """values by attribute code, such as {'meta_title':'Mug'}; unknown codes are ignored; sku, status, visibility and other columns are refused"""
    customDesign: Optional[str]
    """theme as package/theme; back office only"""
    customDesignFrom: Optional[str]
    """first day of the theme, YYYY-MM-DD; empty clears it"""
    customDesignTo: Optional[str]
    """last day of the theme, YYYY-MM-DD; empty clears it"""
    customLayoutUpdate: Optional[str]
    """layout update XML, without templates and helpers; empty clears it"""
    description: Optional[str]
    """HTML. Directives such as {{media url='a.png'}} are expanded in answers"""
    giftMessageAvailable: Optional[int]
    """whether a gift message is possible: 0 no, 1 yes, 2 as configured"""
    gtin: Optional[str]
    """global trade item number"""
    imageLabel: Optional[str]
    """alternative text of the main image"""
    isActive: Optional[bool]
    """whether the product is enabled; answers have it as status. True by default"""
    linksPurchasedSeparately: Optional[bool]
    """whether the links of a downloadable product are sold separately"""
    linksTitle: Optional[str]
    """heading above the links of a downloadable product"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """robots meta tag, such as NOINDEX,FOLLOW"""
    metaTitle: Optional[str]
    """meta title"""
    mpn: Optional[str]
    """manufacturer part number"""
    msrp: Optional[Number]
    """manufacturer's suggested retail price, in the base currency"""
    msrpDisplayActualPriceType: Optional[int]
    """price appears: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured"""
    msrpEnabled: Optional[int]
    """whether only msrp is shown at first: 0 no, 1 yes, 2 as configured"""
    name: str
    """name. Required to create a product; empty changes nothing"""
    newsFromDate: Optional[str]
    """first day it is marked new, YYYY-MM-DD; empty clears it"""
    newsToDate: Optional[str]
    """last day it is marked new, YYYY-MM-DD; empty clears it"""
    optionsContainer: Optional[str]
    """container1 or container2"""
    pageLayout: Optional[str]
    """empty, one_column, two_columns_left, two_columns_right, three_columns or minimal"""
    price: Optional[Number]
    """price of one unit in the base currency, without tax, at most four decimals"""
    priceType: Optional[int]
    """bundles: 0 sum of the parts' prices, 1 fixed"""
    priceView: Optional[int]
    """bundles: 0 price range, 1 lowest price"""
    samplesTitle: Optional[str]
    """heading above the samples of a downloadable product"""
    shipmentType: Optional[int]
    """bundles: 0 shipped together, 1 separately"""
    shortDescription: Optional[str]
    """HTML for lists and the top of the product page"""
    sku: str
    """unique article number, case-insensitive. Required to create a product; empty changes nothing"""
    skuType: Optional[int]
    """bundles: 0 SKU composed of the parts' SKUs, 1 fixed"""
    smallImageLabel: Optional[str]
    """alternative text of the image for lists"""
    specialFromDate: Optional[str]
    """first day of the special price, YYYY-MM-DD in the store's time zone; empty clears it"""
    specialPrice: Optional[Number]
    """reduced price from specialFromDate to specialToDate, in the base currency; for bundles percent of the price"""
    specialToDate: Optional[str]
    """last day of the special price, YYYY-MM-DD; empty clears it"""
    stockData: Optional["StockDataInput"]
    """stock and its rules. Without is_in_stock the product is in stock when qty is positive"""
    stockQty: Optional[Number]
    """quantity in stock; short for stockData.qty"""
    taxClassId: Optional[int]
    """ID of the product tax class; 0 for none"""
    thumbnailLabel: Optional[str]
    """alternative text of the thumbnail"""
    urlKey: Optional[str]
    """last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the name when empty"""
    useDefault: Optional[List[str]]
    """attribute codes; removes their values of the named store view, so the default ones apply again"""
    visibility: Optional[Literal["not_visible", "catalog", "search", "catalog_search"]]
    """lists that show it; catalog_search (everywhere) by default"""
    websiteIds: Optional[List[int]]
    """IDs of its websites; replaces all; the current store's website by default"""
    weight: Optional[Number]
    """weight of one unit, in the shop's unit (GET /store-config)"""
    weightType: Optional[int]
    """bundles: 0 sum of the parts' weights, 1 fixed"""


class Category(TypedDict, total=False):
    availableSortBy: List[str]
    """sort orders offered for its products"""
    children: List["Category"]
    """children, one level below"""
    childrenCount: int
    """number of all descendants"""
    childrenIds: List[int]
    """IDs of active children, by position"""
    cmsBlock: str
    """content of the CMS block, as HTML"""
    createdAt: str
    """time of creation, in UTC"""
    customApplyToProducts: bool
    """whether its design also applies to its products"""
    customDesign: str
    """theme of the page"""
    customDesignFrom: str
    """first day of the theme"""
    customDesignTo: str
    """last day of the theme"""
    customLayoutUpdate: str
    """layout update XML"""
    customUseParentSettings: bool
    """whether the parent's design applies"""
    defaultSortBy: str
    """default sort order of its products"""
    description: str
    """description"""
    displayMode: str
    """content of its page: PRODUCTS, PAGE or PRODUCTS_AND_PAGE"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    filterPriceRange: Number
    """step width of the price filter, in the base currency"""
    id: int
    """ID of the category"""
    image: str
    """absolute URL of the image"""
    includeInMenu: bool
    """whether the menu shows it"""
    isActive: bool
    """whether it is active"""
    isAnchor: bool
    """whether it also lists the products of its descendants"""
    landingPageId: int
    """ID of the CMS block shown on its page"""
    level: int
    """depth in the tree: 0 for the overall root, 1 for a store's root"""
    metaDescription: str
    """meta description"""
    metaKeywords: str
    """meta keywords"""
    metaRobots: str
    """robots meta tag, such as INDEX,FOLLOW"""
    metaTitle: str
    """meta title"""
    name: str
    """name"""
    pageLayout: str
    """page layout in the storefront"""
    parentId: int
    """ID of the parent; 0 at the top"""
    path: str
    """IDs from the root down, joined by /"""
    position: int
    """position among its siblings, ascending"""
    productCount: int
    """number of products assigned to the category itself"""
    updatedAt: str
    """time of the last change, in UTC"""
    urlKey: str
    """URL key, the last segment of the URL in the storefront"""
    urlPath: str
    """URL path in the storefront"""


class Cause(TypedDict, total=False):
    correlationId: str
    """the same for all that one request led to"""
    eventId: str
    """event that a reaction handled; empty if there was none"""
    position: int
    """place of the event in the log; missing if it is not known"""
    requestId: str
    """request; empty if there was none"""
    stream: str
    """stream of the event"""
    trace: str
    """trace of the request, if it was traced"""
    type: str
    """type of the event"""


class Chain(TypedDict, total=False):
    after: int
    """position of the newest checkpoint, 0 before the first"""
    seal: str
    """seal there, in hexadecimal"""
    seals: List[str]
    """seals of the positions after it, in hexadecimal"""


class Change(TypedDict, total=False):
    fields: List[str]
    """names of the fields that were set; empty if the event is about the whole"""
    id: Union[int, str]
    """what the path of the resource takes; of inventory the SKU, of configuration the scope"""
    position: int
    """position of the event in the log; several changes of one event share it"""
    productId: int
    """inventory: ID of the product"""
    qtyAfter: Number
    """inventory: quantity after the change; absent if deleted"""
    qtyBefore: Number
    """inventory: quantity before the change"""
    resource: str
    """name of the resource, as in its path, such as orders"""
    sku: str
    """inventory: present SKU of the product"""
    time: str
    """time at which the log stored the event, in UTC"""
    what: Literal["created", "changed", "deleted"]
    """what happened to it"""


class Changes(TypedDict, total=False):
    changes: List["Change"]
    """the changes, in the order of the log"""
    cursor: str
    """the same position with the name of the log; sent as after, another log refuses it"""
    next: int
    """position to send as after next time, also when there are no changes"""


Checkpoint = TypedDict(
    "Checkpoint",
    {
        # it covers the positions after this one
        "from": int,
        # ID of the event log
        "logId": str,
        # last position that it covers
        "position": int,
        # root of the Merkle tree over the seals of the range (RFC 6962), in hexadecimal
        "root": str,
        # seal of the event there, in hexadecimal
        "seal": str,
        # Ed25519 signature of the installation, in base64
        "signature": str,
        # time of the signature
        "time": str,
    },
    total=False,
)


class ChosenFile(TypedDict, total=False):
    height: int
    """height in pixels"""
    id: int
    """ID of the file, for GET /custom-option-file/{optionId}/{key}"""
    key: str
    """key of the uploaded file"""
    name: str
    """name"""
    size: int
    """size in bytes"""
    type: str
    """media type"""
    width: int
    """width of a picture, in pixels"""


class CmsBlock(TypedDict, total=False):
    content: str
    """HTML with directives expanded"""
    createdAt: str
    """time of creation, in UTC"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the block"""
    identifier: str
    """identifier used by directives"""
    isActive: bool
    """whether it is active"""
    status: Literal["enabled", "disabled"]
    """status"""
    stores: List[int]
    """IDs of the store views that show it; 0 for all"""
    title: str
    """title"""
    updatedAt: str
    """time of the last change, in UTC"""


class _CmsMediaCreateBodyRequired(TypedDict):
    file: str
    """picture"""


class CmsMediaCreateBody(_CmsMediaCreateBodyRequired, total=False):
    filename: str
    """stored name without extension; the file's own by default"""
    folder: str
    """folder below wysiwyg/, created if missing; wysiwyg/ itself by default"""


class CmsPage(TypedDict, total=False):
    content: str
    """HTML with directives expanded"""
    contentHeading: str
    """heading above the content"""
    createdAt: str
    """time of creation, in UTC"""
    customLayoutUpdateXml: str
    """layout update XML"""
    customRootTemplate: str
    """page layout while customTheme applies"""
    customTheme: str
    """theme from customThemeFrom to customThemeTo"""
    customThemeFrom: str
    """first day of the theme"""
    customThemeTo: str
    """last day of the theme"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the page"""
    identifier: str
    """URL key"""
    isActive: bool
    """whether it is active"""
    layoutUpdateXml: str
    """layout update XML; back office only"""
    metaDescription: str
    """meta description"""
    metaKeywords: str
    """meta keywords"""
    metaRobots: str
    """robots meta tag, such as INDEX,FOLLOW"""
    pageLayout: str
    """page layout in the storefront"""
    sortOrder: int
    """position among its siblings, ascending"""
    status: Literal["enabled", "disabled"]
    """status"""
    stores: List[int]
    """IDs of the store views that show it; 0 for all"""
    title: str
    """title"""
    updatedAt: str
    """time of the last change, in UTC"""


class Comment(TypedDict, total=False):
    comment: str
    """comment, as plain text"""
    createdAt: str
    """time of creation, in UTC"""
    id: int
    """ID of the comment"""
    isCustomerNotified: bool
    """whether the customer was notified by e-mail"""
    isVisibleOnFront: bool
    """whether customers see it"""


class ConfigurableSetup(TypedDict, total=False):
    childProductIds: List[int]
    """IDs of the variants"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the product"""
    superAttributes: List[str]
    """codes of the attributes in which the variants differ"""


class ContactConfig(TypedDict, total=False):
    captchaProvider: str
    """captcha provider: none, turnstile, recaptcha_v3 or one of a module"""
    captchaSiteKey: Optional[str]
    """site key at the captcha provider; null without a provider"""
    enabled: bool
    """whether the contact form is enabled"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    honeypotField: Optional[str]
    """name of a hidden field that must be sent empty; null if there is none"""
    id: str
    """always contact"""


class ContactReceipt(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """always contact"""
    message: str
    """message to the user"""
    success: bool
    """whether the operation succeeded"""


class _ContactsContactCreateBodyRequired(TypedDict):
    comment: str
    """message; cut off after 5000 characters"""
    email: str
    """e-mail address for the reply"""
    name: str
    """name of the sender; cut off after 255 characters"""


class ContactsContactCreateBody(_ContactsContactCreateBodyRequired, total=False):
    captchaToken: Optional[str]
    """captcha token, if GET /contact/config names a provider"""
    telephone: Optional[str]
    """telephone of the sender; cut off after 50 characters"""


class _ContentBlogCategoriesCreateBodyRequired(TypedDict):
    name: str
    """name"""


class ContentBlogCategoriesCreateBody(_ContentBlogCategoriesCreateBodyRequired, total=False):
    isActive: Optional[bool]
    """whether the storefront shows it; true by default"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """robots meta tag, such as NOINDEX,FOLLOW"""
    metaTitle: Optional[str]
    """meta title"""
    parentId: Optional[int]
    """ID of the parent blog category; 0 for the top level"""
    position: Optional[int]
    """position in the list, ascending"""
    stores: Optional[Union[List[Any], str, int]]
    """codes or IDs of the store views that show it, or 'all', the default"""
    urlKey: Optional[str]
    """last segment of the URL, derived from the name when empty; unique among its siblings"""


class ContentBlogCategoriesUpdateBody(TypedDict, total=False):
    isActive: Optional[bool]
    """whether the storefront shows it; true by default"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """robots meta tag, such as NOINDEX,FOLLOW"""
    metaTitle: Optional[str]
    """meta title"""
    name: Optional[str]
    """name"""
    parentId: Optional[int]
    """ID of the parent blog category; 0 for the top level"""
    position: Optional[int]
    """position in the list, ascending"""
    stores: Optional[Union[List[Any], str, int]]
    """codes or IDs of the store views that show it, or 'all', the default"""
    urlKey: Optional[str]
    """last segment of the URL, derived from the name when empty; unique among its siblings"""


class _ContentBlogPostsCreateBodyRequired(TypedDict):
    title: str
    """plain text; HTML tags are removed"""


class ContentBlogPostsCreateBody(_ContentBlogPostsCreateBodyRequired, total=False):
    categoryIds: Optional[List[Any]]
    """IDs of blog categories, or objects {id, position}; replaces all of them"""
    content: Optional[str]
    """HTML with directives; scripts and event handlers are removed"""
    image: Optional[str]
    """file name in media/blog, without a path; empty clears it. imageUrl is its URL"""
    isActive: Optional[bool]
    """whether the storefront shows it; true by default"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """robots meta tag, such as NOINDEX,FOLLOW"""
    metaTitle: Optional[str]
    """meta title"""
    publishDate: Optional[str]
    """first day on the storefront, YYYY-MM-DD in the store's time zone; today when empty or not a date"""
    shortContent: Optional[str]
    """HTML shown in lists of posts"""
    stores: Optional[Union[List[Any], str, int]]
    """codes or IDs of the store views that show it, or 'all', the default"""
    urlKey: Optional[str]
    """last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the title when empty"""


class ContentBlogPostsUpdateBody(TypedDict, total=False):
    categoryIds: Optional[List[Any]]
    """IDs of blog categories, or objects {id, position}; replaces all of them"""
    content: Optional[str]
    """HTML with directives; scripts and event handlers are removed"""
    image: Optional[str]
    """file name in media/blog, without a path; empty clears it. imageUrl is its URL"""
    isActive: Optional[bool]
    """whether the storefront shows it; true by default"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """robots meta tag, such as NOINDEX,FOLLOW"""
    metaTitle: Optional[str]
    """meta title"""
    publishDate: Optional[str]
    """first day on the storefront, YYYY-MM-DD in the store's time zone; today when empty or not a date"""
    shortContent: Optional[str]
    """HTML shown in lists of posts"""
    stores: Optional[Union[List[Any], str, int]]
    """codes or IDs of the store views that show it, or 'all', the default"""
    title: Optional[str]
    """plain text; HTML tags are removed"""
    urlKey: Optional[str]
    """last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the title when empty"""


class _ContentCmsBlocksCreateBodyRequired(TypedDict):
    identifier: str
    """identifier used by directives; unique per store view"""


class ContentCmsBlocksCreateBody(_ContentCmsBlocksCreateBodyRequired, total=False):
    content: Optional[str]
    """HTML with directives; scripts and event handlers are removed. A block cannot include itself"""
    isActive: Optional[bool]
    """whether it is shown; true by default"""
    stores: Optional[Union[List[Any], str, int]]
    """codes or IDs of the store views that show it, or 'all', the default"""
    title: Optional[str]
    """title"""


class ContentCmsBlocksUpdateBody(TypedDict, total=False):
    content: Optional[str]
    """HTML with directives; scripts and event handlers are removed. A block cannot include itself"""
    identifier: Optional[str]
    """identifier used by directives; unique per store view"""
    isActive: Optional[bool]
    """whether it is shown; true by default"""
    stores: Optional[Union[List[Any], str, int]]
    """codes or IDs of the store views that show it, or 'all', the default"""
    title: Optional[str]
    """title"""


class _ContentCmsPagesCreateBodyRequired(TypedDict):
    identifier: str
    """URL key: a-z, 0-9, dashes, underscores and slashes, at most 100 characters; unique per store view"""


class ContentCmsPagesCreateBody(_ContentCmsPagesCreateBodyRequired, total=False):
    content: Optional[str]
    """HTML with directives such as {{media url='a.png'}}; scripts and event handlers are removed"""
    contentHeading: Optional[str]
    """heading above the content"""
    customLayoutUpdateXml: Optional[str]
    """layout update XML while customTheme applies; back office only; blank clears it"""
    customRootTemplate: Optional[str]
    """back office only"""
    customTheme: Optional[str]
    """back office only"""
    customThemeFrom: Optional[str]
    """YYYY-MM-DD; back office only; empty clears it"""
    customThemeTo: Optional[str]
    """YYYY-MM-DD; back office only; empty clears it"""
    isActive: Optional[bool]
    """whether the storefront shows it; true by default"""
    layoutUpdateXml: Optional[str]
    """layout update XML; back office only; blank clears it"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """INDEX,FOLLOW, NOINDEX,FOLLOW, INDEX,NOFOLLOW or NOINDEX,NOFOLLOW; empty clears it"""
    pageLayout: Optional[str]
    """empty, one_column, two_columns_left, two_columns_right, three_columns or minimal"""
    sortOrder: Optional[int]
    """position among its siblings, ascending"""
    stores: Optional[Union[List[Any], str, int]]
    """codes or IDs of the store views that show it, or 'all', the default"""
    title: Optional[str]
    """title"""


class ContentCmsPagesUpdateBody(TypedDict, total=False):
    content: Optional[str]
    """HTML with directives such as {{media url='a.png'}}; scripts and event handlers are removed"""
    contentHeading: Optional[str]
    """heading above the content"""
    customLayoutUpdateXml: Optional[str]
    """layout update XML while customTheme applies; back office only; blank clears it"""
    customRootTemplate: Optional[str]
    """back office only"""
    customTheme: Optional[str]
    """back office only"""
    customThemeFrom: Optional[str]
    """YYYY-MM-DD; back office only; empty clears it"""
    customThemeTo: Optional[str]
    """YYYY-MM-DD; back office only; empty clears it"""
    identifier: Optional[str]
    """URL key: a-z, 0-9, dashes, underscores and slashes, at most 100 characters; unique per store view"""
    isActive: Optional[bool]
    """whether the storefront shows it; true by default"""
    layoutUpdateXml: Optional[str]
    """layout update XML; back office only; blank clears it"""
    metaDescription: Optional[str]
    """meta description"""
    metaKeywords: Optional[str]
    """meta keywords"""
    metaRobots: Optional[str]
    """INDEX,FOLLOW, NOINDEX,FOLLOW, INDEX,NOFOLLOW or NOINDEX,NOFOLLOW; empty clears it"""
    pageLayout: Optional[str]
    """empty, one_column, two_columns_left, two_columns_right, three_columns or minimal"""
    sortOrder: Optional[int]
    """position among its siblings, ascending"""
    stores: Optional[Union[List[Any], str, int]]
    """codes or IDs of the store views that show it, or 'all', the default"""
    title: Optional[str]
    """title"""


class _ContentEmailTemplatesCreateBodyRequired(TypedDict):
    kind: str
    """kind of e-mail, such as order or password-reset; docs/mail.md lists all kinds and their variables"""


class ContentEmailTemplatesCreateBody(_ContentEmailTemplatesCreateBodyRequired, total=False):
    enabled: Optional[bool]
    """whether it is used; true by default"""
    html: Optional[str]
    """HTML template between header and footer, at most 64 KiB; empty: the built-in one. Values are escaped"""
    language: Optional[str]
    """language it applies to, such as de; empty when storeId is set"""
    storeId: Optional[int]
    """ID of the store view it applies to; 0: all store views of the language"""
    subject: Optional[str]
    """subject without the shop's name, which is put in front; empty: the built-in one"""
    text: Optional[str]
    """plain-text template, at most 64 KiB; empty: the built-in one. {{.Order.Number}} shows a variable; if, else, with and range are allowed"""


class ContentEmailTemplatesUpdateBody(TypedDict, total=False):
    enabled: Optional[bool]
    """whether it is used; true by default"""
    html: Optional[str]
    """HTML template between header and footer, at most 64 KiB; empty: the built-in one. Values are escaped"""
    kind: Optional[str]
    """kind of e-mail, such as order or password-reset; docs/mail.md lists all kinds and their variables"""
    language: Optional[str]
    """language it applies to, such as de; empty when storeId is set"""
    storeId: Optional[int]
    """ID of the store view it applies to; 0: all store views of the language"""
    subject: Optional[str]
    """subject without the shop's name, which is put in front; empty: the built-in one"""
    text: Optional[str]
    """plain-text template, at most 64 KiB; empty: the built-in one. {{.Order.Number}} shows a variable; if, else, with and range are allowed"""


class Country(TypedDict, total=False):
    availableRegions: List["Region"]
    """regions by name; empty if the country has no fixed list"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """ISO 3166-1 alpha-2 code of the country"""
    iso2Code: str
    """ISO 3166-1 code of two letters"""
    iso3Code: str
    """ISO 3166-1 code of three letters"""
    name: str
    """name in the language of the store"""


class Coupon(TypedDict, total=False):
    applyToShipping: bool
    """whether shipping is discounted too"""
    code: str
    """code that customers enter"""
    createdAt: str
    """time of creation, in UTC"""
    customerGroupIds: List[int]
    """IDs of the customer groups; 0 stands for guests"""
    description: str
    """description"""
    discountAmount: Number
    """percentage, amount in the base currency, or free units for buy_x_get_y"""
    discountQty: Number
    """maximum discounted units per line"""
    discountStep: int
    """buy_x_get_y: units to buy"""
    discountType: Literal["percent", "fixed", "cart_fixed", "buy_x_get_y"]
    """kind of discount"""
    expirationDate: str
    """expiry of the code, in UTC"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    fromDate: str
    """first day of validity, in the store's time zone"""
    id: int
    """ID of the coupon"""
    isActive: bool
    """whether it is active"""
    isPrimary: bool
    """whether it is the primary code of its price rule"""
    minimumSubtotal: Number
    """minimum subtotal in the base currency, without tax, before discount and shipping"""
    ruleId: int
    """ID of the price rule"""
    ruleName: str
    """name of the price rule"""
    simpleFreeShipping: int
    """free shipping: 0 no, 1 matching items, 2 whole shipment"""
    sortOrder: int
    """position among its siblings, ascending"""
    stopRulesProcessing: bool
    """whether price rules with a higher sortOrder are skipped"""
    timesUsed: int
    """number of uses"""
    toDate: str
    """last day of validity, inclusive"""
    type: int
    """always 0: a code that the shop chose"""
    usageLimit: int
    """maximum uses in total; absent for no limit"""
    usagePerCustomer: int
    """maximum uses per customer; absent for no limit"""
    websiteIds: List[int]
    """IDs of its websites"""


class CouponCheck(TypedDict, total=False):
    code: str
    """checked code"""
    discountAmount: Number
    """discount amount"""
    discountPreview: Number
    """discount the cart would get, in its currency"""
    discountType: Literal["percent", "fixed", "cart_fixed", "buy_x_get_y"]
    """kind of discount"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the coupon; 0 if it is not valid or nobody is logged in"""
    isValid: bool
    """whether the code can be used at present"""
    ruleId: int
    """ID of the price rule"""
    ruleName: str
    """name of the price rule"""
    validationMessage: str
    """reason why the code is valid or not"""


class CreditMemo(TypedDict, total=False):
    adjustment: Number
    """adjustmentPositive minus adjustmentNegative"""
    adjustmentNegative: Number
    """fee kept from the refund"""
    adjustmentPositive: Number
    """amount added to the refund"""
    baseAdjustment: Number
    """adjustmentPositive minus adjustmentNegative, in the base currency"""
    baseCurrencyCode: str
    """base currency of the website (ISO 4217)"""
    baseDiscountAmount: Number
    """discount in the base currency; negative or 0"""
    baseGiftcardAmount: Number
    """amount refunded to gift cards, in the base currency"""
    baseGrandTotal: Number
    """grand total, with tax, shipping and discount, in the base currency"""
    baseShippingAmount: Number
    """shipping amount, without tax, in the base currency"""
    baseSubtotal: Number
    """subtotal, before discount and without tax, in the base currency"""
    baseTaxAmount: Number
    """tax amount, in the base currency"""
    comment: str
    """comment, as plain text"""
    comments: List["Comment"]
    """comments, newest first"""
    createdAt: str
    """time of creation, in UTC"""
    creditmemoStatus: int
    """status of the credit memo, as a number"""
    currency: str
    """currency of the amounts (ISO 4217)"""
    discountAmount: Number
    """discount; negative or 0"""
    discountDescription: str
    """names of the applied price rules, or the coupon code"""
    emailSent: bool
    """whether its e-mail was sent"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    giftcardAmount: Number
    """amount refunded to gift cards"""
    grandTotal: Number
    """refunded money, without the part refunded to gift cards"""
    hiddenTaxAmount: Number
    """tax on the discount, if discounts apply to prices with tax"""
    id: int
    """ID of the credit memo"""
    incrementId: str
    """increment ID, the number that customers see"""
    invoiceId: int
    """ID of the invoice"""
    items: List["CreditMemoItem"]
    """lines, in the order they were added"""
    notes: List[str]
    """sentences on what was refunded along: shipping, gift cards, adjustments, units returned to stock"""
    orderCurrencyCode: str
    """currency of the order (ISO 4217)"""
    orderId: int
    """ID of the order"""
    orderIncrementId: str
    """increment ID of the order, the number that customers see"""
    shippingAmount: Number
    """shipping amount, without tax"""
    shippingInclTax: Number
    """shipping amount, with tax"""
    shippingTaxAmount: Number
    """tax on shipping"""
    state: Literal["open", "refunded", "canceled", "unknown"]
    """code of the state"""
    storeId: int
    """ID of the store view"""
    subtotal: Number
    """subtotal, before discount and without tax"""
    subtotalInclTax: Number
    """subtotal, before discount, with tax"""
    taxAmount: Number
    """tax amount"""
    transactionId: str
    """transaction ID at the payment provider"""
    updatedAt: str
    """time of the last change, in UTC"""


class CreditMemoItem(TypedDict, total=False):
    backToStock: bool
    """whether the units were returned to stock"""
    baseDiscountAmount: Number
    """discount amount, in the base currency"""
    basePrice: Number
    """price of one unit, in the base currency"""
    baseRowTotal: Number
    """row total, before discount and without tax, in the base currency"""
    baseTaxAmount: Number
    """tax amount, in the base currency"""
    description: str
    """description"""
    discountAmount: Number
    """discount amount"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the line"""
    name: str
    """name"""
    orderItemId: int
    """ID of the order line"""
    price: Number
    """price of one unit"""
    priceInclTax: Number
    """price of one unit, with tax"""
    productId: int
    """ID of the product"""
    qty: Number
    """quantity; may have decimals if the product allows it"""
    rowTotal: Number
    """row total, before discount and without tax"""
    rowTotalInclTax: Number
    """row total, before discount, with tax"""
    sku: str
    """SKU (article number)"""
    taxAmount: Number
    """tax amount"""


class Currency(TypedDict, total=False):
    code: str
    """ISO 4217 code"""
    exchangeRate: Number
    """units of this currency per unit of the base currency"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    symbol: str
    """symbol in the store's locale"""


class CustomOptionValue(TypedDict, total=False):
    id: int
    """ID of the value"""
    price: Number
    """surcharge on the price"""
    priceType: Literal["fixed", "percent"]
    """whether price is an amount (fixed) or a percentage of the product's price"""
    sku: str
    """SKU suffix"""
    sortOrder: int
    """position among its siblings, ascending"""
    title: str
    """name of the choice"""


class Customer(TypedDict, total=False):
    addresses: List["Address"]
    """entries of the address book"""
    createdAt: str
    """time of creation, in UTC"""
    createdIn: str
    """name of the store view the account was opened in"""
    defaultBillingAddress: "Address"
    """default billing address"""
    defaultShippingAddress: "Address"
    """default shipping address"""
    disableAutoGroupChange: bool
    """whether validating the VAT number leaves the customer group unchanged"""
    dob: str
    """date of birth, YYYY-MM-DD"""
    email: str
    """e-mail address"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    firstname: str
    """first name"""
    fullName: str
    """full name: first, middle and last name"""
    gender: int
    """1 male, 2 female"""
    groupId: int
    """ID of the customer group"""
    id: int
    """ID of the customer"""
    isActive: bool
    """whether it is active"""
    isConfirmed: bool
    """whether the e-mail address was confirmed"""
    isSubscribed: bool
    """whether the address is subscribed to the newsletter"""
    lastname: str
    """last name"""
    message: str
    """after a change of the e-mail address: notice that the new address must be confirmed"""
    middlename: str
    """middle name"""
    prefix: str
    """name prefix, such as Dr."""
    storeId: int
    """ID of the store view"""
    suffix: str
    """name suffix, such as Jr."""
    taxvat: str
    """VAT number of the customer"""
    updatedAt: str
    """time of the last change, in UTC"""
    websiteId: int
    """ID of the website"""


class CustomerEcho(TypedDict, total=False):
    addresses: List["Address"]
    """entries of the address book"""
    disableAutoGroupChange: bool
    """whether validating the VAT number leaves the customer group unchanged"""
    email: str
    """e-mail address, as sent"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    firstname: str
    """first name"""
    fullName: str
    """full name: first, middle and last name"""
    isActive: bool
    """whether it is active"""
    isConfirmed: bool
    """whether the e-mail address was confirmed"""
    isSubscribed: bool
    """whether the address is subscribed to the newsletter"""
    lastname: str
    """last name"""


class CustomerGroup(TypedDict, total=False):
    code: str
    """code"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the customer group"""
    taxClassId: int
    """ID of the tax class; 0 for none"""
    taxClassName: str
    """name of the tax class; absent if it does not exist"""


class CustomersAddressesCreateBody(TypedDict, total=False):
    city: str
    """required"""
    company: Optional[str]
    """company"""
    countryId: str
    """required; ISO 3166-1 alpha-2"""
    fax: Optional[str]
    """fax number"""
    firstname: str
    """required"""
    isDefaultBilling: Optional[bool]
    """true makes it the default billing address; false ends that"""
    isDefaultShipping: Optional[bool]
    """true makes it the default shipping address; false ends that"""
    lastname: str
    """required"""
    middlename: Optional[str]
    """middle name"""
    postcode: str
    """required"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    region: Optional[str]
    """name of the region; replaced by the canonical name of regionId if the country has it"""
    regionId: int
    """ID of the region"""
    street: Optional["LinesInput"]
    """required; one text or a list of lines"""
    suffix: Optional[str]
    """name suffix, such as Jr."""
    telephone: str
    """required"""
    vatId: Optional[str]
    """VAT ID of the company"""


class CustomersAddressesUpdateBody(TypedDict, total=False):
    city: str
    """required"""
    company: Optional[str]
    """company"""
    countryId: str
    """required; ISO 3166-1 alpha-2"""
    fax: Optional[str]
    """fax number"""
    firstname: str
    """required"""
    isDefaultBilling: Optional[bool]
    """true makes it the default billing address; false ends that"""
    isDefaultShipping: Optional[bool]
    """true makes it the default shipping address; false ends that"""
    lastname: str
    """required"""
    middlename: Optional[str]
    """middle name"""
    postcode: str
    """required"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    region: Optional[str]
    """name of the region; replaced by the canonical name of regionId if the country has it"""
    regionId: int
    """ID of the region"""
    street: Optional["LinesInput"]
    """required; one text or a list of lines"""
    suffix: Optional[str]
    """name suffix, such as Jr."""
    telephone: str
    """required"""
    vatId: Optional[str]
    """VAT ID of the company"""


class CustomersAddressesUpdateByIdBody(TypedDict, total=False):
    city: Optional[str]
    """city"""
    company: Optional[str]
    """company"""
    countryId: Optional[str]
    """ISO 3166-1 alpha-2"""
    fax: Optional[str]
    """fax number"""
    firstname: Optional[str]
    """first name"""
    isDefaultBilling: Optional[bool]
    """true makes it the default billing address; false ends that"""
    isDefaultShipping: Optional[bool]
    """true makes it the default shipping address; false ends that"""
    lastname: Optional[str]
    """last name"""
    middlename: Optional[str]
    """middle name"""
    postcode: Optional[str]
    """postcode"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    region: Optional[str]
    """name of the region; ignored while the entry has a regionId of its country"""
    regionId: Optional[int]
    """ID of the region; 0 for none"""
    street: Optional["LinesInput"]
    """one text or a list of lines"""
    suffix: Optional[str]
    """name suffix, such as Jr."""
    telephone: Optional[str]
    """telephone number"""
    vatId: Optional[str]
    """VAT ID of the company"""


class CustomersCartsBillingAddressUpdateBody(TypedDict, total=False):
    city: str
    """city"""
    company: Optional[str]
    """company"""
    countryId: str
    """ISO 3166-1 alpha-2"""
    firstName: str
    """first name"""
    lastName: str
    """last name"""
    postcode: str
    """postcode"""
    region: Optional[str]
    """name or code; resolved if the country has a fixed list"""
    regionId: int
    """ID of the region; overrides region"""
    sameAsShipping: bool
    """copy the shipping address"""
    street: Optional["LinesInput"]
    """one text or a list of lines"""
    telephone: str
    """telephone number"""


class CustomersCartsCouponCreateBody(TypedDict, total=False):
    code: Optional[str]
    """coupon code, case-insensitive"""


class CustomersCartsCreateBody(TypedDict, total=False):
    storeId: Optional[int]
    """ID of the cart's store view; the request's store by default"""


class CustomersCartsGiftMessageUpdateBody(TypedDict, total=False):
    message: str
    """message; blank removes it"""
    recipient: str
    """name of the recipient"""
    sender: str
    """name of the giver"""


class CustomersCartsGiftcardsCreateBody(TypedDict, total=False):
    giftcardCode: Optional[str]
    """code of the gift card, case-insensitive"""


class CustomersCartsItemsCreateBody(TypedDict, total=False):
    bundleOption: Optional[Dict[str, Any]]
    """bundles: selection ID, or a list of them, by option ID"""
    bundleOptionQty: Optional[Dict[str, Any]]
    """bundles: quantity by option ID, if it may be changed"""
    customPrice: Number
    """unit price in the display currency, with tax if catalog prices include it; back office only"""
    giftcardAmount: Number
    """gift cards: value and price, in the base currency; one of the product's amounts, or within its limits"""
    giftcardDeliveryDate: Optional[str]
    """gift cards: delivery day, YYYY-MM-DD in the store's time zone; at once if omitted or past"""
    giftcardMessage: Optional[str]
    """gift cards: message; ignored if the product allows none"""
    giftcardRecipientEmail: Optional[str]
    """gift cards: e-mail the paid card is sent to"""
    giftcardRecipientName: Optional[str]
    """gift cards: name of the recipient"""
    giftcardSenderEmail: Optional[str]
    """gift cards: e-mail of the giver"""
    giftcardSenderName: Optional[str]
    """gift cards: name of the giver"""
    links: Optional[List[int]]
    """downloadable products with separately sold links: IDs of the links"""
    options: Optional[Dict[str, Any]]
    """custom options by option ID: a text, a value ID, a list of value IDs, or a date"""
    options_files: Optional[Dict[str, Any]]
    """files by custom option ID: objects with name and base64_encoded_data"""
    qty: Number
    """quantity, from 1 to 10000; 1 by default"""
    sku: str
    """SKU of the product, case-insensitive"""
    superAttribute: Optional[Dict[str, Any]]
    """configurable products: option ID by attribute code; or add the variant's SKU instead"""
    superGroup: Optional[Dict[str, Any]]
    """grouped products: quantity by product ID; each becomes a line"""


class CustomersCartsItemsGiftMessageUpdateBody(TypedDict, total=False):
    message: str
    """message; blank removes it"""
    recipient: str
    """name of the recipient"""
    sender: str
    """name of the giver"""


class CustomersCartsItemsUpdateBody(TypedDict, total=False):
    customPrice: Number
    """unit price in the display currency, with tax if catalog prices include it; back office only"""
    qty: Number
    """new quantity, from 1 to 10000"""


class CustomersCartsPaymentMethodUpdateBody(TypedDict, total=False):
    additionalData: Optional[Dict[str, Any]]
    """further payment data: poNumber for purchaseorder. Never returned; card data is refused"""
    methodCode: str
    """payment method code, such as checkmo"""


class CustomersCartsShippingAddressUpdateBody(TypedDict, total=False):
    city: str
    """city"""
    company: Optional[str]
    """company"""
    countryId: str
    """ISO 3166-1 alpha-2"""
    firstName: str
    """first name"""
    lastName: str
    """last name"""
    postcode: str
    """postcode"""
    region: Optional[str]
    """name or code; resolved if the country has a fixed list"""
    regionId: int
    """ID of the region; overrides region"""
    street: Optional["LinesInput"]
    """one text or a list of lines"""
    telephone: str
    """telephone number"""


class CustomersCartsShippingMethodUpdateBody(TypedDict, total=False):
    carrierCode: str
    """such as flatrate"""
    methodCode: str
    """such as flatrate"""


class CustomersCartsShippingMethodsCreateBody(TypedDict, total=False):
    address: Optional["AddressInput"]
    """shipping address; stored in the cart"""


class CustomersCustomerGroupsCreateBody(TypedDict, total=False):
    code: Optional[str]
    """unique name of the group"""
    taxClassId: Optional[int]
    """ID of the customer tax class"""


class CustomersCustomerGroupsUpdateBody(TypedDict, total=False):
    code: Optional[str]
    """unique name of the group"""
    taxClassId: Optional[int]
    """ID of the customer tax class"""


class CustomersCustomersAddressesCreateBody(TypedDict, total=False):
    city: str
    """required"""
    company: Optional[str]
    """company"""
    countryId: str
    """required; ISO 3166-1 alpha-2"""
    fax: Optional[str]
    """fax number"""
    firstname: str
    """required"""
    isDefaultBilling: Optional[bool]
    """true makes it the default billing address; false ends that"""
    isDefaultShipping: Optional[bool]
    """true makes it the default shipping address; false ends that"""
    lastname: str
    """required"""
    middlename: Optional[str]
    """middle name"""
    postcode: str
    """required"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    region: Optional[str]
    """name of the region; replaced by the canonical name of regionId if the country has it"""
    regionId: int
    """ID of the region"""
    street: Optional["LinesInput"]
    """required; one text or a list of lines"""
    suffix: Optional[str]
    """name suffix, such as Jr."""
    telephone: str
    """required"""
    vatId: Optional[str]
    """VAT ID of the company"""


class CustomersCustomersCreateBody(TypedDict, total=False):
    disableAutoGroupChange: Optional[bool]
    """back office only: never change the group automatically; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""
    dob: Optional[str]
    """date of birth, YYYY-MM-DD; empty clears it"""
    email: Optional[str]
    """e-mail address, also the login name"""
    firstname: Optional[str]
    """first name"""
    gender: Optional[int]
    """1 male, 2 female; 0 clears it"""
    groupId: Optional[int]
    """back office only: ID of the customer group; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""
    isActive: Optional[bool]
    """back office only: whether the customer may log in; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""
    lastname: Optional[str]
    """last name"""
    middlename: Optional[str]
    """middle name"""
    password: str
    """at least 7 characters, or the configured minimum"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    suffix: Optional[str]
    """name suffix, such as Jr."""
    taxvat: Optional[str]
    """back office only: tax or VAT number; empty clears it; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""
    websiteId: Optional[int]
    """back office only, at creation: ID of the website; the request's website by default; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""


class CustomersCustomersCreateFromOrderCreateBody(TypedDict, total=False):
    accountToken: str
    """token from the guest's order details; valid for an hour"""
    password: str
    """at least 7 characters, or the configured minimum"""


class CustomersCustomersForgetCreateBody(TypedDict, total=False):
    force: Optional[bool]
    """true: forget despite open orders, revocations or gift cards; they may become undeliverable"""
    reason: Optional[str]
    """reason, kept in the log; must not identify the person"""


class CustomersCustomersForgotPasswordCreateBody(TypedDict, total=False):
    email: str
    """e-mail address of the account"""


class CustomersCustomersMeAddressesCreateBody(TypedDict, total=False):
    city: str
    """required"""
    company: Optional[str]
    """company"""
    countryId: str
    """required; ISO 3166-1 alpha-2"""
    fax: Optional[str]
    """fax number"""
    firstname: str
    """required"""
    isDefaultBilling: Optional[bool]
    """true makes it the default billing address; false ends that"""
    isDefaultShipping: Optional[bool]
    """true makes it the default shipping address; false ends that"""
    lastname: str
    """required"""
    middlename: Optional[str]
    """middle name"""
    postcode: str
    """required"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    region: Optional[str]
    """name of the region; replaced by the canonical name of regionId if the country has it"""
    regionId: int
    """ID of the region"""
    street: Optional["LinesInput"]
    """required; one text or a list of lines"""
    suffix: Optional[str]
    """name suffix, such as Jr."""
    telephone: str
    """required"""
    vatId: Optional[str]
    """VAT ID of the company"""


class CustomersCustomersMeAddressesUpdateBody(TypedDict, total=False):
    city: str
    """required"""
    company: Optional[str]
    """company"""
    countryId: str
    """required; ISO 3166-1 alpha-2"""
    fax: Optional[str]
    """fax number"""
    firstname: str
    """required"""
    isDefaultBilling: Optional[bool]
    """true makes it the default billing address; false ends that"""
    isDefaultShipping: Optional[bool]
    """true makes it the default shipping address; false ends that"""
    lastname: str
    """required"""
    middlename: Optional[str]
    """middle name"""
    postcode: str
    """required"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    region: Optional[str]
    """name of the region; replaced by the canonical name of regionId if the country has it"""
    regionId: int
    """ID of the region"""
    street: Optional["LinesInput"]
    """required; one text or a list of lines"""
    suffix: Optional[str]
    """name suffix, such as Jr."""
    telephone: str
    """required"""
    vatId: Optional[str]
    """VAT ID of the company"""


class CustomersCustomersMePasswordCreateBody(TypedDict, total=False):
    currentPassword: str
    """present password"""
    newPassword: str
    """new password: at least 7 characters, or the configured minimum"""


class CustomersCustomersMeStockAlertsCreateBody(TypedDict, total=False):
    productId: Optional[int]
    """ID of the product; or give its SKU"""
    sku: Optional[str]
    """SKU of the product, case-insensitive"""


class CustomersCustomersMeTwoFactorCreateBody(TypedDict, total=False):
    currentPassword: str
    """present password"""


class _CustomersCustomersMeTwoFactorUpdateBodyRequired(TypedDict):
    enabled: bool
    """whether to turn two-factor login on"""


class CustomersCustomersMeTwoFactorUpdateBody(_CustomersCustomersMeTwoFactorUpdateBodyRequired, total=False):
    code: str
    """code from the authenticator app"""


class CustomersCustomersMeUpdateBody(TypedDict, total=False):
    currentPassword: Optional[str]
    """present password; required to change the e-mail address, unless logged in within the last 15 minutes"""
    dob: Optional[str]
    """date of birth, YYYY-MM-DD; empty clears it"""
    email: Optional[str]
    """e-mail address, also the login name"""
    firstname: Optional[str]
    """first name"""
    gender: Optional[int]
    """1 male, 2 female; 0 clears it"""
    lastname: Optional[str]
    """last name"""
    middlename: Optional[str]
    """middle name"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    suffix: Optional[str]
    """name suffix, such as Jr."""


class _CustomersCustomersMeWishlistCreateBodyRequired(TypedDict):
    productId: int
    """ID of the product"""


class CustomersCustomersMeWishlistCreateBody(_CustomersCustomersMeWishlistCreateBodyRequired, total=False):
    description: Optional[str]
    """note, at most 2000 characters; empty removes it"""
    qty: Optional[int]
    """quantity"""


class CustomersCustomersMeWishlistMoveToCartCreateBody(TypedDict, total=False):
    bundleOption: Optional[Dict[str, Any]]
    """bundles: selection ID, or a list of them, by option ID"""
    bundleOptionQty: Optional[Dict[str, Any]]
    """bundles: quantity by option ID, if it may be changed"""
    cartId: "RefInput"
    """ID or masked ID of the cart; the active cart by default"""
    links: Optional[List[int]]
    """downloadable products with separately sold links: IDs of the links"""
    options: Optional[Dict[str, Any]]
    """custom options by option ID: a text, a value ID, a list of value IDs, or a date"""
    options_files: Optional[Dict[str, Any]]
    """files by custom option ID: objects with name and base64_encoded_data"""
    qty: Number
    """quantity for the cart, from 1 to 10000; 1 by default"""
    superAttribute: Optional[Dict[str, Any]]
    """configurable products: option ID by attribute code; or add the variant's SKU instead"""
    superGroup: Optional[Dict[str, Any]]
    """grouped products: quantity by product ID; each becomes a line"""


class CustomersCustomersMeWishlistSyncCreateBody(TypedDict, total=False):
    productIds: Optional[List[int]]
    """IDs of products"""


class CustomersCustomersResetPasswordCreateBody(TypedDict, total=False):
    email: str
    """e-mail address of the account"""
    newPassword: str
    """new password: at least 7 characters, or the configured minimum"""
    resetToken: str
    """token from the link in the e-mail"""


class CustomersCustomersUpdateBody(TypedDict, total=False):
    disableAutoGroupChange: Optional[bool]
    """back office only: never change the group automatically; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""
    dob: Optional[str]
    """date of birth, YYYY-MM-DD; empty clears it"""
    email: Optional[str]
    """e-mail address, also the login name"""
    firstname: Optional[str]
    """first name"""
    gender: Optional[int]
    """1 male, 2 female; 0 clears it"""
    groupId: Optional[int]
    """back office only: ID of the customer group; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""
    isActive: Optional[bool]
    """back office only: whether the customer may log in; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""
    lastname: Optional[str]
    """last name"""
    middlename: Optional[str]
    """middle name"""
    prefix: Optional[str]
    """name prefix, such as Dr."""
    suffix: Optional[str]
    """name suffix, such as Jr."""
    taxvat: Optional[str]
    """back office only: tax or VAT number; empty clears it; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""
    websiteId: Optional[int]
    """back office only, at creation: ID of the website; the request's website by default; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of that resource; ignored otherwise"""


class CustomersGuestCartsBillingAddressUpdateBody(TypedDict, total=False):
    city: str
    """city"""
    company: Optional[str]
    """company"""
    countryId: str
    """ISO 3166-1 alpha-2"""
    firstName: str
    """first name"""
    lastName: str
    """last name"""
    postcode: str
    """postcode"""
    region: Optional[str]
    """name or code; resolved if the country has a fixed list"""
    regionId: int
    """ID of the region; overrides region"""
    sameAsShipping: bool
    """copy the shipping address"""
    street: Optional["LinesInput"]
    """one text or a list of lines"""
    telephone: str
    """telephone number"""


class CustomersGuestCartsCouponCreateBody(TypedDict, total=False):
    code: Optional[str]
    """coupon code, case-insensitive"""


class CustomersGuestCartsCouponUpdateBody(TypedDict, total=False):
    code: Optional[str]
    """coupon code, case-insensitive"""


class CustomersGuestCartsCreateBody(TypedDict, total=False):
    storeId: Optional[int]
    """ID of the cart's store view; the request's store by default"""


class CustomersGuestCartsGiftMessageUpdateBody(TypedDict, total=False):
    message: str
    """message; blank removes it"""
    recipient: str
    """name of the recipient"""
    sender: str
    """name of the giver"""


class CustomersGuestCartsGiftcardsCreateBody(TypedDict, total=False):
    giftcardCode: Optional[str]
    """code of the gift card, case-insensitive"""


class CustomersGuestCartsItemsCreateBody(TypedDict, total=False):
    bundleOption: Optional[Dict[str, Any]]
    """bundles: selection ID, or a list of them, by option ID"""
    bundleOptionQty: Optional[Dict[str, Any]]
    """bundles: quantity by option ID, if it may be changed"""
    customPrice: Number
    """unit price in the display currency, with tax if catalog prices include it; back office only"""
    giftcardAmount: Number
    """gift cards: value and price, in the base currency; one of the product's amounts, or within its limits"""
    giftcardDeliveryDate: Optional[str]
    """gift cards: delivery day, YYYY-MM-DD in the store's time zone; at once if omitted or past"""
    giftcardMessage: Optional[str]
    """gift cards: message; ignored if the product allows none"""
    giftcardRecipientEmail: Optional[str]
    """gift cards: e-mail the paid card is sent to"""
    giftcardRecipientName: Optional[str]
    """gift cards: name of the recipient"""
    giftcardSenderEmail: Optional[str]
    """gift cards: e-mail of the giver"""
    giftcardSenderName: Optional[str]
    """gift cards: name of the giver"""
    links: Optional[List[int]]
    """downloadable products with separately sold links: IDs of the links"""
    options: Optional[Dict[str, Any]]
    """custom options by option ID: a text, a value ID, a list of value IDs, or a date"""
    options_files: Optional[Dict[str, Any]]
    """files by custom option ID: objects with name and base64_encoded_data"""
    qty: Number
    """quantity, from 1 to 10000; 1 by default"""
    sku: str
    """SKU of the product, case-insensitive"""
    superAttribute: Optional[Dict[str, Any]]
    """configurable products: option ID by attribute code; or add the variant's SKU instead"""
    superGroup: Optional[Dict[str, Any]]
    """grouped products: quantity by product ID; each becomes a line"""


class CustomersGuestCartsItemsGiftMessageUpdateBody(TypedDict, total=False):
    message: str
    """message; blank removes it"""
    recipient: str
    """name of the recipient"""
    sender: str
    """name of the giver"""


class CustomersGuestCartsItemsUpdateBody(TypedDict, total=False):
    customPrice: Number
    """unit price in the display currency, with tax if catalog prices include it; back office only"""
    qty: Number
    """new quantity, from 1 to 10000"""


class CustomersGuestCartsPaymentMethodUpdateBody(TypedDict, total=False):
    additionalData: Optional[Dict[str, Any]]
    """further payment data: poNumber for purchaseorder. Never returned; card data is refused"""
    methodCode: str
    """payment method code, such as checkmo"""


class CustomersGuestCartsShippingAddressUpdateBody(TypedDict, total=False):
    city: str
    """city"""
    company: Optional[str]
    """company"""
    countryId: str
    """ISO 3166-1 alpha-2"""
    firstName: str
    """first name"""
    lastName: str
    """last name"""
    postcode: str
    """postcode"""
    region: Optional[str]
    """name or code; resolved if the country has a fixed list"""
    regionId: int
    """ID of the region; overrides region"""
    street: Optional["LinesInput"]
    """one text or a list of lines"""
    telephone: str
    """telephone number"""


class CustomersGuestCartsShippingMethodUpdateBody(TypedDict, total=False):
    carrierCode: str
    """such as flatrate"""
    methodCode: str
    """such as flatrate"""


class CustomersGuestCartsShippingMethodsCreateBody(TypedDict, total=False):
    address: Optional["AddressInput"]
    """shipping address; stored in the cart"""


class CustomersGuestsForgetCreateBody(TypedDict, total=False):
    dryRun: Optional[bool]
    """true: change nothing, report what would be forgotten"""
    email: Optional[str]
    """e-mail address of a guest; for API accounts of all stores only"""
    force: Optional[bool]
    """true: forget despite open orders, revocations or gift cards; they may become undeliverable"""
    incrementId: Optional[str]
    """increment ID of a guest's order, such as 100000001"""
    orderId: Optional[int]
    """ID of a guest's order"""
    reason: Optional[str]
    """reason, kept in the log; must not identify the person"""


class _CustomersProductsReviewsCreateBodyRequired(TypedDict):
    detail: str
    """text, at most 65535 bytes"""
    nickname: str
    """author name shown with the review; at most 255 bytes"""
    title: str
    """title, at most 255 bytes"""


class CustomersProductsReviewsCreateBody(_CustomersProductsReviewsCreateBodyRequired, total=False):
    rating: Optional[int]
    """stars, from 1 to 5"""


class CustomersReviewsUpdateBody(TypedDict, total=False):
    status: Optional[Literal["approved", "pending", "not_approved"]]
    """new status; customers see approved reviews only"""
    stores: Optional[List["RefInput"]]
    """IDs or codes of the store views that show the review, or all; replaces the present ones"""


class DownloadableLink(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the link"""
    isShareable: int
    """whether anybody with the link can download: 0 no, 1 yes, 2 as configured"""
    linkType: Literal["url", "file"]
    """kind of link: a URL or a file of the shop"""
    linkUrl: str
    """URL of the file; back office only"""
    numberOfDownloads: int
    """downloads per unit bought; 0 for no limit"""
    price: Number
    """surcharge on the price"""
    sampleType: str
    """kind of sample: url or file"""
    sampleUrl: str
    """URL of the sample"""
    sortOrder: int
    """position among its siblings, ascending"""
    title: str
    """title"""


class EmailTemplate(TypedDict, total=False):
    enabled: bool
    """whether it is used; true by default"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    html: str
    """HTML template between header and footer, at most 64 KiB; empty: the built-in one. Values are escaped"""
    id: int
    """ID of the template"""
    kind: str
    """kind of e-mail, such as order or password-reset; docs/mail.md lists all kinds and their variables"""
    language: str
    """language it applies to, such as de; empty when storeId is set"""
    storeId: int
    """ID of the store view it applies to; 0: all store views of the language"""
    subject: str
    """subject without the shop's name, which is put in front; empty: the built-in one"""
    text: str
    """plain-text template, at most 64 KiB; empty: the built-in one. {{.Order.Number}} shows a variable; if, else, with and range are allowed"""


class Entry(TypedDict, total=False):
    actor: "Actor"
    """who did it"""
    cause: "Cause"
    """what led to it"""
    changes: List["TrailChange"]
    """what differs between the documents before and after it"""
    command: str
    """the decision that led to it, such as HoldOrder"""
    eventId: str
    """identifier of the event"""
    forgotten: bool
    """the person in the event is forgotten; what was personal reads forgotten"""
    position: int
    """place in the log"""
    reason: str
    """why, if somebody said so"""
    recordedAt: str
    """when the log stored it"""
    revision: int
    """place in the stream, from 0"""
    seal: str
    """hexadecimal seal of the event in the chain of the log; empty where the log has none"""
    stream: str
    """stream of the event"""
    time: str
    """when it happened"""
    type: str
    """type of the event"""
    what: str
    """what happened, in a sentence"""
    withheld: List[str]
    """members that are not shown: personal ones without the permission to see them, and secrets"""


class Event(TypedDict, total=False):
    checkpoint: int
    """position of the checkpoint that covers the event; missing: none yet"""
    data: str
    """event as the caller may see it: JSON as text, whose exact bytes are signed; missing if it is not shown"""
    id: str
    """ID of the event"""
    path: List[str]
    """hashes from the seal to the root of that checkpoint, in hexadecimal"""
    position: int
    """position in the log"""
    previous: str
    """seal of the event before in the log, in hexadecimal"""
    recordedAt: str
    """time when it was stored, in microseconds"""
    revision: int
    """place in the stream, from 0"""
    schemaVersion: int
    """version of the stored form"""
    seal: str
    """seal, in hexadecimal"""
    stored: "Stored"
    """stored bytes, for callers who may have them"""
    type: str
    """type of the event, such as OrderPlaced"""
    withheld: List[str]
    """names of fields that data lacks"""


class FilterOption(TypedDict, total=False):
    count: int
    """number of products in the list with this value"""
    label: str
    """label"""
    swatch: Optional["Swatch"]
    """swatch of the option; null if it has none"""
    value: str
    """value, as text"""


class ForgottenCustomer(TypedDict, total=False):
    deletedKeys: int
    """number of deleted encryption keys of personal data"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """former ID of the customer"""
    parts: List["ForgottenPart"]
    """what goes and what stays"""
    streams: int
    """number of event streams whose personal data is now unreadable"""


class ForgottenGuest(TypedDict, total=False):
    accounts: List[int]
    """IDs of customers with this e-mail address; unchanged, forget them separately"""
    deletedKeys: int
    """number of deleted encryption keys of personal data"""
    dryRun: bool
    """true: nothing was changed; the members tell what would be forgotten"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    histories: List[str]
    """event streams whose personal data is now unreadable, such as order-7"""
    orders: List[str]
    """increment IDs of the person's orders"""
    parts: List["ForgottenPart"]
    """what goes and what stays"""


class ForgottenPart(TypedDict, total=False):
    count: Optional[int]
    """how many there are; null if they cannot be counted"""
    fate: Literal["deleted", "anonymized", "kept"]
    """deleted: nobody can read it any more; anonymized: the facts stay, without the person; kept: it stays"""
    orders: List[str]
    """increment IDs of the orders"""
    what: Literal["account", "emailAddresses", "signIns", "addresses", "carts", "files", "wishlistItems", "stockAlerts", "newsletterSubscriptions", "reviews", "contactMessages", "emails", "storedAnswers", "keys", "orders", "invoices", "creditMemos", "shipments", "giftCards", "revocations", "accounts", "streams", "published", "backups"]
    """kind of data"""
    why: str
    """what happens to it, or why it stays"""


class GiftCard(TypedDict, total=False):
    balance: Number
    """remaining value, in the card's currency"""
    code: str
    """code of the card; whoever knows it can pay with it"""
    createdAt: str
    """time of creation, in UTC"""
    currencyCode: str
    """base currency of its websites"""
    emailScheduledAt: str
    """time the e-mail is scheduled for, in UTC"""
    emailSentAt: str
    """time the e-mail was sent, in UTC"""
    expiresAt: str
    """time of expiry, in UTC; absent if the card never expires"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    history: List["GiftCardEntry"]
    """movements of the balance, newest first"""
    id: int
    """ID of the gift card"""
    initialBalance: Number
    """initial balance"""
    message: str
    """text of the message"""
    purchaseOrderId: int
    """ID of the order that bought the card"""
    purchaseOrderItemId: int
    """ID of the order line that bought the card"""
    recipientEmail: str
    """e-mail address of the recipient"""
    recipientName: str
    """name of the recipient"""
    senderEmail: str
    """e-mail address of the giver"""
    senderName: str
    """name of the giver"""
    status: Literal["active", "used", "expired", "disabled"]
    """status"""
    updatedAt: str
    """time of the last change, in UTC"""
    websiteIds: List[int]
    """IDs of its websites"""


class GiftCardEntry(TypedDict, total=False):
    action: Literal["created", "used", "refunded", "adjusted", "expired"]
    """kind of movement"""
    amount: Number
    """change of the balance; negative if it was reduced"""
    balanceAfter: Number
    """balance after the movement"""
    balanceBefore: Number
    """balance before the movement"""
    comment: Optional[str]
    """comment, as plain text"""
    createdAt: str
    """time of creation, in UTC"""
    orderId: Optional[int]
    """ID of the order"""


class GiftMessage(TypedDict, total=False):
    message: str
    """text of the message"""
    recipient: str
    """name of the recipient"""
    sender: str
    """name of the giver"""


class GroupPriceElementInput(TypedDict, total=False):
    customerGroupId: Optional[Union[int, str]]
    """ID of the customer group, or all (the default)"""
    price: Optional[Number]
    """price of one unit, in the base currency"""
    websiteId: Optional[int]
    """ID of the website it applies to; 0 for all (the default)"""


class GroupedAttribute(TypedDict, total=False):
    code: str
    """attribute code"""
    sortOrder: int
    """position among its siblings, ascending"""


class GroupedElementInput(TypedDict, total=False):
    childProductId: Optional[int]
    """ID of the product in the group"""
    position: Optional[int]
    """position in the group; 0 by default"""
    qty: Optional[Number]
    """preselected quantity; 1 by default"""


class GroupedProductLink(TypedDict, total=False):
    childProductId: int
    """ID of the product in the group"""
    childProductName: str
    """name of the product in the group"""
    childProductSku: str
    """SKU of the product in the group"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """ID of the link"""
    position: int
    """position among its siblings, ascending"""
    qty: Number
    """preselected quantity"""


class Invoice(TypedDict, total=False):
    baseDiscountAmount: Number
    """discount in the base currency; negative or 0"""
    baseGiftcardAmount: Number
    """part paid by gift cards, in the base currency"""
    baseGrandTotal: Number
    """grand total, with tax, shipping and discount, in the base currency"""
    baseShippingAmount: Number
    """shipping amount, without tax, in the base currency"""
    baseSubtotal: Number
    """subtotal, before discount and without tax, in the base currency"""
    baseTaxAmount: Number
    """tax amount, in the base currency"""
    canVoidFlag: bool
    """whether its payment can be voided"""
    comments: List["Comment"]
    """comments, newest first"""
    createdAt: str
    """time of creation, in UTC"""
    currency: str
    """currency of the order"""
    discountAmount: Number
    """discount; negative or 0"""
    discountDescription: str
    """names of the applied price rules, or the coupon code"""
    emailSent: bool
    """whether its e-mail was sent"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    giftcardAmount: Number
    """part paid by gift cards"""
    grandTotal: Number
    """grand total, with tax, shipping and discount"""
    id: int
    """ID of the invoice"""
    incrementId: str
    """increment ID, the number that customers see"""
    isUsedForRefund: bool
    """whether a refund was made for this invoice"""
    items: List["InvoiceItem"]
    """lines, in the order they were added"""
    orderId: int
    """ID of the order"""
    orderIncrementId: str
    """increment ID of the order, the number that customers see"""
    pdfUrl: str
    """URL of the PDF; in lists only"""
    shippingAmount: Number
    """shipping amount, without tax"""
    shippingInclTax: Number
    """shipping amount, with tax"""
    state: int
    """1 open, 2 paid, 3 canceled"""
    stateName: Literal["open", "paid", "canceled"]
    """name of the state"""
    storeId: int
    """ID of the store view"""
    subtotal: Number
    """subtotal, before discount and without tax"""
    subtotalInclTax: Number
    """subtotal, before discount, with tax"""
    taxAmount: Number
    """tax amount"""
    totalQty: Number
    """total quantity"""
    transactionId: str
    """transaction ID at the payment provider"""
    updatedAt: str
    """time of the last change, in UTC"""


class InvoiceItem(TypedDict, total=False):
    baseDiscountAmount: Number
    """discount amount, in the base currency"""
    basePrice: Number
    """price of one unit, in the base currency"""
    basePriceInclTax: Number
    """price of one unit, with tax, in the base currency"""
    baseRowTotal: Number
    """row total, before discount and without tax, in the base currency"""
    baseRowTotalInclTax: Number
    """row total, before discount, with tax, in the base currency"""
    baseTaxAmount: Number
    """tax amount, in the base currency"""
    discountAmount: Number
    """discount amount"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the line"""
    name: str
    """name"""
    orderItemId: int
    """ID of the order line"""
    price: Number
    """price of one unit"""
    priceInclTax: Number
    """price of one unit, with tax"""
    productId: int
    """ID of the product"""
    qty: Number
    """quantity; may have decimals if the product allows it"""
    rowTotal: Number
    """row total, before discount and without tax"""
    rowTotalInclTax: Number
    """row total, before discount, with tax"""
    sku: str
    """SKU (article number)"""
    taxAmount: Number
    """tax amount"""


class Item(TypedDict, total=False):
    additionalData: str
    """additional data, as text"""
    amountRefunded: Number
    """refunded amount of the line"""
    baseDiscountAmount: Number
    """discount amount, in the base currency"""
    basePrice: Number
    """price of one unit, in the base currency"""
    baseRowTotal: Number
    """row total, before discount and without tax, in the base currency"""
    baseTaxAmount: Number
    """tax amount, in the base currency"""
    createdAt: str
    """time of creation, in UTC"""
    description: str
    """description"""
    discountAmount: Number
    """discount amount"""
    discountPercent: Number
    """discount in percent"""
    discountRefunded: Number
    """discount deducted from refunds of the line"""
    extOrderItemId: str
    """ID of the line in another system"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    freeShipping: bool
    """whether shipping of the line is free"""
    id: int
    """ID of the line"""
    isQtyDecimal: bool
    """whether fractions of a unit are sold"""
    isVirtual: bool
    """whether nothing has to be shipped"""
    name: str
    """name"""
    noDiscount: bool
    """whether price rules skip the line"""
    originalPrice: Number
    """catalog price of one unit when the order was placed"""
    parentItemId: int
    """ID of the parent line"""
    price: Number
    """price of one unit, without tax, in the order's currency"""
    priceInclTax: Number
    """price of one unit, with tax"""
    productId: int
    """ID of the product"""
    productOptions: "ProductOptions"
    """chosen options of the product"""
    productType: Literal["simple", "virtual", "configurable", "grouped", "bundle", "downloadable", "giftcard"]
    """product type"""
    qty: Number
    """quantity; may have decimals if the product allows it"""
    qtyBackordered: Number
    """quantity that was out of stock when ordered"""
    qtyCanceled: Number
    """canceled quantity"""
    qtyInvoiced: Number
    """invoiced quantity"""
    qtyOrdered: Number
    """ordered quantity"""
    qtyRefunded: Number
    """refunded quantity"""
    qtyShipped: Number
    """shipped quantity"""
    rowTotal: Number
    """row total, before discount and without tax"""
    rowTotalInclTax: Number
    """row total, before discount, with tax"""
    rowWeight: Number
    """weight of the line, in the shop's unit of weight"""
    sku: str
    """SKU (article number)"""
    storeId: int
    """ID of the store view"""
    taxAmount: Number
    """tax amount"""
    taxPercent: Number
    """tax rate, in percent"""
    taxRefunded: Number
    """refunded tax of the line"""
    weight: Number
    """weight of one unit, in the shop's unit of weight"""


class ItemBundle(TypedDict, total=False):
    label: str
    """label"""
    option_id: int
    """ID of the option"""
    value: List["ItemBundleChoice"]
    """chosen products"""


class ItemBundleChoice(TypedDict, total=False):
    price: Number
    """price of the product per bundle"""
    qty: Number
    """quantity per bundle"""
    title: str
    """name of the product"""


class ItemDownload(TypedDict, total=False):
    available_until: str
    """end of availability, in UTC"""
    before_invoice: bool
    """whether it can be downloaded before the invoice"""
    customer_only: bool
    """whether only the logged-in buyer can download it"""
    downloads_used: int
    """number of downloads made"""
    key: str
    """key for GET /downloads/{key}"""
    link_id: int
    """ID of the link"""
    number_of_downloads: int
    """downloads per unit bought; absent for no limit"""
    title: str
    """title"""


class ItemGroup(TypedDict, total=False):
    product_id: int
    """ID of the product"""
    product_type: str
    """type of the product"""


class ItemOption(TypedDict, total=False):
    custom_view: bool
    """whether the value has its own rendering, such as a link to a file"""
    file: "ChosenFile"
    """uploaded file, if the option is a file"""
    label: str
    """label"""
    option_id: int
    """ID of the option"""
    option_type: str
    """type of the option"""
    option_value: str
    """entered text, or value IDs, comma-separated"""
    print_value: str
    """choice, as printed on invoices"""
    value: str
    """value, as text"""


class LayeredFilter(TypedDict, total=False):
    code: str
    """attribute code, as in attributeFilters"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    label: str
    """label"""
    multiple: bool
    """whether several values can be sent; products match any of them"""
    options: List["FilterOption"]
    """options to choose from"""
    position: int
    """position among its siblings, ascending"""
    type: Literal["select", "multiselect"]
    """select takes one value, multiselect several"""


class LinkElementInput(TypedDict, total=False):
    linkedProductId: Optional[int]
    """ID of the linked product"""
    position: Optional[int]
    """position among the links; 0 by default"""


class ListAddress(TypedDict, total=False):
    city: str
    """city"""
    company: str
    """company"""
    countryId: str
    """ISO 3166-1 alpha-2 code of the country"""
    firstname: str
    """first name"""
    id: int
    """ID of the address"""
    lastname: str
    """last name"""
    postcode: str
    """postcode"""
    region: str
    """name of the region"""
    street: List[str]
    """street address, one element per line"""
    telephone: str
    """telephone number"""


class Media(TypedDict, total=False):
    dimensions: "MediaDimensions"
    """width and height"""
    directive: str
    """directive for descriptions and pages; expands to the URL"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    filename: str
    """name of the file"""
    path: str
    """path below the media root; begins with wysiwyg/"""
    size: int
    """size in bytes"""
    url: str
    """URL of the file"""


class MediaDimensions(TypedDict, total=False):
    height: int
    """height in pixels"""
    width: int
    """width in pixels"""


class Newsletter(TypedDict, total=False):
    changeStatusAt: str
    """time of the last status change, in UTC"""
    confirmationRequired: bool
    """whether the link in an e-mail must be opened first"""
    customerId: int
    """ID of the customer; absent for guests"""
    email: str
    """e-mail address"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    isSubscribed: bool
    """whether the address is subscribed to the newsletter"""
    message: str
    """message to the user"""
    status: Literal["subscribed", "not_active", "unsubscribed", "unconfirmed", "unknown", ""]
    """status; not_active awaits confirmation; empty for guests"""
    storeId: int
    """ID of the subscription's store view"""
    subscriberId: int
    """ID of the subscription; absent for guests and without a subscription"""


class OptionValueElementInput(TypedDict, total=False):
    price: Optional[Number]
    """surcharge on the price; 0 by default"""
    priceType: Optional[Literal["fixed", "percent"]]
    """fixed by default"""
    sku: Optional[str]
    """SKU suffix"""
    sortOrder: Optional[int]
    """position among the values; its index by default"""
    title: Optional[str]
    """title"""


class Order(TypedDict, total=False):
    accessToken: str
    """token for the guest to read the order once; only in the answer to the placement"""
    accountToken: str
    """token for the guest to open an account; only in the guest's order details, if no account exists"""
    appliedRuleIds: List[int]
    """IDs of the applied price rules"""
    baseCurrencyCode: str
    """base currency of the website (ISO 4217)"""
    billingAddress: "Address"
    """billing address"""
    changeAmount: Number
    """change given for cash"""
    couponCode: str
    """code of the used coupon"""
    couponRuleName: str
    """name of the coupon's price rule"""
    createdAt: str
    """time of creation, in UTC"""
    currency: str
    """currency of the amounts (ISO 4217)"""
    customerDob: str
    """date of birth of the buyer"""
    customerEmail: str
    """e-mail address of the buyer"""
    customerFirstname: str
    """first name of the buyer"""
    customerGender: int
    """gender of the buyer: 1 male, 2 female, 3 not specified"""
    customerGroupId: int
    """ID of the customer group"""
    customerId: int
    """ID of the customer; absent for guests"""
    customerIsGuest: bool
    """whether the buyer was a guest"""
    customerLastname: str
    """last name of the buyer"""
    customerMiddlename: str
    """middle name of the buyer"""
    customerNote: str
    """customer's comment"""
    customerPrefix: str
    """name prefix of the buyer, such as Dr."""
    customerSuffix: str
    """name suffix of the buyer, such as Jr."""
    customerTaxvat: str
    """VAT number of the buyer"""
    discountDescription: str
    """names of the applied price rules, or the coupon code"""
    emailSent: bool
    """whether its e-mail was sent"""
    extCustomerId: str
    """ID of the customer in another system"""
    extOrderId: str
    """ID of the order in another system"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    giftcardCodes: "Amounts"
    """amount paid by gift card code, in the base currency"""
    globalCurrencyCode: str
    """base currency of the installation (ISO 4217)"""
    holdBeforeState: str
    """state to which a held order returns"""
    holdBeforeStatus: str
    """status to which a held order returns"""
    id: int
    """ID of the order"""
    incrementId: str
    """increment ID, the order number that customers see"""
    isVirtual: bool
    """whether nothing has to be shipped"""
    items: List["Item"]
    """lines, in the order they were added"""
    paymentMethod: str
    """code of the payment method"""
    paymentMethodTitle: str
    """name of the payment method"""
    prices: Optional["Prices"]
    """totals"""
    quoteId: int
    """ID of the cart"""
    remoteIp: str
    """IP address the order was placed from; back office only"""
    shipments: List["Shipment"]
    """shipments"""
    shippingAddress: "Address"
    """shipping address; absent if nothing is shipped"""
    shippingDescription: str
    """names of carrier and method"""
    shippingMethod: str
    """carrier_method, such as flatrate_flatrate; absent for virtual orders"""
    state: Literal["new", "pending_payment", "processing", "complete", "closed", "canceled", "holded", "payment_review"]
    """code of the state"""
    status: str
    """status of the order, within its state"""
    statusHistory: List["Status"]
    """status changes and comments, newest first"""
    storeId: int
    """ID of the store view"""
    storeName: str
    """names of website, group and store view, in three lines"""
    totalItemCount: int
    """number of lines, without parts of bundles and variants"""
    totalQtyOrdered: Number
    """total ordered quantity"""
    updatedAt: str
    """time of the last change, in UTC"""
    weight: Number
    """weight of one unit, in the shop's unit of weight"""
    xForwardedFor: str
    """X-Forwarded-For of the request that placed the order; back office only"""


class OrderRow(TypedDict, total=False):
    accessToken: str
    """token for the guest to read the order once; only in the answer to the placement"""
    accountToken: str
    """token for the guest to open an account; only in the guest's order details, if no account exists"""
    appliedRuleIds: List[int]
    """IDs of the applied price rules"""
    baseCurrencyCode: str
    """base currency of the website (ISO 4217)"""
    billingAddress: "ListAddress"
    """billing address"""
    changeAmount: Number
    """change given for cash"""
    couponCode: str
    """code of the used coupon"""
    couponRuleName: str
    """name of the coupon's price rule"""
    createdAt: str
    """time of creation, in UTC"""
    currency: str
    """currency of the amounts (ISO 4217)"""
    customerDob: str
    """date of birth of the buyer"""
    customerEmail: str
    """e-mail address of the buyer"""
    customerFirstname: str
    """first name of the buyer"""
    customerGender: int
    """gender of the buyer: 1 male, 2 female, 3 not specified"""
    customerGroupId: int
    """ID of the customer group"""
    customerId: int
    """ID of the customer; absent for guests"""
    customerIsGuest: bool
    """whether the buyer was a guest"""
    customerLastname: str
    """last name of the buyer"""
    customerMiddlename: str
    """middle name of the buyer"""
    customerNote: str
    """customer's comment"""
    customerPrefix: str
    """name prefix of the buyer, such as Dr."""
    customerSuffix: str
    """name suffix of the buyer, such as Jr."""
    customerTaxvat: str
    """VAT number of the buyer"""
    discountDescription: str
    """names of the applied price rules, or the coupon code"""
    emailSent: bool
    """whether its e-mail was sent"""
    extCustomerId: str
    """ID of the customer in another system"""
    extOrderId: str
    """ID of the order in another system"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    giftcardCodes: "Amounts"
    """amount paid by gift card code, in the base currency"""
    globalCurrencyCode: str
    """base currency of the installation (ISO 4217)"""
    holdBeforeState: str
    """state to which a held order returns"""
    holdBeforeStatus: str
    """status to which a held order returns"""
    id: int
    """ID of the order"""
    incrementId: str
    """increment ID, the order number that customers see"""
    isVirtual: bool
    """whether nothing has to be shipped"""
    items: List["Item"]
    """lines, in the order they were added"""
    paymentMethod: str
    """code of the payment method"""
    paymentMethodTitle: str
    """name of the payment method"""
    prices: Optional["Prices"]
    """totals"""
    quoteId: int
    """ID of the cart"""
    remoteIp: str
    """IP address the order was placed from; back office only"""
    shipments: List["Shipment"]
    """shipments"""
    shippingAddress: "Address"
    """shipping address; absent if nothing is shipped"""
    shippingDescription: str
    """names of carrier and method"""
    shippingMethod: str
    """carrier_method, such as flatrate_flatrate; absent for virtual orders"""
    state: Literal["new", "pending_payment", "processing", "complete", "closed", "canceled", "holded", "payment_review"]
    """code of the state"""
    status: str
    """status of the order, within its state"""
    statusHistory: List["Status"]
    """status changes and comments, newest first"""
    storeId: int
    """ID of the store view"""
    storeName: str
    """names of website, group and store view, in three lines"""
    totalItemCount: int
    """number of lines, without parts of bundles and variants"""
    totalQtyOrdered: Number
    """total ordered quantity"""
    updatedAt: str
    """time of the last change, in UTC"""
    weight: Number
    """weight of one unit, in the shop's unit of weight"""
    xForwardedFor: str
    """X-Forwarded-For of the request that placed the order; back office only"""


class OtherGiftcardsCreateBody(TypedDict, total=False):
    balance: Optional[Number]
    """remaining value; initialBalance by default"""
    code: Optional[str]
    """unique code of the card; generated by default"""
    expiresAt: Optional[str]
    """UTC date or datetime; null for never. By default as configured"""
    initialBalance: Optional[Number]
    """value of the card, at most 10000; balance by default"""
    message: Optional[str]
    """text of the message"""
    recipientEmail: Optional[str]
    """e-mail address the card is sent to"""
    recipientName: Optional[str]
    """name of the recipient"""
    senderEmail: Optional[str]
    """e-mail address of the giver"""
    senderName: Optional[str]
    """name of the giver"""
    status: Optional[Literal["active", "used", "expired", "disabled"]]
    """active by default"""
    websiteId: Optional[int]
    """old name of websiteIds, for one website"""
    websiteIds: Optional[List[int]]
    """IDs of the websites that accept the card, all with one base currency; the current one by default"""


class OtherGiftcardsUpdateBody(TypedDict, total=False):
    balance: Optional[Number]
    """remaining value of the card, at most 10000"""
    comment: Optional[str]
    """reason for the change"""
    status: Optional[Literal["active", "used", "expired", "disabled"]]
    """status"""
    websiteIds: Optional[List[int]]
    """cannot be changed; only the present IDs are accepted"""


class OtherNewsletterSubscribeCreateBody(TypedDict, total=False):
    email: Optional[str]
    """e-mail address of a guest; a logged-in customer's own address is used instead"""
    storeId: Optional[int]
    """ID of the store view of the newsletter; the request's store by default"""


class OtherNewsletterUnsubscribeCreateBody(TypedDict, total=False):
    email: Optional[str]
    """e-mail address of a guest; a logged-in customer's own address is used instead"""


class Page(TypedDict, total=False):
    entries: List["Entry"]
    """the entries, in the order that was asked for"""
    next: int
    """position to send as after for the next part; 0: there is no more"""


class PaymentMethod(TypedDict, total=False):
    code: str
    """code"""
    isOffline: bool
    """whether it is an offline payment method"""
    sortOrder: int
    """position among its siblings, ascending"""
    title: str
    """title"""


class Prices(TypedDict, total=False):
    adjustmentNegative: Optional[Number]
    """fee kept from the refund"""
    adjustmentPositive: Optional[Number]
    """amount added to the refund"""
    baseDiscountAmount: Optional[Number]
    """discount amount, in the base currency"""
    baseGrandTotal: Number
    """grand total, with tax, shipping and discount, in the base currency"""
    baseShippingAmount: Optional[Number]
    """shipping amount, without tax, in the base currency"""
    baseSubtotal: Number
    """subtotal, before discount and without tax, in the base currency"""
    baseTaxAmount: Number
    """tax amount, in the base currency"""
    baseTotalDue: Number
    """amount still due, in the base currency"""
    baseTotalPaid: Number
    """paid amount, in the base currency"""
    baseTotalRefunded: Number
    """refunded amount, in the base currency"""
    discountAmount: Optional[Number]
    """discount amount"""
    giftcardAmount: Optional[Number]
    """amount paid by gift cards"""
    grandTotal: Number
    """grand total, with tax, shipping and discount"""
    hiddenTaxAmount: Optional[Number]
    """tax on the discount, if discounts apply to prices with tax"""
    shippingAmount: Optional[Number]
    """shipping amount, without tax"""
    shippingAmountInclTax: Optional[Number]
    """shipping amount, with tax"""
    shippingDiscountAmount: Optional[Number]
    """discount on shipping"""
    shippingTaxAmount: Optional[Number]
    """tax on shipping"""
    subtotal: Number
    """subtotal, before discount and without tax"""
    subtotalCanceled: Optional[Number]
    """canceled part of the subtotal"""
    subtotalInclTax: Number
    """subtotal, before discount, with tax"""
    subtotalInvoiced: Optional[Number]
    """invoiced part of the subtotal"""
    subtotalRefunded: Optional[Number]
    """refunded part of the subtotal"""
    taxAmount: Number
    """tax amount"""
    totalCanceled: Optional[Number]
    """amount canceled before it was invoiced"""
    totalDue: Number
    """amount still due"""
    totalInvoiced: Optional[Number]
    """invoiced amount"""
    totalPaid: Number
    """paid amount"""
    totalRefunded: Number
    """refunded amount"""


class ProductAttribute(TypedDict, total=False):
    applyTo: List[str]
    """product types that have it; empty for all"""
    attributeCode: str
    """attribute code, as in customAttributesWrite, attributeFilters and useDefault"""
    backendType: Literal["varchar", "int", "text", "decimal", "datetime", "static"]
    """storage type of its values"""
    defaultValue: str
    """default value"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    frontendClass: str
    """input validation class, such as validate-number"""
    frontendInput: str
    """text, textarea, date, boolean, select, multiselect, price, weight, media_image, gallery, or empty"""
    frontendLabel: str
    """label of the attribute"""
    id: int
    """ID of the attribute"""
    isComparable: bool
    """whether the product comparison shows it"""
    isConfigurable: bool
    """whether variants of configurable products can differ in it"""
    isFilterable: int
    """0 no, 1 with results, 2 also without results"""
    isFilterableInSearch: bool
    """whether search results can be filtered by it"""
    isGlobal: int
    """scope as a number: 0 store, 1 global, 2 website"""
    isHtmlAllowedOnFront: bool
    """whether its values may contain HTML"""
    isRequired: bool
    """whether every product must have a value"""
    isSearchable: bool
    """whether it is searched"""
    isUnique: bool
    """whether values must be unique"""
    isUsedForPriceRules: bool
    """whether price rules can use it as a condition"""
    isUserDefined: bool
    """whether the attribute is user-defined; only these can be deleted"""
    isVisibleInAdvancedSearch: bool
    """whether the advanced search offers it"""
    isVisibleOnFront: bool
    """whether customers see it"""
    isWysiwygEnabled: bool
    """whether the back office edits it with a WYSIWYG editor"""
    note: str
    """note for the back office, shown below the input"""
    options: List["AttributeOptionValue"]
    """options to choose from"""
    position: int
    """position among the filters of a category"""
    scope: Literal["global", "website", "store"]
    """scope in which its values may differ"""
    usedForSortBy: bool
    """whether product lists can be sorted by it"""
    usedInProductListing: bool
    """whether product lists include it"""


class ProductBundle(TypedDict, total=False):
    id: int
    """ID of the option"""
    position: int
    """position among its siblings, ascending"""
    required: bool
    """whether a choice is mandatory"""
    selections: List["ProductSelection"]
    """products to choose from"""
    title: str
    """label that the buyer sees"""
    type: Literal["select", "radio", "checkbox", "multi"]
    """input type"""


class ProductChoice(TypedDict, total=False):
    code: str
    """attribute code"""
    id: int
    """ID of the attribute"""
    label: str
    """label"""
    values: List["ProductChoiceValue"]
    """option values that occur in a variant"""


class ProductChoiceValue(TypedDict, total=False):
    id: Any
    """ID of the option"""
    label: str
    """label"""


class ProductCustomOption(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    fileExtensions: str
    """allowed extensions, comma-separated"""
    id: int
    """ID of the option"""
    imageSizeX: int
    """maximum width of an uploaded picture, in pixels; 0 for no limit"""
    imageSizeY: int
    """maximum height of an uploaded picture, in pixels; 0 for no limit"""
    maxCharacters: int
    """maximum length of the text, in characters; 0 for no limit"""
    price: Number
    """surcharge on the price"""
    priceType: Literal["fixed", "percent"]
    """whether price is an amount (fixed) or a percentage of the product's price"""
    required: bool
    """whether the buyer must fill it in"""
    sku: str
    """SKU suffix"""
    sortOrder: int
    """position among its siblings, ascending"""
    title: str
    """label that the buyer sees"""
    type: Literal["field", "area", "drop_down", "radio", "checkbox", "multiple", "file", "date", "date_time", "time"]
    """input type"""
    values: List["CustomOptionValue"]
    """values to choose from"""


class ProductCustomOptionValue(TypedDict, total=False):
    defaultPrice: Number
    """default price"""
    defaultPriceType: Literal["fixed", "percent"]
    """default priceType"""
    defaultTitle: str
    """title in store views without their own"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the value"""
    optionId: int
    """ID of the option"""
    price: Number
    """surcharge on the price"""
    priceType: Literal["fixed", "percent"]
    """whether price is an amount (fixed) or a percentage of the product's price"""
    productId: int
    """ID of the product"""
    sku: str
    """SKU suffix"""
    sortOrder: int
    """position among its siblings, ascending"""
    storePrice: Optional[Number]
    """price of the store view; null if it uses the default"""
    storePriceType: Optional[str]
    """priceType of the store view; null if it uses the default"""
    storeTitle: Optional[str]
    """title of the store view; null if it has none"""
    title: str
    """title in the named store view"""


class ProductDownload(TypedDict, total=False):
    id: int
    """ID of the link"""
    numberOfDownloads: int
    """downloads per unit bought; 0 for no limit"""
    price: Number
    """surcharge on the price"""
    sampleUrl: Optional[str]
    """URL of the sample"""
    sortOrder: int
    """position among its siblings, ascending"""
    title: str
    """title"""


class ProductGroupPrice(TypedDict, total=False):
    customerGroupId: Union[int, str]
    """ID of the customer group, or all"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """ID of the group price"""
    price: Number
    """price of one unit"""
    websiteId: int
    """ID of the website; 0 for all"""


class ProductItem(TypedDict, total=False):
    additionalAttributes: List["AdditionalAttribute"]
    """values of visible attributes, in the language of the store"""
    attributeSetId: int
    """ID of the attribute set"""
    averageRating: Number
    """average rating, 1 to 5 stars with one decimal place; absent without reviews"""
    barcode: str
    """barcode (EAN or UPC)"""
    bundleOptions: List["ProductBundle"]
    """options of the bundle"""
    categoryIds: List[int]
    """IDs of the categories"""
    configurableOptions: List["ProductChoice"]
    """attributes in which the variants differ"""
    cost: Number
    """purchase price of one unit"""
    countryOfManufacture: str
    """ISO 3166-1 alpha-2 code of the country of manufacture"""
    createdAt: str
    """time of creation, in UTC"""
    crosssellProducts: List["ProductSummary"]
    """cross-sell products, offered in the cart"""
    currency: str
    """currency of all amounts"""
    customAttributes: "AttributeValues"
    """values of user-defined attributes by code, options as IDs; back office only"""
    customDesign: str
    """theme of the page"""
    customDesignFrom: str
    """first day of the theme"""
    customDesignTo: str
    """last day of the theme"""
    customLayoutUpdate: str
    """layout update XML"""
    customOptions: List["ProductOption"]
    """custom options, in display order"""
    description: str
    """description"""
    downloadableLinks: List["ProductDownload"]
    """downloadable files"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    finalPrice: Number
    """price of one unit today, with all catalog discounts"""
    giftMessageAvailable: int
    """whether a gift message is possible: 0 no, 1 yes, 2 as configured"""
    giftcardAmountCurrency: str
    """currency of giftcardAmounts: the base currency"""
    giftcardAmounts: List[Number]
    """possible values of a gift card, ascending, in giftcardAmountCurrency"""
    giftcardIsMessageAllowed: bool
    """whether a message can be added"""
    giftcardMaxAmount: Number
    """maximum amount"""
    giftcardMinAmount: Number
    """minimum amount"""
    giftcardType: Literal["fixed", "range", "combined"]
    """offered amounts: fixed, range or combined"""
    groupedProducts: List["ProductMember"]
    """products in the group"""
    gtin: str
    """global trade item number (GTIN)"""
    hasRequiredOptions: bool
    """whether it has mandatory options"""
    id: int
    """ID of the product"""
    imageLabel: str
    """alternative text of the main image"""
    imageUrl: str
    """URL of the main image"""
    linksPurchasedSeparately: bool
    """whether links are sold separately"""
    linksTitle: str
    """heading of the downloads"""
    mediaGallery: List["ProductPicture"]
    """pictures, in display order"""
    metaDescription: str
    """meta description"""
    metaKeywords: str
    """meta keywords"""
    metaRobots: str
    """robots meta tag, such as INDEX,FOLLOW"""
    metaTitle: str
    """meta title"""
    minimalPrice: Number
    """lowest possible price"""
    mpn: str
    """part number of the manufacturer"""
    msrp: Number
    """manufacturer's suggested retail price"""
    msrpDisplayActualPriceType: int
    """price appears: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured"""
    msrpEnabled: int
    """whether only msrp is shown at first: 0 no, 1 yes, 2 as configured"""
    name: str
    """name"""
    newsFromDate: str
    """first day the product is marked new, YYYY-MM-DD"""
    newsToDate: str
    """last day the product is marked new, YYYY-MM-DD"""
    optionsContainer: str
    """place of the options on the page: container1 or container2"""
    pageLayout: str
    """page layout in the storefront"""
    price: Number
    """price of one unit"""
    priceType: int
    """bundles: 0 sum of the parts' prices, 1 fixed"""
    priceView: int
    """bundles: 0 price range, 1 lowest price"""
    relatedProducts: List["ProductSummary"]
    """related products"""
    reviewCount: int
    """number of approved reviews in the store view"""
    samplesTitle: str
    """heading of the samples"""
    shipmentType: int
    """bundles: 0 shipped together, 1 separately"""
    shortDescription: str
    """short description, as HTML"""
    sku: str
    """SKU (article number)"""
    skuType: int
    """bundles: 0 SKU composed of the parts' SKUs, 1 fixed"""
    smallImageLabel: str
    """alternative text of the image for lists"""
    smallImageUrl: str
    """URL of the image for lists"""
    specialFromDate: str
    """first day of the special price, YYYY-MM-DD"""
    specialPrice: Number
    """special price of one unit, during its period"""
    specialToDate: str
    """last day of the special price, YYYY-MM-DD"""
    status: Literal["enabled", "disabled"]
    """status"""
    stockItem: "StockItem"
    """stock and its rules; complete for the back office only"""
    stockQty: Number
    """quantity in stock"""
    stockStatus: Literal["in_stock", "out_of_stock"]
    """stock status"""
    taxClassId: int
    """ID of the tax class; 0 for none"""
    thumbnailLabel: str
    """alternative text of the thumbnail"""
    thumbnailUrl: str
    """URL of the thumbnail"""
    tierPrices: List["ProductTier"]
    """tier prices, for larger quantities"""
    type: Literal["simple", "virtual", "configurable", "grouped", "bundle", "downloadable", "giftcard"]
    """product type"""
    updatedAt: str
    """time of the last change, in UTC"""
    upsellProducts: List["ProductSummary"]
    """up-sell products"""
    urlKey: str
    """URL key, the last segment of the URL in the storefront"""
    urlPath: str
    """URL path in the storefront"""
    variants: List["ProductVariant"]
    """variants of the product"""
    visibility: Literal["not_visible", "catalog", "search", "catalog_search"]
    """lists that show it"""
    websiteIds: List[int]
    """IDs of its websites"""
    weight: Number
    """weight of one unit, in the shop's unit of weight"""
    weightType: int
    """bundles: 0 sum of the parts' weights, 1 fixed"""


class ProductLink(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """ID of the link"""
    linkedProductId: int
    """ID of the linked product"""
    linkedProductName: str
    """name of the linked product"""
    linkedProductSku: str
    """SKU of the linked product"""
    position: int
    """position among its siblings, ascending"""


class ProductMedia(TypedDict, total=False):
    disabled: bool
    """whether the gallery hides it"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    file: str
    """path below catalog/product in the media root"""
    id: int
    """ID of the picture"""
    label: str
    """alternative text in the store view"""
    position: int
    """position among its siblings, ascending"""
    types: List[str]
    """roles: image, small_image, thumbnail"""
    url: str
    """URL of the picture"""


class ProductMember(TypedDict, total=False):
    defaultQty: Number
    """preselected quantity"""
    finalPrice: Optional[Number]
    """price of one unit today, with all catalog discounts"""
    id: int
    """ID of the product"""
    imageUrl: Optional[str]
    """URL of the main image"""
    inStock: bool
    """whether it is in stock"""
    name: str
    """name"""
    position: int
    """position among its siblings, ascending"""
    price: Optional[Number]
    """price of one unit"""
    sku: str
    """SKU (article number)"""
    stockQty: Number
    """quantity in stock"""


class ProductNumber(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the product"""
    sku: str
    """SKU (article number)"""
    type: Literal["simple", "virtual", "configurable", "grouped", "bundle", "downloadable", "giftcard"]
    """product type"""


class ProductOption(TypedDict, total=False):
    id: int
    """ID of the option"""
    required: bool
    """whether the buyer must fill it in"""
    sortOrder: int
    """position among its siblings, ascending"""
    title: str
    """label that the buyer sees"""
    type: Literal["field", "area", "drop_down", "radio", "checkbox", "multiple", "file", "date", "date_time", "time"]
    """input type"""
    values: List["ProductOptionValue"]
    """values to choose from"""


class ProductOptionValue(TypedDict, total=False):
    id: int
    """ID of the value"""
    price: Number
    """surcharge on the price"""
    priceType: Literal["fixed", "percent"]
    """whether price is an amount (fixed) or a percentage of the product's price"""
    sortOrder: int
    """position among its siblings, ascending"""
    title: str
    """name of the choice"""


class ProductOptions(TypedDict, total=False):
    attributes_info: List["CartOption"]
    """configurable products: attribute values of the variant"""
    bundle_options: List["ItemBundle"]
    """chosen parts of the bundle"""
    downloads: List["ItemDownload"]
    """files to download"""
    info_buyRequest: Any
    """request that added the line to the cart"""
    is_downloadable: bool
    """whether it has downloads"""
    links: List[int]
    """IDs of the bought links"""
    links_info: List["CartOption"]
    """titles of the downloads"""
    options: List["ItemOption"]
    """chosen options, as shown to people"""
    product_calculations: int
    """1: this line has the amounts; 0: the lines of its parts have them"""
    real_product_type: str
    """product type before it became part of another product"""
    shipment_type: int
    """0: shipped together; 1: parts shipped separately"""
    simple_name: str
    """name of the variant"""
    simple_sku: str
    """SKU of the variant"""
    super_product_config: "ItemGroup"
    """grouped product the line comes from"""


class ProductPicture(TypedDict, total=False):
    label: Optional[str]
    """label"""
    position: int
    """position among its siblings, ascending"""
    url: str
    """URL"""


class ProductRow(TypedDict, total=False):
    additionalAttributes: List["AdditionalAttribute"]
    """values of visible attributes, in the language of the store"""
    attributeSetId: int
    """ID of the attribute set"""
    averageRating: Number
    """average rating, 1 to 5 stars with one decimal place; absent without reviews"""
    barcode: str
    """barcode (EAN or UPC)"""
    bundleOptions: List["ProductBundle"]
    """options of the bundle"""
    categoryIds: List[int]
    """IDs of the categories"""
    configurableOptions: List["ProductChoice"]
    """attributes in which the variants differ"""
    cost: Number
    """purchase price of one unit"""
    countryOfManufacture: str
    """ISO 3166-1 alpha-2 code of the country of manufacture"""
    createdAt: str
    """time of creation, in UTC"""
    crosssellProducts: List["ProductSummary"]
    """cross-sell products, offered in the cart"""
    currency: str
    """currency of all amounts"""
    customAttributes: "AttributeValues"
    """values of user-defined attributes by code, options as IDs; back office only"""
    customDesign: str
    """theme of the page"""
    customDesignFrom: str
    """first day of the theme"""
    customDesignTo: str
    """last day of the theme"""
    customLayoutUpdate: str
    """layout update XML"""
    customOptions: List["ProductOption"]
    """custom options, in display order"""
    description: str
    """description"""
    downloadableLinks: List["ProductDownload"]
    """downloadable files"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    finalPrice: Number
    """price of one unit today, with all catalog discounts"""
    giftMessageAvailable: int
    """whether a gift message is possible: 0 no, 1 yes, 2 as configured"""
    giftcardAmountCurrency: str
    """currency of giftcardAmounts: the base currency"""
    giftcardAmounts: List[Number]
    """possible values of a gift card, ascending, in giftcardAmountCurrency"""
    giftcardIsMessageAllowed: bool
    """whether a message can be added"""
    giftcardMaxAmount: Number
    """maximum amount"""
    giftcardMinAmount: Number
    """minimum amount"""
    giftcardType: Literal["fixed", "range", "combined"]
    """offered amounts: fixed, range or combined"""
    groupedProducts: List["ProductMember"]
    """products in the group"""
    gtin: str
    """global trade item number (GTIN)"""
    hasRequiredOptions: bool
    """whether it has mandatory options"""
    id: int
    """ID of the product"""
    imageLabel: str
    """alternative text of the main image"""
    imageUrl: str
    """URL of the main image"""
    linksPurchasedSeparately: bool
    """whether links are sold separately"""
    linksTitle: str
    """heading of the downloads"""
    mediaGallery: List["ProductPicture"]
    """pictures, in display order"""
    metaDescription: str
    """meta description"""
    metaKeywords: str
    """meta keywords"""
    metaRobots: str
    """robots meta tag, such as INDEX,FOLLOW"""
    metaTitle: str
    """meta title"""
    minimalPrice: Number
    """lowest possible price"""
    mpn: str
    """part number of the manufacturer"""
    msrp: Number
    """manufacturer's suggested retail price"""
    msrpDisplayActualPriceType: int
    """price appears: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured"""
    msrpEnabled: int
    """whether only msrp is shown at first: 0 no, 1 yes, 2 as configured"""
    name: str
    """name"""
    newsFromDate: str
    """first day the product is marked new, YYYY-MM-DD"""
    newsToDate: str
    """last day the product is marked new, YYYY-MM-DD"""
    optionsContainer: str
    """place of the options on the page: container1 or container2"""
    pageLayout: str
    """page layout in the storefront"""
    price: Number
    """price of one unit"""
    priceType: int
    """bundles: 0 sum of the parts' prices, 1 fixed"""
    priceView: int
    """bundles: 0 price range, 1 lowest price"""
    relatedProducts: List["ProductSummary"]
    """related products"""
    reviewCount: int
    """number of approved reviews in the store view"""
    samplesTitle: str
    """heading of the samples"""
    shipmentType: int
    """bundles: 0 shipped together, 1 separately"""
    shortDescription: str
    """short description, as HTML"""
    sku: str
    """SKU (article number)"""
    skuType: int
    """bundles: 0 SKU composed of the parts' SKUs, 1 fixed"""
    smallImageLabel: str
    """alternative text of the image for lists"""
    smallImageUrl: str
    """URL of the image for lists"""
    specialFromDate: str
    """first day of the special price, YYYY-MM-DD"""
    specialPrice: Number
    """special price of one unit, during its period"""
    specialToDate: str
    """last day of the special price, YYYY-MM-DD"""
    status: Literal["enabled", "disabled"]
    """status"""
    stockItem: "StockItem"
    """stock and its rules; complete for the back office only"""
    stockQty: Number
    """quantity in stock"""
    stockStatus: Literal["in_stock", "out_of_stock"]
    """stock status"""
    taxClassId: int
    """ID of the tax class; 0 for none"""
    thumbnailLabel: str
    """alternative text of the thumbnail"""
    thumbnailUrl: str
    """URL of the thumbnail"""
    tierPrices: List["ProductTier"]
    """tier prices, for larger quantities"""
    type: Literal["simple", "virtual", "configurable", "grouped", "bundle", "downloadable", "giftcard"]
    """product type"""
    updatedAt: str
    """time of the last change, in UTC"""
    upsellProducts: List["ProductSummary"]
    """up-sell products"""
    urlKey: str
    """URL key, the last segment of the URL in the storefront"""
    urlPath: str
    """URL path in the storefront"""
    variants: List["ProductVariant"]
    """variants of the product"""
    visibility: Literal["not_visible", "catalog", "search", "catalog_search"]
    """lists that show it"""
    websiteIds: List[int]
    """IDs of its websites"""
    weight: Number
    """weight of one unit, in the shop's unit of weight"""
    weightType: int
    """bundles: 0 sum of the parts' weights, 1 fixed"""


class ProductSelection(TypedDict, total=False):
    canChangeQty: bool
    """whether the buyer can change the quantity"""
    defaultQty: Number
    """preselected quantity"""
    id: int
    """ID of the selection"""
    inStock: bool
    """whether it is in stock"""
    isDefault: bool
    """whether it is the default"""
    name: str
    """name"""
    position: int
    """position among its siblings, ascending"""
    price: Number
    """surcharge; with a dynamic bundle price, today's price of the product"""
    priceType: Literal["fixed", "percent"]
    """whether price is an amount (fixed) or a percentage of the product's price"""
    productId: int
    """ID of the product"""
    sku: str
    """SKU (article number)"""
    tierPrices: List["ProductTier"]
    """tier prices, for larger quantities"""


class ProductSummary(TypedDict, total=False):
    finalPrice: Optional[Number]
    """price of one unit today, with all catalog discounts"""
    id: int
    """ID of the product"""
    imageUrl: Optional[str]
    """URL of the main image"""
    name: str
    """name"""
    price: Optional[Number]
    """price of one unit"""
    sku: str
    """SKU (article number)"""
    smallImageUrl: Optional[str]
    """URL of the image for lists"""
    specialPrice: Optional[Number]
    """special price of one unit, during its period"""
    stockStatus: Literal["in_stock", "out_of_stock"]
    """stock status"""
    thumbnailUrl: Optional[str]
    """URL of the thumbnail"""
    urlKey: str
    """URL key, the last segment of the URL in the storefront"""


class ProductTier(TypedDict, total=False):
    price: Number
    """price of one unit"""
    qty: Number
    """minimum quantity for this price"""
    savePercent: int
    """saving per unit, in percent"""


class ProductTierPrice(TypedDict, total=False):
    customerGroupId: Union[int, str]
    """ID of the customer group, or all"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """ID of the tier price"""
    price: Number
    """price of one unit; for bundles a discount in percent"""
    qty: Number
    """minimum quantity for this price"""
    websiteId: int
    """ID of the website; 0 for all"""


class ProductVariant(TypedDict, total=False):
    attributes: Dict[str, Any]
    """option ID by attribute code"""
    barcode: str
    """barcode"""
    finalPrice: Optional[Number]
    """price of one unit today, with all catalog discounts"""
    id: int
    """ID of the variant"""
    imageUrl: str
    """URL of the main image"""
    inStock: bool
    """whether it is in stock"""
    price: Optional[Number]
    """price of one unit"""
    sku: str
    """SKU (article number)"""
    stockQty: Number
    """quantity in stock"""


class Receipt(TypedDict, total=False):
    chain: "Chain"
    """seals after the newest checkpoint, for events that none covers yet"""
    checkpoints: List["Checkpoint"]
    """signed checkpoints that cover the events"""
    digest: str
    """SHA-256 of what is signed, in hexadecimal"""
    events: List["Event"]
    """events of the order, the oldest first"""
    format: str
    """'tradelog receipt 1'"""
    key: str
    """fingerprint of the installation's public key: SHA-256 of its 32 bytes, in hexadecimal"""
    logId: str
    """ID of the event log"""
    number: str
    """number of the order that people see"""
    signature: str
    """Ed25519 signature of the installation, in base64"""
    stream: str
    """stream of the events, such as order-42"""


class Region(TypedDict, total=False):
    code: str
    """code of the region, such as CA"""
    id: int
    """ID of the region, for regionId in addresses"""
    name: str
    """name of the region"""


class ResolvedURL(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the target; absent for redirect"""
    identifier: str
    """last segment of the path without .html; absent for redirect"""
    redirectType: int
    """301 for redirect, otherwise 0"""
    redirectUrl: str
    """target path; only for redirect"""
    type: Literal["cms_page", "category", "product", "blog_post", "blog_category", "redirect"]
    """kind of target"""


class ReviewItem(TypedDict, total=False):
    createdAt: str
    """time of submission, in UTC"""
    detail: str
    """text of the review"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the review"""
    nickname: str
    """author name shown with the review"""
    productId: int
    """ID of the product"""
    productName: str
    """name of the product; absent if the store view does not have it"""
    rating: int
    """rating, 1 to 5 stars"""
    ratings: List["ReviewVote"]
    """single votes; rating is their average"""
    status: Literal["approved", "pending", "not_approved"]
    """status"""
    stores: List[int]
    """IDs of the store views that show the review"""
    title: str
    """title"""


class ReviewVote(TypedDict, total=False):
    code: str
    """name of the rating, such as Quality"""
    percent: int
    """vote in percent of the best one"""
    value: int
    """1 to 5 stars"""


class Revocation(TypedDict, total=False):
    adminNote: str
    """note; back office only"""
    customerName: str
    """as stored with the request"""
    email: str
    """as stored with the request"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the revocation request"""
    ip: str
    """IP address of the request; back office only"""
    orderId: int
    """ID of the order"""
    orderReference: str
    """increment ID of the order"""
    processedAt: str
    """time of the last change of processedStatus, in UTC"""
    processedStatus: Literal["accepted", "rejected", "info_requested"]
    """decision; absent while the request is unprocessed"""
    reason: str
    """stated reason"""
    receivedAt: str
    """time of receipt, in UTC"""
    storeId: int
    """ID of the order's store view"""
    suppressedAt: str
    """present if the customer got no receipt by e-mail"""
    suppressedReason: str
    """reason why no receipt was sent: rate_limit_recipient"""
    userAgent: str
    """user agent of the request; back office only"""
    verified: bool
    """whether the customer was logged in"""


class SalesCartsPlaceOrderCreateBody(TypedDict, total=False):
    billingAddress: Optional["AddressInput"]
    """never copied from shippingAddress"""
    cartId: Optional[int]
    """ID of the cart; overrides the path"""
    cashTendered: Optional[Number]
    """cashondelivery: cash received; only from API tokens with orders/create and from back-office users with the ACL node of that resource; ignored otherwise"""
    guestEmail: Optional[str]
    """e-mail of the guest"""
    maskedId: Optional[str]
    """masked ID of a guest cart; overrides the path"""
    orderNote: Optional[str]
    """customer's comment"""
    paymentData: Optional[Dict[str, Any]]
    """further payment data: poNumber for purchaseorder. Never returned; card data is refused"""
    paymentMethod: Optional[str]
    """code of a payment method, such as checkmo"""
    shippingAddress: Optional["AddressInput"]
    """shipping address"""
    shippingMethod: Optional[str]
    """code of a shipping method, such as flatrate_flatrate"""


class SalesCouponsCreateBody(TypedDict, total=False):
    applyToShipping: Optional[bool]
    """whether shipping is discounted too"""
    code: Optional[str]
    """3 to 64 letters, digits, dashes and underscores; case-insensitive"""
    customerGroupIds: Optional[List[int]]
    """IDs of the customer groups it applies to, 0 for guests; all by default"""
    description: Optional[str]
    """description, also the name of the rule"""
    discountAmount: Optional[Number]
    """percentage, amount in the base currency, or free units for buy_x_get_y"""
    discountQty: Optional[Number]
    """maximum discounted units per line; 0 or null for all"""
    discountStep: Optional[int]
    """buy_x_get_y: units to buy, 1 by default; percent and fixed: only whole multiples are discounted"""
    discountType: Optional[Literal["percent", "fixed", "cart_fixed", "buy_x_get_y"]]
    """kind of discount"""
    expirationDate: Optional[str]
    """expiry of the code: a date, or a date and time in UTC; empty clears it. Set to toDate if that is sent alone"""
    fromDate: Optional[str]
    """first day of validity, in the store's time zone"""
    isActive: Optional[bool]
    """true by default"""
    minimumSubtotal: Optional[Number]
    """minimum subtotal, in the base currency, without tax and before discount; 0 or null for none"""
    simpleFreeShipping: Optional[int]
    """free shipping: 0 no, 1 matching items, 2 whole shipment"""
    sortOrder: Optional[int]
    """rules are applied in ascending order"""
    stopRulesProcessing: Optional[bool]
    """skip later rules for lines this one applies to"""
    toDate: Optional[str]
    """last day of validity, inclusive"""
    usageLimit: Optional[int]
    """maximum uses in total; 0 or null for no limit"""
    usagePerCustomer: Optional[int]
    """maximum uses per customer; 0 or null for no limit. Guests are not counted"""
    websiteIds: Optional[List[int]]
    """IDs of the websites it applies to; the current one by default"""


class SalesCouponsUpdateBody(TypedDict, total=False):
    applyToShipping: Optional[bool]
    """whether shipping is discounted too"""
    code: Optional[str]
    """3 to 64 letters, digits, dashes and underscores; case-insensitive"""
    customerGroupIds: Optional[List[int]]
    """IDs of the customer groups it applies to, 0 for guests; all by default"""
    description: Optional[str]
    """description, also the name of the rule"""
    discountAmount: Optional[Number]
    """percentage, amount in the base currency, or free units for buy_x_get_y"""
    discountQty: Optional[Number]
    """maximum discounted units per line; 0 or null for all"""
    discountStep: Optional[int]
    """buy_x_get_y: units to buy, 1 by default; percent and fixed: only whole multiples are discounted"""
    discountType: Optional[Literal["percent", "fixed", "cart_fixed", "buy_x_get_y"]]
    """kind of discount"""
    expirationDate: Optional[str]
    """expiry of the code: a date, or a date and time in UTC; empty clears it. Set to toDate if that is sent alone"""
    fromDate: Optional[str]
    """first day of validity, in the store's time zone"""
    isActive: Optional[bool]
    """true by default"""
    minimumSubtotal: Optional[Number]
    """minimum subtotal, in the base currency, without tax and before discount; 0 or null for none"""
    simpleFreeShipping: Optional[int]
    """free shipping: 0 no, 1 matching items, 2 whole shipment"""
    sortOrder: Optional[int]
    """rules are applied in ascending order"""
    stopRulesProcessing: Optional[bool]
    """skip later rules for lines this one applies to"""
    toDate: Optional[str]
    """last day of validity, inclusive"""
    usageLimit: Optional[int]
    """maximum uses in total; 0 or null for no limit"""
    usagePerCustomer: Optional[int]
    """maximum uses per customer; 0 or null for no limit. Guests are not counted"""
    websiteIds: Optional[List[int]]
    """IDs of the websites it applies to; the current one by default"""


class _SalesCouponsValidateCreateBodyRequired(TypedDict):
    code: str
    """coupon code, case-insensitive"""


class SalesCouponsValidateCreateBody(_SalesCouponsValidateCreateBodyRequired, total=False):
    cartId: int
    """ID of one of the caller's carts, to preview the discount"""


class SalesCustomersMeRevocationRequestsCreateBody(TypedDict, total=False):
    orderId: Optional[int]
    """ID of the order; overrides orderReference"""
    orderReference: Optional[str]
    """increment ID of the order, such as 100000001"""
    reason: Optional[str]
    """reason; cut off after 2000 characters"""


class SalesGuestCartsPlaceOrderCreateBody(TypedDict, total=False):
    billingAddress: Optional["AddressInput"]
    """never copied from shippingAddress"""
    cartId: Optional[int]
    """ID of the cart; overrides the path"""
    cashTendered: Optional[Number]
    """cashondelivery: cash received; only from API tokens with orders/create and from back-office users with the ACL node of that resource; ignored otherwise"""
    guestEmail: Optional[str]
    """e-mail of the guest"""
    maskedId: Optional[str]
    """masked ID of a guest cart; overrides the path"""
    orderNote: Optional[str]
    """customer's comment"""
    paymentData: Optional[Dict[str, Any]]
    """further payment data: poNumber for purchaseorder. Never returned; card data is refused"""
    paymentMethod: Optional[str]
    """code of a payment method, such as checkmo"""
    shippingAddress: Optional["AddressInput"]
    """shipping address"""
    shippingMethod: Optional[str]
    """code of a shipping method, such as flatrate_flatrate"""


class SalesOrdersCancelCreateBody(TypedDict, total=False):
    reason: Optional[str]
    """reason; becomes part of the order's history"""


class _SalesOrdersCommentsCreateBodyRequired(TypedDict):
    comment: str
    """text of the comment"""


class SalesOrdersCommentsCreateBody(_SalesOrdersCommentsCreateBodyRequired, total=False):
    notifyCustomer: bool
    """true: e-mail the comment to the buyer"""
    status: str
    """new status, of the order's present state"""
    visibleOnFront: bool
    """whether customers see the comment"""


class SalesOrdersCreateBody(TypedDict, total=False):
    billingAddress: Optional["AddressInput"]
    """never copied from shippingAddress"""
    cartId: Optional[int]
    """ID of the cart; overrides the path"""
    cashTendered: Optional[Number]
    """cashondelivery: cash received; only from API tokens with orders/create and from back-office users with the ACL node of that resource; ignored otherwise"""
    guestEmail: Optional[str]
    """e-mail of the guest"""
    maskedId: Optional[str]
    """masked ID of a guest cart; overrides the path"""
    orderNote: Optional[str]
    """customer's comment"""
    paymentData: Optional[Dict[str, Any]]
    """further payment data: poNumber for purchaseorder. Never returned; card data is refused"""
    paymentMethod: Optional[str]
    """code of a payment method, such as checkmo"""
    shippingAddress: Optional["AddressInput"]
    """shipping address"""
    shippingMethod: Optional[str]
    """code of a shipping method, such as flatrate_flatrate"""


class SalesOrdersCreditMemosCreateBody(TypedDict, total=False):
    adjustmentNegative: Optional[Number]
    """fee kept from the refund"""
    adjustmentPositive: Optional[Number]
    """amount added to the refund"""
    comment: Optional[str]
    """comment, as plain text"""
    currency: Optional[Literal["base", "order"]]
    """currency of these amounts: base (default), or order, the order's"""
    items: Optional[List["SalesOrdersCreditMemosCreateBodyItems"]]
    """lines to refund; everything refundable if omitted or empty"""
    notifyCustomer: Optional[bool]
    """true: the buyer's e-mail has the comment, too; false: no e-mail; by default an e-mail without the comment"""
    offlineRefund: Optional[bool]
    """true (default): record the refund only; false: refund through the payment gateway"""
    shippingAmount: Optional[Number]
    """shipping to refund now, without tax; all that is left by default, and at most that"""


class _SalesOrdersCreditMemosCreateBodyItemsRequired(TypedDict):
    orderItemId: int
    """ID of the order line"""
    qty: Number
    """quantity; at most what was invoiced and not yet refunded"""


class SalesOrdersCreditMemosCreateBodyItems(_SalesOrdersCreditMemosCreateBodyItemsRequired, total=False):
    backToStock: Optional[bool]
    """true returns the units to stock; the default is cataloginventory/item_options/auto_return"""


class SalesOrdersHoldCreateBody(TypedDict, total=False):
    reason: Optional[str]
    """reason; becomes part of the order's history"""


class SalesOrdersInvoicesCreateBody(TypedDict, total=False):
    capture: Literal["online", "offline", "not_capture"]
    """how the money is captured; by default online for gateway methods, offline for others"""
    comment: str
    """comment, as plain text"""
    items: Any
    """lines to invoice: objects with orderItemId and qty; all open ones if omitted or empty"""
    notifyCustomer: Any
    """true: e-mail the invoice to the buyer"""


class SalesOrdersShipmentsCreateBody(TypedDict, total=False):
    comment: Optional[str]
    """comment, as plain text"""
    items: Optional[List["SalesOrdersShipmentsCreateBodyItems"]]
    """lines to ship; everything left by default"""
    notifyCustomer: Optional[bool]
    """true: e-mail the shipment and the comment to the buyer"""
    tracks: Optional[List["SalesOrdersShipmentsCreateBodyTracks"]]
    """tracking numbers of the shipment"""


class SalesOrdersShipmentsCreateBodyItems(TypedDict):
    orderItemId: int
    """ID of the order line"""
    qty: Number
    """quantity; capped at what is left to ship"""


class _SalesOrdersShipmentsCreateBodyTracksRequired(TypedDict):
    trackNumber: str
    """tracking number"""


class SalesOrdersShipmentsCreateBodyTracks(_SalesOrdersShipmentsCreateBodyTracksRequired, total=False):
    carrierCode: Optional[str]
    """custom by default"""
    title: Optional[str]
    """the carrier code by default"""


class SalesOrdersUnholdCreateBody(TypedDict, total=False):
    reason: Optional[str]
    """reason; becomes part of the order's history"""


class SalesRevocationRequestsUpdateBody(TypedDict, total=False):
    adminNote: Optional[str]
    """back-office note; null or blank removes it"""
    processedStatus: Optional[Literal["accepted", "rejected", "info_requested"]]
    """decision about the request"""


class _SalesShipmentsCommentsCreateBodyRequired(TypedDict):
    comment: str
    """text of the comment"""


class SalesShipmentsCommentsCreateBody(_SalesShipmentsCommentsCreateBodyRequired, total=False):
    notifyCustomer: bool
    """true: e-mail the comment to the buyer"""
    visibleOnFront: bool
    """whether customers see the comment"""


class _SalesShipmentsTracksCreateBodyRequired(TypedDict):
    trackNumber: str
    """tracking number"""


class SalesShipmentsTracksCreateBody(_SalesShipmentsTracksCreateBodyRequired, total=False):
    carrierCode: Optional[str]
    """custom by default"""
    title: Optional[str]
    """the carrier code by default"""


class SampleDocument(TypedDict, total=False):
    html: str
    """page; the logo is part of it"""
    subject: str
    """subject, without the shop's name in front"""
    text: str
    """plain text"""


class SelectedMethod(TypedDict, total=False):
    carrierCode: str
    """code of the carrier"""
    carrierTitle: str
    """name of the carrier"""
    methodCode: str
    """code of the method"""
    methodTitle: str
    """name of the method"""
    price: Number
    """shipping price, without tax"""


class SelectedPayment(TypedDict, total=False):
    code: str
    """code"""
    title: str
    """title"""


class SelectionElementInput(TypedDict, total=False):
    canChangeQty: Optional[bool]
    """whether the quantity can be changed; true by default"""
    isDefault: Optional[bool]
    """whether it is preselected"""
    position: Optional[int]
    """position in the option; 0 by default"""
    price: Optional[Number]
    """surcharge on the price of the bundle"""
    priceType: Optional[Literal["fixed", "percent"]]
    """fixed by default"""
    productId: Optional[int]
    """ID of the product; an entry without it is ignored"""
    qty: Optional[Number]
    """preselected quantity; 1 by default"""


class Shipment(TypedDict, total=False):
    comments: List["Comment"]
    """comments, newest first"""
    createdAt: str
    """time of creation, in UTC"""
    emailSent: bool
    """whether its e-mail was sent"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the shipment"""
    incrementId: str
    """increment ID, the number that customers see"""
    items: List["ShipmentItem"]
    """lines, in the order they were added"""
    orderId: int
    """ID of the order"""
    orderIncrementId: str
    """increment ID of the order, the number that customers see"""
    packages: List[Dict[str, Any]]
    """always empty"""
    shipmentStatus: int
    """1 shipped, 2 canceled"""
    storeId: int
    """ID of the store view"""
    totalQty: int
    """total quantity"""
    totalWeight: Number
    """total weight, in the shop's unit of weight"""
    tracks: List["Track"]
    """tracking numbers of the shipment"""
    updatedAt: str
    """time of the last change, in UTC"""


class ShipmentItem(TypedDict, total=False):
    description: str
    """description"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the line"""
    name: str
    """name"""
    orderItemId: int
    """ID of the order line"""
    price: Number
    """price of one unit"""
    productId: int
    """ID of the product"""
    qty: Number
    """quantity; may have decimals if the product allows it"""
    rowTotal: Number
    """row total, before discount and without tax"""
    sku: str
    """SKU (article number)"""
    weight: Number
    """weight of one unit, in the shop's unit of weight"""


class ShippingMethod(TypedDict, total=False):
    carrierCode: str
    """code of the carrier"""
    carrierTitle: str
    """name of the carrier"""
    code: str
    """shipping method code, such as flatrate_flatrate, for placing the order"""
    methodCode: str
    """code of the method"""
    methodTitle: str
    """name of the method"""
    price: Number
    """price without tax, in the cart's currency"""
    title: str
    """names of carrier and method"""


class SocialAuth(TypedDict, total=False):
    cartId: int
    """ID of the active cart"""
    cartItemsQty: Optional[Number]
    """number of units in the active cart"""
    cartMaskedId: str
    """masked ID of the active cart, if it has one"""
    customer: Optional["TokenCustomer"]
    """the customer"""
    expires_in: int
    """seconds until the token expires"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """always social-auth"""
    isNewCustomer: bool
    """whether this login opened the account"""
    profileIncomplete: bool
    """whether the account's name is only a placeholder"""
    provider: str
    """code of the sign-in provider"""
    token: str
    """JSON Web Token"""
    token_type: str
    """always Bearer"""


class SocialLoginCustomersSocialAuthCreateBody(TypedDict, total=False):
    cartId: str
    """masked ID of a guest cart to merge into the customer's cart"""
    firstName: Optional[str]
    """first name of a new customer, if the provider has none"""
    lastName: Optional[str]
    """last name of a new customer, if the provider has none"""
    nonce: Optional[str]
    """nonce sent to the provider; the ID token must contain it"""
    provider: Optional[str]
    """google, apple, facebook, oidc, or another configured provider"""
    providerToken: Optional[str]
    """ID token from the provider; for facebook an access token"""
    twofaCode: str
    """two-factor code, if two-factor login is on"""


class Status(TypedDict, total=False):
    changedBy: str
    """author of the change: customer, guest, admin, api, service, operator or system, with the account ID; buyers see no back-office IDs"""
    changedByName: Optional[str]
    """user name that the account had then; null for customers, guests, the operator and the system, for forgotten accounts, and for buyers"""
    createdAt: str
    """time of creation, in UTC"""
    isCustomerNotified: bool
    """whether the customer was notified by e-mail"""
    isVisibleOnFront: bool
    """whether customers see it"""
    note: Optional[str]
    """comment; null for a status change without one"""
    status: str
    """new status of the order"""


class Stock(TypedDict, total=False):
    backorders: int
    """backorders: 0 no, 1 yes, 2 yes and notify the customer"""
    enableQtyIncrements: bool
    """whether quantities must be multiples of qtyIncrements"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    isInStock: bool
    """whether it is in stock"""
    isQtyDecimal: bool
    """whether fractions of a unit are sold"""
    manageStock: bool
    """whether stock is counted"""
    maxSaleQty: Number
    """maximum quantity in a cart; 0 for no limit"""
    minQty: Number
    """quantity at which the product is sold out"""
    minSaleQty: Number
    """minimum quantity in a cart"""
    notifyStockQty: Number
    """quantity at which the shop is notified"""
    previousQty: Number
    """quantity before the change; 0 if stock was never set"""
    qty: Number
    """quantity after the change"""
    qtyIncrements: Number
    """quantities must be multiples of this"""
    sku: str
    """SKU (article number)"""
    success: bool
    """whether the operation succeeded"""
    useConfigBackorders: bool
    """whether backorders is the configured value"""
    useConfigEnableQtyInc: bool
    """whether enableQtyIncrements is the configured value"""
    useConfigManageStock: bool
    """whether manageStock is the configured value"""
    useConfigMaxSaleQty: bool
    """whether maxSaleQty is the configured value"""
    useConfigMinQty: bool
    """whether minQty is the configured value"""
    useConfigMinSaleQty: bool
    """whether minSaleQty is the configured value"""
    useConfigNotifyStockQty: bool
    """whether notifyStockQty is the configured value"""
    useConfigQtyIncrements: bool
    """whether qtyIncrements is the configured value"""


class StockAlert(TypedDict, total=False):
    createdAt: str
    """time of creation, in UTC"""
    customerId: int
    """ID of the customer"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the stock alert"""
    productId: int
    """ID of the product"""
    productName: str
    """name of the product; empty if it is not for sale any more"""
    productSku: str
    """SKU of the product; empty if it is not for sale any more"""
    storeId: int
    """ID of the store view in which it must be for sale, and in whose language the e-mail is"""


class StockBulk(TypedDict, total=False):
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    qty: Number
    """always 0"""
    results: List["Stock"]
    """result of each item, in the order of the request"""
    sku: str
    """always bulk"""
    success: bool
    """whether the operation succeeded"""


class StockDataInput(TypedDict, total=False):
    backorders: Optional[int]
    """backorders: 0 no, 1 yes, 2 yes and notify the customer"""
    enable_qty_increments: Optional[bool]
    """whether quantities must be multiples of qty_increments"""
    is_in_stock: Optional[bool]
    """whether it can be bought"""
    is_qty_decimal: Optional[bool]
    """whether fractions of a unit are sold"""
    manage_stock: Optional[bool]
    """whether stock is counted; 1 by default"""
    max_sale_qty: Optional[Number]
    """maximum quantity in a cart; 0 for no limit"""
    min_qty: Optional[Number]
    """quantity at which the product is sold out"""
    min_sale_qty: Optional[Number]
    """minimum quantity in a cart"""
    notify_stock_qty: Optional[Number]
    """quantity at which the shop is notified"""
    qty: Optional[Number]
    """quantity in stock"""
    qty_increments: Optional[Number]
    """quantities must be multiples of this"""
    use_config_backorders: Optional[bool]
    """use the configured backorders"""
    use_config_enable_qty_inc: Optional[bool]
    """use the configured enable_qty_increments"""
    use_config_manage_stock: Optional[bool]
    """use the configured manage_stock"""
    use_config_max_sale_qty: Optional[bool]
    """use the configured max_sale_qty"""
    use_config_min_qty: Optional[bool]
    """use the configured min_qty; likewise the other use_config members"""
    use_config_min_sale_qty: Optional[bool]
    """use the configured min_sale_qty"""
    use_config_notify_stock_qty: Optional[bool]
    """use the configured notify_stock_qty"""
    use_config_qty_increments: Optional[bool]
    """use the configured qty_increments"""


class StockItem(TypedDict, total=False):
    backorders: int
    """backorders: 0 no, 1 yes, 2 yes and notify the customer"""
    enable_qty_increments: bool
    """whether quantities must be multiples of qty_increments"""
    is_in_stock: bool
    """whether it is in stock"""
    is_qty_decimal: bool
    """whether fractions of a unit are sold"""
    manage_stock: bool
    """whether stock is counted"""
    max_sale_qty: Number
    """maximum quantity in a cart; 0 for no limit"""
    min_qty: Number
    """quantity at which the product is sold out"""
    min_sale_qty: Number
    """minimum quantity in a cart"""
    notify_stock_qty: Number
    """quantity at which the shop is notified"""
    qty: Number
    """quantity; may have decimals if the product allows it"""
    qty_increments: Number
    """quantities must be multiples of this"""
    use_config_backorders: bool
    """whether backorders is the configured value"""
    use_config_enable_qty_inc: bool
    """whether enable_qty_increments is the configured value"""
    use_config_manage_stock: bool
    """whether manage_stock is the configured value"""
    use_config_max_sale_qty: bool
    """whether max_sale_qty is the configured value"""
    use_config_min_qty: bool
    """whether min_qty is the configured value"""
    use_config_min_sale_qty: bool
    """whether min_sale_qty is the configured value"""
    use_config_notify_stock_qty: bool
    """whether notify_stock_qty is the configured value"""
    use_config_qty_increments: bool
    """whether qty_increments is the configured value"""


class _StockItemInputRequired(TypedDict):
    qty: int
    """new quantity; replaces the present one"""
    sku: str
    """SKU of the product, case-insensitive"""


class StockItemInput(_StockItemInputRequired, total=False):
    isInStock: Optional[bool]
    """whether it can be bought; by default whether qty is positive"""
    manageStock: Optional[bool]
    """whether stock is counted; true by default"""


class StockLevel(TypedDict, total=False):
    available: Number
    """units that can still be sold; the qty of the stock"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    isInStock: bool
    """whether it is in stock"""
    manageStock: bool
    """whether stock is counted"""
    onHand: Number
    """units in the house: available and reserved"""
    productId: int
    """ID of the product"""
    reserved: Number
    """units that orders have taken and that are not shipped yet"""
    sku: str
    """SKU (article number)"""
    updatedAt: Optional[str]
    """time at which the stock last changed, in UTC; null if it was never set"""


class StockMovement(TypedDict, total=False):
    availableAfter: Number
    """available units after"""
    availableBefore: Number
    """available units before"""
    cause: Literal["set", "ordered", "released", "shipped", "delivered", "cancelled", "refunded"]
    """set by hand, by a program or an import; ordered; released because the order was not placed after all; shipped; delivered with the order because nothing is shipped; cancelled; refunded"""
    change: Number
    """change of the units on hand"""
    changedBy: str
    """who did it: customer, guest, admin, api, service, operator or system, with the account ID of the back office"""
    changedByName: Optional[str]
    """user name that the account had then; null for customers, guests, the operator and the system, and for forgotten accounts"""
    command: Optional[str]
    """command that set the quantity, such as SetStock; null for all other causes"""
    createdAt: str
    """time of the movement, in UTC"""
    creditMemoId: Optional[int]
    """ID of the credit memo"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    onHandAfter: Number
    """units on hand after"""
    onHandBefore: Number
    """units on hand before"""
    orderId: Optional[int]
    """ID of the order; null if there is none"""
    orderIncrementId: Optional[str]
    """number of the order that people see; null if there is none or it was not placed"""
    position: int
    """position of the event in the log"""
    reservedAfter: Number
    """reserved units after"""
    reservedBefore: Number
    """reserved units before"""
    shipmentId: Optional[int]
    """ID of the shipment"""


class Store(TypedDict, total=False):
    baseLinkUrl: str
    """base URL of links, with a trailing slash"""
    baseMediaUrl: str
    """base URL of media files, with a trailing slash"""
    baseUrl: str
    """base URL, with a trailing slash"""
    code: str
    """store code, for X-Store-Code and ?store="""
    currency: "StoreCurrencies"
    """base and display currency"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    groupId: int
    """ID of the store group"""
    groupName: str
    """name of the store group"""
    id: int
    """ID of the store view"""
    isActive: bool
    """whether it is active"""
    locale: str
    """language and country, such as en_US"""
    name: str
    """name"""
    rootCategoryId: int
    """ID of the root category"""
    success: bool
    """true; only after switching the store"""
    websiteId: int
    """ID of the website"""


class StoreConfig(TypedDict, total=False):
    allowedCountries: List[str]
    """ISO 3166-1 alpha-2 codes of the allowed countries"""
    baseCurrencyCode: str
    """base currency (ISO 4217)"""
    baseMediaUrl: str
    """base URL of media files, with a trailing slash"""
    baseUrl: str
    """base URL of the storefront, with a trailing slash"""
    cmsHomePage: str
    """identifier of the home page"""
    defaultDescription: str
    """default meta description"""
    defaultDisplayCurrencyCode: str
    """display currency (ISO 4217)"""
    defaultTitle: str
    """default page title"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: str
    """store code"""
    isGuestCheckoutAllowed: bool
    """whether guests can place orders"""
    locale: str
    """language and country, such as en_US"""
    logoAlt: str
    """alternative text of the logo"""
    logoUrl: str
    """URL of the logo"""
    newsletterEnabled: bool
    """whether the newsletter is enabled"""
    reviewsEnabled: bool
    """whether reviews are enabled"""
    storeCode: str
    """code of the store view"""
    storeName: str
    """name of the store view"""
    timezone: str
    """time zone, by its IANA name"""
    weightUnit: str
    """unit of weight: kgs or lbs"""
    wishlistEnabled: bool
    """whether wishlists are enabled"""


class StoreCurrencies(TypedDict, total=False):
    base: str
    """base currency, in which prices are stored (ISO 4217)"""
    default: str
    """display currency (ISO 4217)"""


class Stored(TypedDict, total=False):
    data: str
    """stored data in base64; personal fields are sealed"""
    metadata: str
    """stored metadata in base64"""


class Swatch(TypedDict, total=False):
    type: Literal["color", "text", "image"]
    """kind of swatch"""
    value: str
    """colour such as #ff0000, text, or the URL of a picture"""


class _SystemWebhooksCreateBodyRequired(TypedDict):
    url: str
    """address that changes are posted to; https, or http in networks that the operator allows"""


class SystemWebhooksCreateBody(_SystemWebhooksCreateBodyRequired, total=False):
    active: Optional[bool]
    """whether changes are sent; true by default. What happens meanwhile is sent once it is active again"""
    changes: Optional[List[str]]
    """created, changed, deleted: which changes are sent; all if empty"""
    fields: Optional[List[str]]
    """of resources that changed, only changes of these fields, and those that name none; all if empty"""
    name: Optional[str]
    """what it is for, such as ERP; 60 characters at most"""
    ownerId: Optional[int]
    """ID of the back-office account that gets an e-mail when deliveries fail for good; else the shop's general contact"""
    payload: Optional[Literal["thin", "document"]]
    """thin: the change alone; document: with the resource as GET shows it"""
    resources: Optional[List[str]]
    """names of resources as in their paths, such as orders; the caller must be able to read each of them"""
    storeIds: Optional[List[int]]
    """IDs of store views: only what belongs to one of them, or to its website, or to all; all if empty"""


class SystemWebhooksReplayCreateBody(TypedDict):
    after: str
    """position, or cursor of the feed, after which all changes are sent again; 0: all of the log; latest: skip what was not sent"""


class SystemWebhooksSecretCreateBody(TypedDict, total=False):
    overlapHours: Optional[int]
    """hours for which the former secret signs as well; 24 by default, 0: not at all"""


class SystemWebhooksUpdateBody(TypedDict, total=False):
    active: Optional[bool]
    """whether changes are sent; true by default. What happens meanwhile is sent once it is active again"""
    changes: Optional[List[str]]
    """created, changed, deleted: which changes are sent; all if empty"""
    fields: Optional[List[str]]
    """of resources that changed, only changes of these fields, and those that name none; all if empty"""
    name: Optional[str]
    """what it is for, such as ERP; 60 characters at most"""
    ownerId: Optional[int]
    """ID of the back-office account that gets an e-mail when deliveries fail for good; else the shop's general contact"""
    payload: Optional[Literal["thin", "document"]]
    """thin: the change alone; document: with the resource as GET shows it"""
    resources: Optional[List[str]]
    """names of resources as in their paths, such as orders; the caller must be able to read each of them"""
    storeIds: Optional[List[int]]
    """IDs of store views: only what belongs to one of them, or to its website, or to all; all if empty"""
    url: Optional[str]
    """address that changes are posted to; https, or http in networks that the operator allows"""


class TaxClass(TypedDict, total=False):
    className: str
    """name; required to create a class"""
    classType: Literal["PRODUCT", "CUSTOMER"]
    """PRODUCT (the default) for products, CUSTOMER for customer groups"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the tax class"""


class TaxRate(TypedDict, total=False):
    code: str
    """code"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the tax rate"""
    rate: Number
    """tax rate in percent"""
    taxCountryId: str
    """ISO 3166-1 alpha-2 code of the country"""
    taxPostcode: str
    """postcode; * matches all, 90* those that begin with 90, from-to a range"""
    taxRegionId: int
    """ID of the region; 0 for the whole country"""
    titles: List["TaxRateTitle"]
    """names of the rate per store view"""
    zipFrom: str
    """first postcode of the range"""
    zipIsRange: bool
    """whether zipFrom and zipTo are a range of postcodes"""
    zipTo: str
    """last postcode of the range"""


class TaxRateTitle(TypedDict, total=False):
    storeId: int
    """ID of the store view"""
    title: str
    """name of the rate in the store view"""


class TaxRule(TypedDict, total=False):
    calculateSubtotal: bool
    """charge the rates on the net price, whatever the priority"""
    code: str
    """unique name of the rule"""
    customerTaxClassIds: List[int]
    """IDs of customer tax classes"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the tax rule"""
    position: int
    """position in the list"""
    priority: int
    """rules of equal priority add up; a higher one is charged on top; 0 by default"""
    productTaxClassIds: List[int]
    """IDs of product tax classes"""
    taxRateIds: List[int]
    """IDs of tax rates"""


class TaxTaxClassesCreateBody(TypedDict, total=False):
    className: Optional[str]
    """name; required to create a class"""
    classType: Optional[Literal["PRODUCT", "CUSTOMER"]]
    """PRODUCT (the default) for products, CUSTOMER for customer groups"""


class TaxTaxClassesUpdateBody(TypedDict, total=False):
    className: Optional[str]
    """name; required to create a class"""
    classType: Optional[Literal["PRODUCT", "CUSTOMER"]]
    """PRODUCT (the default) for products, CUSTOMER for customer groups"""


class TaxTaxRatesCreateBody(TypedDict, total=False):
    code: Optional[str]
    """unique name of the rate"""
    rate: Optional[Number]
    """percent"""
    taxCountryId: Optional[str]
    """ISO 3166-1 alpha-2"""
    taxPostcode: Optional[str]
    """* for all, 90* for a prefix"""
    taxRegionId: Optional[int]
    """ID of a region of the country; 0 for the whole country"""
    titles: Optional[List[Any]]
    """objects {storeId, title}: name of the rate per store view; replaces all titles; an empty title removes one"""
    zipFrom: Optional[str]
    """digits"""
    zipIsRange: Optional[bool]
    """whether the rate applies to the postcodes zipFrom to zipTo"""
    zipTo: Optional[str]
    """digits"""


class TaxTaxRatesUpdateBody(TypedDict, total=False):
    code: Optional[str]
    """unique name of the rate"""
    rate: Optional[Number]
    """percent"""
    taxCountryId: Optional[str]
    """ISO 3166-1 alpha-2"""
    taxPostcode: Optional[str]
    """* for all, 90* for a prefix"""
    taxRegionId: Optional[int]
    """ID of a region of the country; 0 for the whole country"""
    titles: Optional[List[Any]]
    """objects {storeId, title}: name of the rate per store view; replaces all titles; an empty title removes one"""
    zipFrom: Optional[str]
    """digits"""
    zipIsRange: Optional[bool]
    """whether the rate applies to the postcodes zipFrom to zipTo"""
    zipTo: Optional[str]
    """digits"""


class TaxTaxRulesCreateBody(TypedDict, total=False):
    calculateSubtotal: Optional[bool]
    """charge the rates on the net price, whatever the priority"""
    code: Optional[str]
    """unique name of the rule"""
    customerTaxClassIds: Optional[List[int]]
    """IDs of customer tax classes"""
    position: Optional[int]
    """position in the list"""
    priority: Optional[int]
    """rules of equal priority add up; a higher one is charged on top; 0 by default"""
    productTaxClassIds: Optional[List[int]]
    """IDs of product tax classes"""
    taxRateIds: Optional[List[int]]
    """IDs of tax rates"""


class TaxTaxRulesUpdateBody(TypedDict, total=False):
    calculateSubtotal: Optional[bool]
    """charge the rates on the net price, whatever the priority"""
    code: Optional[str]
    """unique name of the rule"""
    customerTaxClassIds: Optional[List[int]]
    """IDs of customer tax classes"""
    position: Optional[int]
    """position in the list"""
    priority: Optional[int]
    """rules of equal priority add up; a higher one is charged on top; 0 by default"""
    productTaxClassIds: Optional[List[int]]
    """IDs of product tax classes"""
    taxRateIds: Optional[List[int]]
    """IDs of tax rates"""


class TierPriceElementInput(TypedDict, total=False):
    customerGroupId: Optional[Union[int, str]]
    """ID of the customer group, or all (the default)"""
    price: Optional[Number]
    """price of one unit, in the base currency"""
    qty: Optional[Number]
    """minimum quantity; 1 by default"""
    websiteId: Optional[int]
    """ID of the website it applies to; 0 for all (the default)"""


class TokenAPIUser(TypedDict, total=False):
    id: int
    """ID of the API account"""
    username: str
    """login name"""


class TokenCustomer(TypedDict, total=False):
    email: str
    """e-mail address"""
    firstName: str
    """first name"""
    id: int
    """ID of the customer"""
    lastName: str
    """last name"""


class Track(TypedDict, total=False):
    carrier: str
    """code of the carrier"""
    createdAt: str
    """time of creation, in UTC"""
    description: str
    """description"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the track"""
    qty: Number
    """quantity; may have decimals if the product allows it"""
    title: str
    """carrier name shown to customers"""
    trackNumber: str
    """tracking number"""
    updatedAt: str
    """time of the last change, in UTC"""
    weight: Number
    """weight of one unit, in the shop's unit of weight"""


class TrailChange(TypedDict, total=False):
    after: Any
    """value after; missing if there is none"""
    before: Any
    """value before; missing if there was none"""
    field: str
    """path of the member, such as items[12].qtyShipped; [] is a new element of a list"""
    label: str
    """the member in words of the caller's language"""
    storeId: int
    """store view whose own value changed"""


class TwoFactor(TypedDict, total=False):
    enabled: bool
    """whether login asks for a code"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    secret: str
    """secret in base32; shown once, at creation"""
    uri: str
    """otpauth URI with the secret, for a QR code"""


class Webhook(TypedDict, total=False):
    active: bool
    """whether changes are sent; true by default. What happens meanwhile is sent once it is active again"""
    changes: List[str]
    """created, changed, deleted: which changes are sent; all if empty"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    fields: List[str]
    """of resources that changed, only changes of these fields, and those that name none; all if empty"""
    formerSecretUntil: Optional[str]
    """until then the former secret signs as well; null: it does not"""
    id: int
    """ID of the webhook"""
    name: str
    """what it is for, such as ERP; 60 characters at most"""
    ownerId: Optional[int]
    """ID of the back-office account that gets an e-mail when deliveries fail for good; else the shop's general contact"""
    parkedAt: Optional[str]
    """time at which deliveries were last given up; null: never"""
    payload: Literal["thin", "document"]
    """thin: the change alone; document: with the resource as GET shows it"""
    replayAfter: int
    """position that it was set to last"""
    replays: int
    """number of times that it was set to another position"""
    resources: List[str]
    """names of resources as in their paths, such as orders; the caller must be able to read each of them"""
    secretVersion: int
    """number of the secret, from 1"""
    storeIds: List[int]
    """IDs of store views: only what belongs to one of them, or to its website, or to all; all if empty"""
    suspendedAt: Optional[str]
    """since then nothing is sent, because it failed for too long; null: it is not suspended"""
    trouble: Optional[str]
    """why it was suspended, or deliveries were given up"""
    url: str
    """address that changes are posted to; https, or http in networks that the operator allows"""


class WebhookDelivery(TypedDict, total=False):
    attempts: int
    """number of attempts"""
    error: Optional[str]
    """why the last attempt failed; null if it did not"""
    firstAttemptAt: str
    """time of the first attempt, or at which it began to wait, in UTC"""
    httpStatus: Optional[int]
    """HTTP status of the last answer; null: there was no answer"""
    lastAttemptAt: str
    """time of the last attempt, in UTC"""
    messageId: str
    """ID of the message, the same for each attempt: the header webhook-id and the id of the CloudEvent"""
    milliseconds: int
    """time that the last attempt took"""
    nextAttemptAt: Optional[str]
    """time of the next attempt, in UTC; null: there is none, or it waits"""
    position: int
    """position of the change in the log"""
    resource: str
    """name of the resource, such as orders"""
    resourceId: str
    """what the path of the resource takes"""
    state: Literal["delivered", "retrying", "waiting", "parked"]
    """what became of the delivery"""
    what: Literal["created", "changed", "deleted"]
    """what happened to it"""


class WebhookSecret(TypedDict, total=False):
    formerSecret: Optional[str]
    """the secret before, while it signs as well; null: it does not"""
    formerSecretUntil: Optional[str]
    """until then the former secret signs as well, in UTC"""
    secret: str
    """whsec_ and 32 bytes in base64, as libraries of Standard Webhooks take it"""
    version: int
    """number of the secret, from 1"""


class WebhookStatus(TypedDict, total=False):
    behind: int
    """positions to the newest change that can be read"""
    deliveredAt: Optional[str]
    """time of the last delivery that was accepted, in UTC"""
    failingSince: Optional[str]
    """nothing was accepted since then, in UTC; null: the last delivery was accepted"""
    parked: int
    """deliveries that were given up after three days"""
    position: int
    """all changes up to this position were accepted, or are tried again"""
    retrying: int
    """deliveries that failed and are tried again"""
    sends: bool
    """whether changes are sent: it is active, and not suspended"""
    waiting: int
    """deliveries that wait for an earlier change of their resource"""


class WebhookTest(TypedDict, total=False):
    accepted: bool
    """whether the receiver answered with a status of success"""
    error: Optional[str]
    """why it was not accepted"""
    httpStatus: Optional[int]
    """HTTP status of the answer; null: there was none"""
    messageId: str
    """ID of the message"""
    milliseconds: int
    """time that it took"""


class WishlistItem(TypedDict, total=False):
    addedAt: str
    """time of adding, in UTC; empty if nothing was merged"""
    description: str
    """customer's note"""
    extensions: "Extensions"
    """members added by modules, by module name; an empty list if there are none"""
    id: int
    """ID of the wishlist item"""
    inStock: bool
    """whether it is in stock"""
    productFinalPrice: Number
    """price of one unit today, with all catalog discounts"""
    productId: int
    """ID of the product"""
    productImageUrl: str
    """URL of the small picture; empty if there is none"""
    productName: str
    """name of the product"""
    productPrice: Number
    """price without discounts; absent for product types without their own price"""
    productSku: str
    """SKU of the product"""
    productType: str
    """product type; empty where there is no product"""
    productUrl: str
    """path of the product page"""
    qty: int
    """quantity"""

