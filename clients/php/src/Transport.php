<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\Cancelled;
use Tradelog\Client\Errors\NetworkError;

/** Carries requests. Another transport may take the place of those of the library. */
interface Transport
{
    /**
     * Returns the answer to a request, whatever its status. Redirects are not followed.
     *
     * @throws NetworkError without a whole answer
     * @throws Cancelled if the request's cancellation says so
     */
    public function send(Request $request): Answer;
}
