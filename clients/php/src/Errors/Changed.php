<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** The resource does not have the ETag in ifMatch. */
final class Changed extends ShopError
{
}
