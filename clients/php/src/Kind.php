<?php

declare(strict_types=1);

namespace Tradelog\Client;

/** The kind of a failure, by the caller's possible reaction. */
enum Kind: string
{
    /** The request is wrong: change it. */
    case Invalid = 'invalid';
    /** There is no login, or a wrong one. */
    case Unauthorized = 'unauthorized';
    /** The login lacks a right: use another. */
    case Forbidden = 'forbidden';
    /** There is no such resource, or the caller may not see it. */
    case NotFound = 'not_found';
    /** A concurrent change of the same resource, or a name is taken: load again. */
    case Conflict = 'conflict';
    /** The resource does not have the ETag in ifMatch: load it again and decide anew. */
    case Changed = 'changed';
    /** A rule of the shop forbids it now. */
    case Precondition = 'precondition';
    /** Too many calls: wait. */
    case RateLimited = 'rate_limited';
    /** A part of the shop is down or behind: repeat later. */
    case Unavailable = 'unavailable';
    /** Any other failure of the shop. */
    case Internal = 'internal';
    /** There was no answer, or none that can be read. */
    case Network = 'network';
    /** A webhook is not signed by the shop, or too old. */
    case Signature = 'signature';
    /** The feed of changes begins anew: read all resources again. */
    case LogReplaced = 'log_replaced';
    /** The idempotency key belongs to an earlier request with another body, and the answer is that request's. */
    case KeyReused = 'key_reused';
}
