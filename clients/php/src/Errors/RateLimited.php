<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** There were too many calls. */
final class RateLimited extends ShopError
{
}
