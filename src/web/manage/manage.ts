/** The handlers of the administration pages, and the counts beside the links to them. @module */
import { html } from 'hono/html'
import { getLicense, letsImport } from '../../auth/license.ts'
import { foreseeTokenAnswer, needsAttention } from '../../auth/tokens/authenticate-api-token.ts'
import { listTokens } from '../../auth/tokens/tokens.ts'
import { sql } from '../../database/sql.ts'
import { countTroubledDeliveries } from '../../delivery/queue/list-deliveries.ts'
import { hasFailed, listRepositories } from '../../following/followed-repositories.ts'
import {
  allSpaces,
  isToldOfAll,
  listWebhooks,
  type Webhook,
  type WebhookState,
  webhooks,
} from '../../importing/changes/webhooks/webhooks.ts'
import { countImportsByDay } from '../../importing/ledger/import-history.ts'
import { copyableBlock, dataTable, emptyState, pageHead } from '../components/parts.ts'
import { relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { WebHandlers } from '../web-map.ts'
import type { Attention, Viewer } from '../web-scope.ts'
import { accessRoutes } from './access.ts'
import { auditRoutes } from './audit.ts'
import { connectionRoutes } from './connections.ts'
import { firstStepsPage, firstStepsPath, readFirstSteps } from './first-steps.ts'
import { followingRoutes } from './following.ts'
import { groupRoutes } from './groups.ts'
import { healthPages } from './health.ts'
import { importRoutes } from './imports.ts'
import { licenseRoutes } from './license.ts'
import type { ManageDependencies } from './manage-scope.ts'
import { spaceRoutes } from './spaces.ts'
import { tokenTextRoutes } from './token-texts.ts'
import { tokenRoutes } from './tokens.ts'
import { userRoutes } from './users.ts'

export function manageRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, publicUrl, show } = dependencies
  return {
    'GET /manage': (c) => c.redirect('/manage/tokens', 303),
    'GET /manage/first-steps': async (c) => {
      const steps = await readFirstSteps(database)
      return show(c, 200, 'First steps', firstStepsPage({ ...steps, publicUrl: publicUrl() }))
    },
    ...tokenTextRoutes(dependencies),
    ...tokenRoutes(dependencies),
    ...importRoutes(dependencies),
    ...licenseRoutes(dependencies),
    ...spaceRoutes(dependencies),
    ...connectionRoutes(dependencies),
    ...followingRoutes(dependencies),
    ...webhookRoutes(dependencies),
    ...userRoutes(dependencies),
    ...groupRoutes(dependencies),
    ...healthPages(dependencies),
    ...accessRoutes(dependencies),
    ...auditRoutes(dependencies),
  }
}

function webhookRoutes({ database, ids, clock, show }: ManageDependencies): WebHandlers {
  return {
    'GET /manage/webhooks': async (c) => {
      const main = webhooksPage(await webhooks(database, ids, clock).list(), clock())
      return show(c, 200, 'Webhooks', main, { isWide: true })
    },
  }
}

const stateWords: Readonly<Record<WebhookState, Markup>> = {
  active: html`active`,
  failing: html`<span class="badge badge-care">tried again</span>`,
  stopped: html`<span class="badge badge-care">stopped</span>`,
  'without-secret': html`<span class="badge badge-care">without its secret: add it again</span>`,
}

function webhooksPage(all: readonly Webhook[], now: Date): Markup {
  const rows = all.map((one) => [
    one.id,
    one.space === allSpaces ? 'all' : one.space,
    // Show only the host: the path may hold a secret of the receiver.
    html`<span class="long">${new URL(one.url).host}</span>`,
    html`<span class="long">${isToldOfAll(one) ? 'all' : one.types.join(', ')}</span>`,
    html`${stateWords[one.state]}${one.problem === null ? '' : html` (${one.problem})`}`,
    String(one.waiting),
    one.nextTryAt === null ? '' : relativeTime(one.nextTryAt, now),
    one.deliveredAt === null ? html`never yet` : relativeTime(one.deliveredAt, now),
  ])
  const columns = ['Id', 'Space', 'Host', 'Types', 'State', 'Waiting', 'Next try', 'Last told']
  return html`${pageHead('Webhooks')}
<p>A webhook is told of what changes in a space: which page, who and how, and no text of it.</p>
${
  all.length === 0
    ? emptyState(
        'There is no webhook yet',
        'The command below adds one: its address is told of each change from then on.',
      )
    : dataTable('Webhooks', columns, rows)
}
<h2>Add one</h2>
<p>Whoever runs the service adds webhooks, has one that was stopped tried again, and deletes them, on its machine. Addresses and secrets never come from a browser.</p>
${copyableBlock('add', addCommand, 'Command', { isWrapped: true })}
${copyableBlock('retry', 'markport webhook retry ID', 'Command', { isWrapped: true })}`
}

const addCommand = 'markport webhook add DOCS https://receiver.example/markport --secret-file FILE'

export type AttentionDependencies = Pick<ManageDependencies, 'database' | 'clock'>

type Count = Attention['count']

export async function readAttention(
  { database, clock }: AttentionDependencies,
  { isAdministrator, name, userId }: Viewer,
): Promise<ReadonlyMap<string, Attention>> {
  const now = clock()
  const countTokens = async (): Promise<number> => {
    const license = await getLicense(database)
    const tokens = await listTokens(database, { owner: isAdministrator ? undefined : name })
    return tokens.filter((one) => needsAttention(foreseeTokenAnswer(one, license, now))).length
  }
  const countFailed = async (): Promise<number> => {
    const whose = { userId: isAdministrator ? undefined : userId }
    const [today] = await countImportsByDay(database, whose, { days: 1, now })
    return today?.failed ?? 0
  }
  const countWebhooks = async (): Promise<number> =>
    (await listWebhooks(database)).filter(({ state }) => state !== 'active').length
  const countFollowed = async (): Promise<number> =>
    (await listRepositories(database, clock)).filter(hasFailed).length
  const countLicense = async (): Promise<Count> => {
    const license = await getLicense(database)
    if (!letsImport(license)) return 1
    return license.status === 'active' ? 'nothing to say' : 0
  }
  const countConnections = async (): Promise<Count> => {
    const connected = await database.read(sql`select 1 from space_connections limit 1`)
    return connected.length === 0 ? 'nothing to say' : countTroubledDeliveries(database)
  }
  const countSteps = async (): Promise<Count> =>
    (await readFirstSteps(database)).hasImport ? 'nothing to say' : 0
  const counts: readonly (readonly [string, string, () => Promise<Count>])[] = [
    ['/manage/tokens', 'end soon or are refused', countTokens],
    ['/manage/imports', 'failed today', countFailed],
    ...(isAdministrator
      ? ([
          ['/manage/connections', 'on their way met a problem', countConnections],
          ['/manage/following', 'failed', countFollowed],
          ['/manage/webhooks', 'are not told', countWebhooks],
          ['/manage/license', 'lets no token import', countLicense],
          [firstStepsPath, '', countSteps],
        ] as const)
      : []),
  ]
  const found = await Promise.all(
    counts.map(async ([path, words, read]) => [path, { count: await read(), words }] as const),
  )
  return new Map(found.filter(([, { count }]) => count !== 0))
}
