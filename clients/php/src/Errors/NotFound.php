<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** There is no such resource, or the caller may not see it. */
final class NotFound extends ShopError
{
}
