<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A document that the shop answers with. Members that are absent are null; those that the library does not know are left out. */
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
