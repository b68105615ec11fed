/** Limits on the rows of each caller, enforced by the insert statements. @module */
import { RequestError } from '../errors.ts'

export interface Bound {
  readonly what: string
  readonly most: number
  readonly per: string
  readonly excess: RefusingExcess | DroppingExcess
}

export type RefusingBound = Bound & { readonly excess: RefusingExcess }

interface RefusingExcess {
  readonly answer: 'bad-request' | 'too-many-requests'
  readonly wayOut: string
}

interface DroppingExcess {
  readonly instead: string
}

const deleteOne = 'Delete one that is no longer needed, then try again.'

export type RefusingName =
  | 'liveApiTokens'
  | 'allLiveApiTokens'
  | 'apiTokens'
  | 'hostTokens'
  | 'reservations'
  | 'previews'
  | 'previewPages'
  | 'previewBytes'

export type BoundName =
  | RefusingName
  | 'sessions'
  | 'awaitingSessions'
  | 'oneTimeLinks'
  | 'drafts'
  | 'refusedImports'

export const bounds: Readonly<Record<BoundName, Bound> & Record<RefusingName, RefusingBound>> = {
  liveApiTokens: {
    what: 'API tokens that have not expired',
    most: 50,
    per: 'owner',
    excess: { answer: 'bad-request', wayOut: deleteOne },
  },
  allLiveApiTokens: {
    what: 'API tokens that have not expired',
    // No single owner can fill it.
    most: 1_000,
    per: 'installation',
    excess: { answer: 'bad-request', wayOut: deleteOne },
  },
  apiTokens: {
    what: 'API tokens, expired ones included',
    most: 500,
    per: 'owner',
    excess: { answer: 'bad-request', wayOut: deleteOne },
  },
  hostTokens: {
    what: 'host tokens, expired ones included',
    most: 500,
    per: 'owner',
    excess: { answer: 'bad-request', wayOut: deleteOne },
  },
  reservations: {
    what: 'reserved pages of a space that have not been made',
    most: 50_000,
    per: 'user',
    excess: {
      answer: 'too-many-requests',
      wayOut: 'Import the pages that are reserved, or wait until they lapse, which takes 24 hours.',
    },
  },
  previews: {
    what: 'previews',
    most: 100,
    per: 'space',
    excess: {
      answer: 'too-many-requests',
      wayOut:
        'End one that is no longer needed with --end-preview, or wait until one ends by itself.',
    },
  },
  previewPages: {
    what: 'pages that differ',
    most: 5_000,
    per: 'preview',
    excess: {
      answer: 'bad-request',
      wayOut: 'Look at a part of the folder at a time, or import the rest first.',
    },
  },
  previewBytes: {
    what: 'MiB of pages and images',
    most: 128,
    per: 'preview',
    excess: {
      answer: 'bad-request',
      wayOut: 'Look at a part of the folder at a time, or import the rest first.',
    },
  },
  sessions: {
    what: 'sessions',
    most: 100,
    per: 'user',
    excess: { instead: 'the one that was used longest ago ends' },
  },
  awaitingSessions: {
    what: 'sign-ins that wait for a code',
    most: 10,
    per: 'user',
    excess: { instead: 'the oldest ends' },
  },
  oneTimeLinks: {
    what: 'links to choose a password',
    most: 10,
    per: 'user',
    excess: { instead: 'the oldest ends' },
  },
  drafts: {
    what: 'drafts in the editor',
    most: 50,
    per: 'user',
    excess: { instead: 'the oldest goes' },
  },
  refusedImports: {
    what: 'imports in the log that were refused before they were saved, within 24 hours',
    most: 5_000,
    per: 'user',
    excess: { instead: 'only the log and the figures tell of more' },
  },
}

/** When a caller at a limit of expiring rows may try again. */
const retryAfterSeconds = 60

/** @param most Replaces the bound's number, where an option sets it. */
export function beyond(
  { what, per, excess, ...bound }: RefusingBound,
  most: number = bound.most,
): RequestError {
  const { answer, wayOut } = excess
  return new RequestError(
    answer,
    `This ${per} already has ${most} ${what}, which is the limit. ${wayOut}`,
    answer === 'too-many-requests' ? { retryAfterSeconds } : {},
  )
}
