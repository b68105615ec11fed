/** What `markport doctor` finds of each webhook. @module */
import { counted } from '../../base/counted.ts'
import { listWebhooks, type WebhookState } from '../../changes/webhooks/webhooks.ts'
import type { Database } from '../../database/database.ts'
import type { Check } from '../../database/store-checks.ts'

/** What to do where changes do not arrive any more. */
const mends: Partial<Record<WebhookState, (id: string) => string>> = {
  stopped: (id) => `Mend the receiver, then: markport webhook retry ${id}`,
  'without-secret': () =>
    'Backups hold no secrets. Add it again: markport webhook add KEY URL --secret-file F',
}

/**
 * Look at all webhooks; nothing is sent.
 * @param database The store, with the schema of this program.
 */
export async function checkWebhooks(database: Pick<Database, 'read'>): Promise<Check[]> {
  const all = await listWebhooks(database)
  return all.map(({ id, url, state, problem, waiting }) => {
    const mend = mends[state]?.(id) ?? null
    const why = problem === null ? '' : ` (${problem})`
    const detail = `${state}${why}, ${counted(waiting, 'change')} waiting for ${new URL(url).host}`
    return { name: `webhook ${id}`, ok: mend === null, detail, mend }
  })
}
