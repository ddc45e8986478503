<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** A part of the shop is down or behind. */
final class Unavailable extends ShopError
{
}
