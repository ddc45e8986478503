<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** The request is wrong. */
final class InvalidRequest extends ShopError
{
}
