<?php

declare(strict_types=1);

namespace Tradelog\Client\Errors;

/** The caller has cancelled the call. The shop may have carried it out. */
final class Cancelled extends \RuntimeException
{
}
