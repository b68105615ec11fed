/** The health of the service, and the size of its store. @module */
import { html } from 'hono/html'
import { getLicense, letsImport } from '../../../accounts/license.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import { dialects } from '../../../store/dialects.ts'
import { type Check, check, checkRunningStore, wrong } from '../../../store/store-checks.ts'
import { listWebhooks, type WebhookState } from '../../../wiki/import/changes/webhooks/webhooks.ts'
import { checkFollowing } from '../../following/followed-repositories.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { pageHead, stateBadge } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { show } from '../frame/show.ts'
import type { Pages } from '../pages.ts'

const mebibyte = 1024 * 1024

export const healthPages: Pages = {
  'GET /manage/health': {
    who: 'administrators',
    settings: { group: 'Administration', label: 'Health', icon: 'activity' },
    answer: async (c, dependencies) => {
      const { database, clock } = dependencies
      const checks = [
        await check('requests', () => requestState(dependencies)),
        await check('store', () => storeState(dependencies)),
        ...(await checkRunningStore(database, clock())),
        await check('license', () => licenseState(dependencies)),
        ...(await checkFollowing(database, clock)),
        ...(await checkWebhooks(dependencies)),
      ]
      const bad = checks.filter(({ ok }) => !ok)
      const bytes = await dialects[database.engine].readSize(database.read)
      const main = html`${pageHead('Health')}
<p>${bad.length === 0 ? 'All is well.' : `${counted(bad.length, 'thing')} to look at.`} What the service cannot see of itself, <code>markport doctor</code> checks on its machine. The store takes ${(bytes / mebibyte).toFixed(1)} MiB.</p>
<ul class="checks">${[...bad, ...checks.filter(({ ok }) => ok)].map(checkItem)}</ul>`
      return show(c, 200, 'Health', main, { isWide: true })
    },
  },
}

function requestState({ gates }: ServiceParts): string {
  const stuck = gates.filter(({ isStuck }) => isStuck).map(({ name }) => name)
  if (stuck.length > 0) {
    throw wrong(`work goes on for too long: ${stuck.join(', ')}`, 'Start the service again.')
  }
  const waitingCount = gates.reduce((sum, gate) => sum + gate.waiting, 0)
  const takenCount = gates.reduce((sum, gate) => sum + gate.taken, 0)
  return `${takenCount} under way in this process, ${waitingCount === 0 ? 'and none waits' : `and ${waitingCount} waiting`}`
}

async function storeState({ storeState }: ServiceParts): Promise<string> {
  const { problem } = await storeState()
  if (problem === undefined) return 'it answers, and what is written is kept'
  throw wrong(problem.message, 'Run markport doctor on the machine of the service.')
}

async function licenseState({ database }: ServiceParts): Promise<string> {
  const license = await getLicense(database)
  const state = `its state is ${license.status}`
  if (letsImport(license)) return state
  throw wrong(
    state,
    'Set it under License: until then tokens are refused, or those made meanwhile.',
  )
}

async function checkWebhooks({ database }: ServiceParts): Promise<Check[]> {
  const all = await listWebhooks(database)
  const [first, ...others] = all.filter(({ state }) => state !== 'active')
  if (all.length === 0) return []
  return [
    await check('webhooks', () => {
      const total = counted(all.length, 'webhook')
      if (first === undefined) return `${total} told of changes`
      // Name only the host, because the path may contain the receiver's secret.
      const { host } = new URL(first.url)
      throw wrong(
        `${others.length + 1} of ${total} not told of changes; ${first.id} to ${host} is ${states[first.state]}`,
        'Mend what receives it. The command markport webhook list says more, and webhook retry sends what waits.',
      )
    }),
  ]
}

const states: Readonly<Record<WebhookState, string>> = {
  active: 'told',
  failing: 'tried again',
  stopped: 'stopped',
  'without-secret': 'without its secret, and has to be added again',
}

/** For each check, the page where an administrator can see or fix the problem. */
const pages: Readonly<Record<string, readonly [path: string, label: string]>> = {
  license: ['/manage/license', 'License'],
  'followed repositories': ['/manage/following', 'Followed repositories'],
}

function checkItem({ name, ok, detail, mend }: Check): Markup {
  const badge = ok ? stateBadge('good', 'OK') : stateBadge('care', 'Check')
  const [path, label] = pages[name] ?? []
  const link = path === undefined ? '' : html` <a href="${path}">${label}</a>`
  return html`<li>${badge} <b>${sentence(name).slice(0, -1)}</b><span class="hint">${sentence(detail)}${mend === null ? link : ''}</span>${mend === null ? '' : html`<p>${sentence(mend)}${link}</p>`}</li>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
}
