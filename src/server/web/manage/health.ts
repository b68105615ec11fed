/** The health of the service, the size of its store, and its growth. @module */
import { html } from 'hono/html'
import { getLicense, letsImport } from '../../../accounts/license.ts'
import { foreseeTokenAnswer } from '../../../accounts/tokens/authenticate-api-token.ts'
import { listTokens } from '../../../accounts/tokens/tokens.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import type { Database } from '../../../store/database.ts'
import { dialects } from '../../../store/dialects.ts'
import { sql } from '../../../store/sql.ts'
import { type Check, check, checkRunningStore, wrong } from '../../../store/store-checks.ts'
import { checkFollowing } from '../../following/followed-repositories.ts'
import { emptyState, pageHead, stateBadge, tableOf } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import type { Pages } from '../pages.ts'
import type { ManageDependencies } from './manage-scope.ts'

export const healthPages: Pages<ManageDependencies> = {
  'GET /manage/health': {
    who: 'administrators',
    settings: { group: 'Administration', label: 'Health', icon: 'activity' },
    answer: async (c, dependencies) => {
      const { database, show, clock } = dependencies
      const checks = [
        await check('requests', () => requestState(dependencies)),
        await check('store', () => storeState(dependencies)),
        ...(await checkRunningStore(database, clock())),
        await check('license', () => licenseState(dependencies)),
        await check('tokens', () => tokenState(dependencies)),
        ...(await checkFollowing(database, clock)),
      ]
      const bad = checks.filter(({ ok }) => !ok)
      const main = html`${pageHead('Health')}
<p>${bad.length === 0 ? 'All is well.' : `${counted(bad.length, 'thing')} to look at.`} What the service cannot see of itself, <code>markport doctor</code> checks on its machine.</p>
<ul class="checks">${[...bad, ...checks.filter(({ ok }) => ok)].map(checkItem)}</ul>
${storagePart(await readStorage(database, clock()))}`
      return show(c, 200, 'Health', main, { isWide: true })
    },
  },
}

function requestState({ allPlaces }: ManageDependencies): string {
  const stuck = allPlaces.filter(({ isStuck }) => isStuck).map(({ name }) => name)
  if (stuck.length > 0) {
    throw wrong(`work goes on for too long: ${stuck.join(', ')}`, 'Start the service again.')
  }
  const waitingCount = allPlaces.reduce((sum, gate) => sum + gate.waiting, 0)
  const takenCount = allPlaces.reduce((sum, gate) => sum + gate.taken, 0)
  return `${takenCount} under way in this process, ${waitingCount === 0 ? 'and none waits' : `and ${waitingCount} waiting`}`
}

async function storeState({ storeState }: ManageDependencies): Promise<string> {
  const { problem } = await storeState()
  if (problem === undefined) return 'it answers, and what is written is kept'
  throw wrong(problem.message, 'Run markport doctor on the machine of the service.')
}

async function licenseState({ database }: ManageDependencies): Promise<string> {
  const license = await getLicense(database)
  const state = `its state is ${license.status}`
  if (letsImport(license)) return state
  throw wrong(
    state,
    'Set it under License: until then tokens are refused, or those made meanwhile.',
  )
}

async function tokenState({ database, clock }: ManageDependencies): Promise<string> {
  const license = await getLicense(database)
  const states = (await listTokens(database)).map(
    (token) => foreseeTokenAnswer(token, license, clock()).state,
  )
  const count = (state: (typeof states)[number]): number =>
    states.filter((tokenState) => tokenState === state).length
  const [refused, soon] = [count('refused'), count('ends-soon')]
  const may = `${counted(count('active') + soon, 'token')} may be used`
  if (refused + soon === 0) return `${may}, and none ends soon`
  throw wrong(
    `${may}, ${refused} refused, ${soon} end soon`,
    'Renew under Tokens what is still used, give its program the new text, and delete the rest.',
  )
}

interface CheckWords {
  readonly well: string
  readonly ill: string
  readonly meaning: string
  readonly page?: { readonly path: string; readonly label: string }
  /** No other page links there while all is well. */
  readonly isOnlyWay?: boolean
}

