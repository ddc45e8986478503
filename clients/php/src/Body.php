<?php

declare(strict_types=1);

namespace Tradelog\Client;

/**
 * The body of a request. Null members are not sent. To send a null, which some changes read as "none", give an array instead of a body.
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
