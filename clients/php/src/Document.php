<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A document in an answer of the shop. Absent members are null; members unknown to the library are left out. */
abstract readonly class Document implements \JsonSerializable
{
    /** @param array<string, mixed> $members */
    abstract public static function from(array $members, string $where = ''): static;

    /** @return array<string, mixed> the members that are there */
    public function toArray(): array
    {
        return array_filter(get_object_vars($this), static fn (mixed $member): bool => $member !== null);
    }

    /** @return array<string, mixed>|\stdClass */
    public function jsonSerialize(): array|\stdClass
    {
        return $this->toArray() ?: new \stdClass();
    }
}
