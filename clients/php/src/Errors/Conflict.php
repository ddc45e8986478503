<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** Somebody changes the same thing, or a name is taken. */
class Conflict extends ShopError
{
}
