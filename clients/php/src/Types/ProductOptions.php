<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class ProductOptions extends Document
{
    public function __construct(
        /** @var list<CartOption>|null configurable products: attribute values of the variant */
        public ?array $attributes_info = null,
        /** @var list<ItemBundle>|null chosen parts of the bundle */
        public ?array $bundle_options = null,
        /** @var list<ItemDownload>|null files to download */
        public ?array $downloads = null,
        /** @var mixed|null request that added the line to the cart */
        public mixed $info_buyRequest = null,
        /** @var bool|null whether it has downloads */
        public ?bool $is_downloadable = null,
        /** @var list<int>|null IDs of the bought links */
        public ?array $links = null,
        /** @var list<CartOption>|null titles of the downloads */
        public ?array $links_info = null,
        /** @var list<ItemOption>|null chosen options, as shown to people */
        public ?array $options = null,
        /** @var int|null 1: this line has the amounts; 0: the lines of its parts have them */
        public ?int $product_calculations = null,
        /** @var string|null product type before it became part of another product */
        public ?string $real_product_type = null,
        /** @var int|null 0: shipped together; 1: parts shipped separately */
        public ?int $shipment_type = null,
        /** @var string|null name of the variant */
        public ?string $simple_name = null,
        /** @var string|null SKU of the variant */
        public ?string $simple_sku = null,
        /** @var ItemGroup|null grouped product the line comes from */
        public ?ItemGroup $super_product_config = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'ProductOptions'): static
    {
        return new self(
            attributes_info: Read::listOf(Read::object(CartOption::class))($members['attributes_info'] ?? null, $where . '.attributes_info'),
            bundle_options: Read::listOf(Read::object(ItemBundle::class))($members['bundle_options'] ?? null, $where . '.bundle_options'),
            downloads: Read::listOf(Read::object(ItemDownload::class))($members['downloads'] ?? null, $where . '.downloads'),
            info_buyRequest: Read::any($members['info_buyRequest'] ?? null, $where . '.info_buyRequest'),
            is_downloadable: Read::boolean($members['is_downloadable'] ?? null, $where . '.is_downloadable'),
            links: Read::listOf(Read::integer(...))($members['links'] ?? null, $where . '.links'),
            links_info: Read::listOf(Read::object(CartOption::class))($members['links_info'] ?? null, $where . '.links_info'),
            options: Read::listOf(Read::object(ItemOption::class))($members['options'] ?? null, $where . '.options'),
            product_calculations: Read::integer($members['product_calculations'] ?? null, $where . '.product_calculations'),
            real_product_type: Read::text($members['real_product_type'] ?? null, $where . '.real_product_type'),
            shipment_type: Read::integer($members['shipment_type'] ?? null, $where . '.shipment_type'),
            simple_name: Read::text($members['simple_name'] ?? null, $where . '.simple_name'),
            simple_sku: Read::text($members['simple_sku'] ?? null, $where . '.simple_sku'),
            super_product_config: Read::object(ItemGroup::class)($members['super_product_config'] ?? null, $where . '.super_product_config'),
        );
    }
}
