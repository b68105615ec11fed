/** Webhooks, which receive changes. @module */
import { html } from 'hono/html'
import {
  allSpaces,
  listWebhooks,
  type Webhook,
  type WebhookState,
} from '../../../wiki/import/changes/webhooks/webhooks.ts'
import { administrators } from '../components/page-schemes.ts'
import { copyableBlock, stateBadge } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { Pages } from '../pages.ts'

const addCommand = 'markport webhook add DOCS https://receiver.example/markport --secret-file FILE'

export const webhookPages: Pages = administrators.list<Webhook>({
  path: '/manage/webhooks',
  settings: {
    group: 'Administration',
    label: 'Webhooks',
    icon: 'square-arrow-out-up-right',
    badge: {
      words: 'are not told',
      async count({ database }) {
        const all = await listWebhooks(database)
        const untold = all.filter(({ state }) => state !== 'active')
        return all.length === 0 ? 'nothing to say' : untold.length
      },
    },
  },
  read: ({ database }) => listWebhooks(database),
  view: () => ({
    lead: 'A webhook is told of what changes in a space: which page, who and how, and no text of it.',
    emptyText: [
      'There is no webhook yet',
      'The command below adds one: its address is told of each change from then on.',
    ],
    columns: [
      ['Id', ({ id }) => id],
      ['Space', ({ space }) => (space === allSpaces ? 'all' : space)],
      // Show only the host, because the path may contain the receiver's secret.
      ['Host', ({ url }) => html`<span class="long">${new URL(url).host}</span>`],
      [
        'State',
        ({ state, problem }) => html`${states[state]}${problem === null ? '' : ` (${problem})`}`,
      ],
      ['Waiting', ({ waiting }) => String(waiting)],
      ['Next try', ({ nextTryAt }) => (nextTryAt ? dayOf(nextTryAt) : '')],
      ['Last told', ({ deliveredAt }) => (deliveredAt ? dayOf(deliveredAt) : 'never yet')],
    ],
    belowTable: html`<h2>Add one</h2>
<p>Whoever runs the service adds webhooks, has one that was stopped tried again, and deletes them, on its machine. Addresses and secrets never come from a browser.</p>
${copyableBlock('add', addCommand, 'Command to add one', { isWrapped: true })}
${copyableBlock('retry', 'markport webhook retry ID', 'Command to try again', { isWrapped: true })}`,
  }),
})

const states: Readonly<Record<WebhookState, Markup>> = {
  active: html`active`,
  failing: stateBadge('care', 'tried again'),
  stopped: stateBadge('care', 'stopped'),
  'without-secret': stateBadge('care', 'without its secret: add it again'),
}
