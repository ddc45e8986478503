<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** A file in the form of a request. */
final readonly class File
{
    public function __construct(public string $name, public string $content)
    {
    }
}
