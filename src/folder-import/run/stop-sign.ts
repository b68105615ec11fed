/** Decides when a failure of one page means that no other can succeed. @module */
import type { ImportError } from '../../http-client/import-error.ts'

interface StopSign {
  /** Why the run ends; `undefined` while it goes on. */
  reason(): string | undefined
  /**
   * Take a failure into account.
   * @param isAtTop The page was to go below the parent that the user gave.
   * @returns Whether it is the run's, and says nothing of the page.
   */
  failed(error: ImportError, isAtTop: boolean): boolean
  succeeded(): void
  stop(reason: string): void
}

/** Failures of the token or the address: every further page would fail as well. */
const hopeless: ReadonlySet<string> = new Set([
  'unauthorized',
  'license-expired',
  'forbidden',
  'method-not-allowed',
  'untrusted-certificate',
  'bad-answer',
])
const unreachable: ReadonlySet<string> = new Set(['no-connection', 'timed-out', 'unavailable'])
/** Failures that say nothing of the page: the next run may well send it. */
const passing: ReadonlySet<string> = new Set([
  ...unreachable,
  'too-many-requests',
  'internal-error',
])
/** One page may be unlucky; so many in a row mean that the service is gone. */
const maxUnreachable = 3

/** The reason when the user or the system asks for the end. */
export const interruption = 'The run was interrupted. Import again: only what is left is sent.'

/** Tell whether a failure leaves open what becomes of its page. */
export function isPassing({ key }: ImportError): boolean {
  return passing.has(key)
}

/** Failures that people are the reason for who wrote on the page that is there. */
const ofPeople: ReadonlySet<string> = new Set(['edited-elsewhere', 'comments-would-detach'])

/** Tell whether the text of the page that is there refuses to be written over. */
export function isOfPeople({ key }: Pick<ImportError, 'key'>): boolean {
  return ofPeople.has(key)
}

/**
 * Word a failure that ends the run.
 * @param error What went wrong with the token, the space or the page above all others.
 */
export function wordEnd({ key, message }: ImportError): string {
  return key === 'not-found' ? `${message} Check --space, --parent and --endpoint.` : message
}

/** Start with no reason to stop. */
export function stopSign(): StopSign {
  let reason: string | undefined
  let unreachableInARow = 0
  return {
    reason: () => reason,
    failed(error, isAtTop) {
      unreachableInARow = unreachable.has(error.key) ? unreachableInARow + 1 : 0
      const isOfRun = hopeless.has(error.key) || (error.key === 'not-found' && isAtTop)
      if (isOfRun || unreachableInARow >= maxUnreachable) reason ??= wordEnd(error)
      return isOfRun
    },
    succeeded() {
      unreachableInARow = 0
    },
    stop(why) {
      reason ??= why
    },
  }
}
