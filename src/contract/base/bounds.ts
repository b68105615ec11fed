/** Limits on the rows of each caller, enforced by the insert statements. @module */
import { RequestError } from '../errors.ts'

export interface Bound {
  readonly what: string
  readonly most: number
  readonly per: string
  /** How a row too many is refused, or what happens instead. */
  readonly excess: Refusal | string
}

export interface RefusingBound extends Bound {
  readonly excess: Refusal
}

interface Refusal {
  readonly key: 'bad-request' | 'too-many-requests'
  readonly wayOut: string
}

function refusing(
  most: number,
  what: string,
  per: string,
  wayOut: string,
  key: Refusal['key'] = 'bad-request',
): RefusingBound {
  return { what, most, per, excess: { key, wayOut } }
}

function dropping(most: number, what: string, excess: string): Bound {
  return { what, most, per: 'user', excess }
}

const deleteOne = 'Delete one that is no longer needed, then try again.'
const lookAtPart = 'Look at a part of the folder at a time, or import the rest first.'
const waiting = 'too-many-requests'

export const bounds = {
  liveApiTokens: refusing(50, 'API tokens that have not expired', 'owner', deleteOne),
  // No single owner can fill it.
  allLiveApiTokens: refusing(1_000, 'API tokens that have not expired', 'installation', deleteOne),
  apiTokens: refusing(500, 'API tokens, expired ones included', 'owner', deleteOne),
  hostTokens: refusing(500, 'host tokens, expired ones included', 'owner', deleteOne),
  reservations: refusing(
    50_000,
    'reserved pages of a space that have not been made',
    'user',
    'Import the pages that are reserved, or wait until they lapse, which takes 24 hours.',
    waiting,
  ),
  previews: refusing(
    100,
    'previews',
    'space',
    'End one that is no longer needed with --end-preview, or wait until one ends by itself.',
    waiting,
  ),
  previewPages: refusing(5_000, 'pages that differ', 'preview', lookAtPart),
  previewBytes: refusing(128, 'MiB of pages and images', 'preview', lookAtPart),
  reportsOfUser: refusing(
    20,
    'reports of problems in this space, within 24 hours',
    'user',
    'Report the rest tomorrow.',
    waiting,
  ),
  reportsOfPage: refusing(
    50,
    'reports of problems that nobody has closed',
    'page',
    'Its writers know: wait until they close some.',
    waiting,
  ),
  sessions: dropping(100, 'sessions', 'the one that was used longest ago ends'),
  awaitingSessions: dropping(10, 'sign-ins that wait for a code', 'the oldest ends'),
  oneTimeLinks: dropping(10, 'links to choose a password', 'the oldest ends'),
  drafts: dropping(50, 'drafts in the editor', 'the oldest goes'),
  refusedImports: dropping(
    5_000,
    'imports in the log that were refused before they were saved, within 24 hours',
    'only the log and the figures tell of more',
  ),
}

/** When a caller at a limit of expiring rows may try again. */
const retryAfterSeconds = 60

/** @param most Replaces the bound's number, where an option sets it. */
export function beyond(
  { what, per, excess, ...bound }: RefusingBound,
  most: number = bound.most,
): RequestError {
  return new RequestError(
    excess.key,
    `This ${per} already has ${most} ${what}, which is the limit. ${excess.wayOut}`,
    excess.key === waiting ? { retryAfterSeconds } : {},
  )
}
