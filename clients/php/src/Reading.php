<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** How a follower reads what has changed. Resources whose lists take no ids are always read as documents. */
enum Reading
{
    /** One by one, as they are now. */
    case Documents;
    /** Rows of the lists, as of the end of the page: up to 100 by one request. */
    case Rows;
}
