<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Body;

final readonly class SystemWebhooksUpdateBody extends Body
{
    public function __construct(
        /** @var bool|null whether changes are sent; true by default. What happens meanwhile is sent once it is active again */
        public ?bool $active = null,
        /** @var list<string>|null created, changed, deleted: which changes are sent; all if empty */
        public ?array $changes = null,
        /** @var list<string>|null of resources that changed, only changes of these fields, and those that name none; all if empty */
        public ?array $fields = null,
        /** @var string|null what it is for, such as ERP; 60 characters at most */
        public ?string $name = null,
        /** @var int|null ID of the back-office account that gets an e-mail when deliveries fail for good; else the shop's general contact */
        public ?int $ownerId = null,
        /** @var 'thin'|'document'|null thin: the change alone; document: with the resource as GET shows it */
        public ?string $payload = null,
        /** @var list<string>|null names of resources as in their paths, such as orders; the caller must be able to read each of them */
        public ?array $resources = null,
        /** @var list<int>|null IDs of store views: only what belongs to one of them, or to its website, or to all; all if empty */
        public ?array $storeIds = null,
        /** @var string|null address that changes are posted to; https, or http in networks that the operator allows */
        public ?string $url = null,
    ) {
    }
}
