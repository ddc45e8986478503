<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** The resource is not the one that ifMatch names. */
final class Changed extends ShopError
{
}
