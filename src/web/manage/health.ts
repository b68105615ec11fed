/** How the service is, in sentences, what its store holds, and how that grows. @module */
import { html } from 'hono/html'
import { getLicense } from '../../auth/license.ts'
import { foreseeTokenAnswer } from '../../auth/tokens/token-answer.ts'
import { counted } from '../../base/visible-text.ts'
import { type Check, check, checkRunningStore, wrong } from '../../database/store-checks.ts'
import { icon } from '../components/icon.ts'
import { pageHead } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import type { WebHandlers } from '../web-map.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { readStorage } from './read-storage.ts'
import { storagePart } from './storage-part.ts'

/**
 * Make the handler.
 * @param dependencies What it asks.
 */
export function healthPages(dependencies: ManageDependencies): WebHandlers {
  const { database, show, clock } = dependencies
  return {
    'GET /manage/health': async (c) => {
      const checks = [
        await check('requests', () => requestState(dependencies)),
        await check('store', () => storeState(dependencies)),
        ...(await checkRunningStore(database, clock())),
        await check('license', () => licenseState(dependencies)),
        await check('tokens', () => tokenState(dependencies)),
      ]
      const storage = await readStorage(database, clock())
      return show(c, 200, 'Health', healthPage(checks, storagePart(storage)), { isWide: true })
    },
  }
}

function requestState({ allPlaces }: ManageDependencies): string {
  const stuck = allPlaces.filter(({ isStuck }) => isStuck).map(({ name }) => name)
  if (stuck.length > 0) {
    throw wrong(`work goes on for too long: ${stuck.join(', ')}`, 'Start the service again.')
  }
  const waiting = allPlaces.reduce((sum, gate) => sum + gate.waiting, 0)
  const taken = allPlaces.reduce((sum, gate) => sum + gate.taken, 0)
  return `${taken} under way on this process, ${waiting === 0 ? 'none waits' : `${waiting} waiting`}`
}

async function storeState({ storeState }: ManageDependencies): Promise<string> {
  const { problem } = await storeState()
  if (problem === undefined) return 'takes writes'
  throw wrong(problem.message, 'Run markport doctor on the machine of the service.')
}

async function licenseState({ database }: ManageDependencies): Promise<string> {
  const { status } = await getLicense(database)
  if (status === 'active' || status === 'trial') return status
  throw wrong(
    status,
    'Set it under License: until then tokens are refused, or those made meanwhile.',
  )
}

async function tokenState({ apiTokens, database, clock }: ManageDependencies): Promise<string> {
  const license = await getLicense(database)
  const states = (await apiTokens.list()).map(
    (token) => foreseeTokenAnswer(token, license, clock()).state,
  )
  const count = (state: (typeof states)[number]): number =>
    states.filter((one) => one === state).length
  const [refused, soon] = [count('refused'), count('ends-soon')]
  const words = `${counted(count('active') + soon, 'token')} may import`
  if (refused + soon === 0) return words
  throw wrong(`${words}, ${refused} refused, ${soon} end soon`, 'Look at them under Tokens.')
}

/** What each check says where all is well, by its name. */
const titles: Readonly<Record<string, string>> = {
  requests: 'Requests are answered',
  store: 'The store is there',
  durability: 'What was acknowledged stays',
  clock: 'The clock is right',
  'signing keys': 'Tokens can be signed',
  license: 'The license lets programs import',
  tokens: 'Tokens do their work',
}

function healthPage(checks: readonly Check[], storage: Markup): Markup {
  const bad = checks.filter(({ ok }) => !ok).length
  return html`${pageHead('Health')}
<p>${bad === 0 ? 'All is well.' : `${counted(bad, 'thing')} to look at.`} What the service cannot see of itself, <code>markport doctor</code> checks on its machine.</p>
<ul class="checks">${checks.map(checkItem)}</ul>
${storage}`
}

function checkItem({ name, ok, detail, mend }: Check): Markup {
  const badge = ok
    ? html`<span class="badge good">${icon('check')}Well</span>`
    : html`<span class="badge care">${icon('triangle-alert')}Look</span>`
  return html`<li>${badge} <b>${titles[name] ?? name}</b><span class="hint">${detail}${mend === null ? '' : html`. ${mend}`}</span></li>`
}