const words: Readonly<Record<string, CheckWords>> = {
  requests: {
    well: 'Requests are answered',
    ill: 'Requests hang',
    meaning: 'When many wait, answers take longer.',
  },
  store: {
    well: 'The store takes writes',
    ill: 'The store takes no writes',
    meaning: 'Imports, edits and sign-ins need it.',
  },
  durability: {
    well: 'Saved pages stay',
    ill: 'Saved pages may be lost',
    meaning: 'Saved pages survive a power cut.',
  },
  workers: {
    well: 'All servers with spaces answer',
    ill: 'A server with spaces does not answer',
    meaning: 'Each keeps the pages of some spaces.',
  },
  clock: {
    well: 'The clock is right',
    ill: 'The clock is wrong',
    meaning: 'Tokens, sessions and links expire by it.',
  },
  'signing keys': {
    well: 'Tokens can be signed',
    ill: 'The keys of some tokens are gone',
    meaning: 'Tokens are recognised by the key that signed them.',
  },
  license: {
    well: 'The license lets programs import',
    ill: 'The license lets no program import',
    meaning: 'People can write in any case.',
    page: { path: '/manage/license', label: 'License' },
    isOnlyWay: true,
  },
  tokens: {
    well: 'Tokens do their work',
    ill: 'Some tokens expire soon or are refused',
    meaning: 'A program whose token is refused imports nothing until it is renewed.',
    page: { path: '/manage/tokens?state=attention', label: 'Tokens that need attention' },
  },
  'followed repositories': {
    well: 'Followed repositories are imported',
    ill: 'A followed repository is not imported',
    meaning: 'Changes do not arrive here until its next run succeeds.',
    page: { path: '/manage/following', label: 'Followed repositories' },
  },
}

function checkItem({ name, ok, detail, mend }: Check): Markup {
  const badge = ok ? stateBadge('good', 'OK') : stateBadge('care', 'Check')
  const { well = name, ill = name, meaning = '', page, isOnlyWay } = words[name] ?? {}
  const link = page === undefined ? '' : html` <a href="${page.path}">${page.label}</a>`
  return html`<li>${badge} <b>${ok ? well : ill}</b><span class="hint">${sentence(detail)} ${meaning}${mend === null && isOnlyWay ? link : ''}</span>${mend === null ? '' : html`<p>${sentence(mend)}${link}</p>`}</li>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
}

const mebibyte = 1024 * 1024

function storagePart({ bytes, spaces, growth }: Storage): Markup {
  const [last, before] = growth
  const table = tableOf(
    'Storage by space',
    [
      ['Space', ({ key, name }) => html`<a href="/wiki/spaces/${key}">${name}</a> (${key})`],
      ['Pages', ({ pages }) => String(pages)],
      ['Versions', ({ versions }) => String(versions)],
      ['Images and files', ({ images }) => String(images)],
    ],
    spaces,
  )
  return html`<h2>Storage</h2>
<p>The store takes ${(bytes / mebibyte).toFixed(1)} MiB. In the last 30 days imports ${growthWords(last)}; in the 30 days before, they ${growthWords(before)}.</p>
${spaces.length === 0 ? emptyState('There is no space yet', 'Pages live in spaces: create the first one.', { path: '/manage/spaces/new', label: 'Create a space' }) : table}`
}

function growthWords({ created, updated }: Growth): string {
  return `made ${counted(created, 'page')} and updated ${counted(updated, 'page')}`
}

interface Storage {
  readonly bytes: number
  readonly spaces: readonly SpaceStorage[]
  /** The last thirty days and the thirty before. */
  readonly growth: readonly [Growth, Growth]
}

interface SpaceStorage {
  readonly key: string
  readonly name: string
  /** Includes the trash. */
  readonly pages: number
  readonly versions: number
  readonly images: number
}

interface Growth {
  readonly created: number
  readonly updated: number
}

const spanMs = 30 * 24 * 60 * 60 * 1000
const maxSpaces = 100

async function readStorage(database: Database, now: Date): Promise<Storage> {
  const until = now.getTime()
  const spaces = await database.read<SpaceStorage>(sql`
    select s.key, s.name, p.pages, p.versions, coalesce(a.images, 0) as images
    from spaces s join (
      select space_id, count(*) as pages, sum(version) as versions from pages group by space_id
    ) p on p.space_id = s.id left join (
      select space_id, count(*) as images from attachments group by space_id
    ) a on a.space_id = p.space_id
    where s.deleted_at is null order by p.versions desc, s.key_fold limit ${maxSpaces}`)
  return {
    bytes: await dialects[database.engine].readSize(database.read),
    spaces: spaces.map(({ key, name, pages, versions, images }) => ({
      key,
      name,
      pages: Number(pages),
      versions: Number(versions),
      images: Number(images),
    })),
    growth: [
      await readGrowth(database, until - spanMs, until),
      await readGrowth(database, until - 2 * spanMs, until - spanMs),
    ],
  }
}

async function readGrowth(database: Database, from: number, until: number): Promise<Growth> {
  const rows = await database.read<{ result: string; count: number }>(sql`
    select result, count(*) as count from imports
    where started_at > ${from} and started_at <= ${until} group by result`)
  const count = (result: string): number =>
    Number(rows.find((row) => row.result === result)?.count ?? 0)
  return { created: count('created'), updated: count('updated') }
}
