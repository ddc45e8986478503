<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** A rule of the shop forbids the call now. */
final class RuleViolation extends ShopError
{
}
