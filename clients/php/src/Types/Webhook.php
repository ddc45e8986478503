<?php

// Generated from the OpenAPI document by test/clienttypes; make generate renews it.

declare(strict_types=1);

namespace Tradelog\Client\Types;

use Tradelog\Client\Read;
use Tradelog\Client\Document;

final readonly class Webhook extends Document
{
    public function __construct(
        /** @var bool|null whether changes are sent; true by default. What happens meanwhile is sent once it is active again */
        public ?bool $active = null,
        /** @var list<string>|null created, changed, deleted: which changes are sent; all if empty */
        public ?array $changes = null,
        /** @var list<mixed>|array<string, mixed>|null members added by modules, by module name; an empty list if there are none */
        public ?array $extensions = null,
        /** @var list<string>|null of resources that changed, only changes of these fields, and those that name none; all if empty */
        public ?array $fields = null,
        /** @var string|null until then the former secret signs as well; null: it does not */
        public ?string $formerSecretUntil = null,
        /** @var int|null ID of the webhook */
        public ?int $id = null,
        /** @var string|null what it is for, such as ERP; 60 characters at most */
        public ?string $name = null,
        /** @var int|null ID of the back-office account that gets an e-mail when deliveries fail for good; else the shop's general contact */
        public ?int $ownerId = null,
        /** @var string|null time at which deliveries were last given up; null: never */
        public ?string $parkedAt = null,
        /** @var 'thin'|'document'|null thin: the change alone; document: with the resource as GET shows it */
        public ?string $payload = null,
        /** @var int|null position that it was set to last */
        public ?int $replayAfter = null,
        /** @var int|null number of times that it was set to another position */
        public ?int $replays = null,
        /** @var list<string>|null names of resources as in their paths, such as orders; the caller must be able to read each of them */
        public ?array $resources = null,
        /** @var int|null number of the secret, from 1 */
        public ?int $secretVersion = null,
        /** @var list<int>|null IDs of store views: only what belongs to one of them, or to its website, or to all; all if empty */
        public ?array $storeIds = null,
        /** @var string|null since then nothing is sent, because it failed for too long; null: it is not suspended */
        public ?string $suspendedAt = null,
        /** @var string|null why it was suspended, or deliveries were given up */
        public ?string $trouble = null,
        /** @var string|null address that changes are posted to; https, or http in networks that the operator allows */
        public ?string $url = null,
    ) {
    }

    /** @param array<string, mixed> $members */
    public static function from(array $members, string $where = 'Webhook'): static
    {
        return new self(
            active: Read::boolean($members['active'] ?? null, $where . '.active'),
            changes: Read::listOf(Read::text(...))($members['changes'] ?? null, $where . '.changes'),
            extensions: Read::either(Read::listOf(Read::any(...)), Read::mapOf(Read::any(...)))($members['extensions'] ?? null, $where . '.extensions'),
            fields: Read::listOf(Read::text(...))($members['fields'] ?? null, $where . '.fields'),
            formerSecretUntil: Read::text($members['formerSecretUntil'] ?? null, $where . '.formerSecretUntil'),
            id: Read::integer($members['id'] ?? null, $where . '.id'),
            name: Read::text($members['name'] ?? null, $where . '.name'),
            ownerId: Read::integer($members['ownerId'] ?? null, $where . '.ownerId'),
            parkedAt: Read::text($members['parkedAt'] ?? null, $where . '.parkedAt'),
            payload: Read::text($members['payload'] ?? null, $where . '.payload'),
            replayAfter: Read::integer($members['replayAfter'] ?? null, $where . '.replayAfter'),
            replays: Read::integer($members['replays'] ?? null, $where . '.replays'),
            resources: Read::listOf(Read::text(...))($members['resources'] ?? null, $where . '.resources'),
            secretVersion: Read::integer($members['secretVersion'] ?? null, $where . '.secretVersion'),
            storeIds: Read::listOf(Read::integer(...))($members['storeIds'] ?? null, $where . '.storeIds'),
            suspendedAt: Read::text($members['suspendedAt'] ?? null, $where . '.suspendedAt'),
            trouble: Read::text($members['trouble'] ?? null, $where . '.trouble'),
            url: Read::text($members['url'] ?? null, $where . '.url'),
        );
    }
}
