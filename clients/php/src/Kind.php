<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** The class of a failure, which says what the caller can do. */
enum Kind: string
{
    /** The request is wrong: change it. */
    case Invalid = 'invalid';
    /** There is no login, or a wrong one. */
    case Unauthorized = 'unauthorized';
    /** The login lacks a right: use another. */
    case Forbidden = 'forbidden';
    /** There is no such thing, or the caller may not see it. */
    case NotFound = 'not_found';
    /** Somebody changes the same thing, or a name is taken: load again. */
    case Conflict = 'conflict';
    /** The resource is not the one that ifMatch names: load it again and decide anew. */
    case Changed = 'changed';
    /** A rule of the shop forbids it now. */
    case Precondition = 'precondition';
    /** Too many calls: wait. */
    case RateLimited = 'rate_limited';
    /** A part of the shop is down or behind: repeat later. */
    case Unavailable = 'unavailable';
    /** Any other failure of the shop, which the caller cannot mend. */
    case Internal = 'internal';
    /** There was no answer, or none that can be read. */
    case Network = 'network';
    /** A webhook is not the shop's, or too old. */
    case Signature = 'signature';
    /** The feed of changes begins anew: read all resources again. */
    case LogReplaced = 'log_replaced';
}
