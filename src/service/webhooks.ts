/** Has webhooks told as long as the service runs. @module */
import { type WebhookTools, webhookTeller } from '../changes/webhooks/deliver-webhooks.ts'
import { repeat } from './repeat.ts'

/** A change is told of within that time. */
const sweepIntervalMs = 2_000

/**
 * Begin to tell webhooks. Several processes may do so on one store.
 * @param tools The store, the time, and who is told of failures.
 */
export function startWebhooks(tools: Omit<WebhookTools, 'signal'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const teller = webhookTeller({ ...tools, signal })
  const sweeping = repeat(teller.sweep, { everyMs: sweepIntervalMs, signal }, (error) =>
    tools.log.error({ error }, 'webhooks not told'),
  )
  return {
    async stop() {
      stopping.abort()
      await sweeping
      await teller.ended()
    },
  }
}
