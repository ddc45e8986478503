<?php

declare(strict_types=1);

namespace Tradelog\Client;

use Tradelog\Client\Errors\Cancelled;
use Tradelog\Client\Errors\NetworkError;

/** Sends requests. An application may implement its own. */
interface Transport
{
    /**
     * Returns the answer to a request, with any status. Redirects are not followed.
     *
     * @throws NetworkError without a whole answer
     * @throws Cancelled if the request's cancellation says so
     */
    public function send(Request $request): Answer;
}
