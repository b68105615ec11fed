/** Decides when the failure of one page ends the run. @module */
import type { ImportError } from '../client/exchange.ts'

export interface StopSign {
  reason(): string | undefined
  /** @returns Whether the failure concerns the whole run. */
  failed(error: ImportError, isAtTop: boolean): boolean
  succeeded(): void
  stop(reason: string): void
}

/** Failures of token or address, which every page would have. */
const fatalKeys: ReadonlySet<string> = new Set([
  'unauthorized',
  'license-expired',
  'forbidden',
  'method-not-allowed',
  'untrusted-certificate',
  'bad-answer',
])
const unreachableKeys: ReadonlySet<string> = new Set(['no-connection', 'timed-out', 'unavailable'])
/** Failures that do not concern the page: the next run may succeed. */
const passingKeys: ReadonlySet<string> = new Set([
  ...unreachableKeys,
  'too-many-requests',
  'internal-error',
])
/** After this many in a row, the service is considered down. */
const maxUnreachable = 3

export const interruption = 'The run was interrupted. Import again: only what is left is sent.'

export function isPassing({ key }: ImportError): boolean {
  return passingKeys.has(key)
}

const editKeys: ReadonlySet<string> = new Set(['edited-elsewhere', 'comments-would-detach'])

export function isOfPeople({ key }: Pick<ImportError, 'key'>): boolean {
  return editKeys.has(key)
}

export function wordEnd({ key, message }: ImportError): string {
  return key === 'not-found' ? `${message} Check --space, --parent and --endpoint.` : message
}

export function stopSign(): StopSign {
  let reason: string | undefined
  let unreachableInARow = 0
  return {
    reason: () => reason,
    failed(error, isAtTop) {
      unreachableInARow = unreachableKeys.has(error.key) ? unreachableInARow + 1 : 0
      const isOfRun = fatalKeys.has(error.key) || (error.key === 'not-found' && isAtTop)
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
