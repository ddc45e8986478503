<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** A concurrent change of the same resource, or a name is taken. */
class Conflict extends ShopError
{
}
