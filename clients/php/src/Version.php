<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** The version of the library. */
final class Version
{
    public const NUMBER = '1.0.0';
}
