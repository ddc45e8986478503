<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** The login lacks a right. */
final class Forbidden extends ShopError
{
}
