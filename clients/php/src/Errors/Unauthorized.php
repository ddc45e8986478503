<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** There is no login, or a wrong one. */
final class Unauthorized extends ShopError
{
}
