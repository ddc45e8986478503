<?php

declare(strict_types=1);

namespace Tradelog\Client;

/**
 * What the shop takes in the body of a request. Members that are null are not sent: give an array instead of a body to send a null, which
 * some changes take for "none".
 */
abstract readonly class Body implements \JsonSerializable
{
    /** @return array<string, mixed> the members that are sent */
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
