/** The list of webhooks: whom the service tells of changes, and how that goes. @module */
import { html } from 'hono/html'
import type { Webhook, WebhookState } from '../../changes/webhooks/webhooks.ts'
import { allSpaces, webhooks } from '../../changes/webhooks/webhooks.ts'
import { copyableBlock } from '../components/copyable.ts'
import { dataTable, pageHead } from '../components/parts.ts'
import { relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { WebHandlers } from '../web-map.ts'
import type { ManageDependencies } from './manage-scope.ts'

/**
 * Make the handler.
 * @param dependencies What it works with.
 */
export function webhookRoutes({ database, ids, clock, show }: ManageDependencies): WebHandlers {
  return {
    'GET /manage/webhooks': async (c) => {
      const main = webhooksPage(await webhooks(database, ids, clock).list(), clock())
      return show(c, 200, 'Webhooks', main, { isWide: true })
    },
  }
}

const stateWords: Readonly<Record<WebhookState, Markup>> = {
  active: html`told of each change`,
  failing: html`<span class="badge badge-care">tried again</span>`,
  stopped: html`<span class="badge badge-care">stopped</span>`,
  'without-secret': html`<span class="badge badge-care">without its secret: add it again</span>`,
}

function webhooksPage(all: readonly Webhook[], now: Date): Markup {
  const rows = all.map((one) => [
    one.id,
    one.space === allSpaces ? 'all' : one.space,
    // What follows the host may be a secret of the receiver's.
    html`<span class="long">${new URL(one.url).host}</span>`,
    html`${stateWords[one.state]}${one.problem === null ? '' : html` (${one.problem})`}`,
    String(one.waiting),
    one.nextTryAt === null ? '' : relativeTime(one.nextTryAt, now),
    one.deliveredAt === null ? html`never yet` : relativeTime(one.deliveredAt, now),
  ])
  const columns = ['Id', 'Space', 'Host', 'State', 'Waiting', 'Next try', 'Last told']
  return html`${pageHead('Webhooks')}
<p>A webhook is told of what changes in a space: which page, who and how, and no text of it.</p>
${
  all.length === 0
    ? html`<p class="empty">There is no webhook.</p>`
    : dataTable('Webhooks', columns, rows)
}
<h2>Add one</h2>
<p>Whoever runs the service adds webhooks, has one that was stopped tried again, and deletes them, on its machine. Addresses and secrets never come from a browser.</p>
${copyableBlock('add', addCommand, 'Command', { isWrapped: true })}
${copyableBlock('retry', 'markport webhook retry ID', 'Command', { isWrapped: true })}`
}

const addCommand = 'markport webhook add DOCS https://receiver.example/markport --secret-file FILE'
