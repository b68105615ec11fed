/** How long an export waits for a site, and what of it may fail alone. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { isOfKind } from '../../confluence/site.ts'
import { UnreadablePartError } from '../export-entries.ts'

/** A site that asks to be left alone for longer is taken for one that does not answer. */
const maxPatienceMs = 10 * 60_000
/** Then it answers nothing, and no further page is waited for. */
const maxLostInARow = 6

/** With a site that asks to be left alone for a while, or does not answer. */
export interface PatienceWithSite {
  readonly signal: AbortSignal
  lostInARow: number
}

/** Ask again once the site wants to be asked, however long that takes within reason. */
export async function patiently<Answer>(
  { signal }: PatienceWithSite,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const end = performance.now() + maxPatienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const delayMs = isOfKind(error, 'unavailable') ? error.retryAfterMs : undefined
      if (delayMs === undefined || performance.now() + delayMs > end) throw error
      await wait(delayMs, undefined, { signal })
    }
  }
}

/** Ask for a part of the export: what fails with it alone is told, and the rest goes on. */
export async function askForPart<Answer>(
  patience: PatienceWithSite,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await patiently(patience, ask)
    patience.lostInARow = 0
    return answer
  } catch (error) {
    patience.lostInARow += isOfKind(error, 'unavailable') ? 1 : 0
    const isOfAll = isOfKind(error, 'credential') || patience.lostInARow >= maxLostInARow
    const isOfPart = isOfKind(error, 'unavailable', 'bad-request', 'not-found', 'removed')
    if (isOfAll || !isOfPart) throw error
    throw new UnreadablePartError(error.message, { cause: error })
  }
}
