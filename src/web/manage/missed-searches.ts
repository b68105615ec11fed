/** What was searched for and not found, for administrators. @module */
import { html } from 'hono/html'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { dataTable, pageHead } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { WebHandlers } from '../web-map.ts'
import type { ManageDependencies } from './manage-scope.ts'

/** All that the store keeps would be a page of a thousand rows. */
const maxShown = 200

interface MissedSearch {
  readonly question: string
  readonly times: number
  readonly lastAt: Date
}

/**
 * Make the handler.
 * @param dependencies What it works with.
 */
export function missedSearchRoutes({ database, show }: ManageDependencies): WebHandlers {
  return {
    'GET /manage/searches': async (c) =>
      show(c, 200, 'Searches', missedSearchesPage(await listMissed(database)), { isWide: true }),
  }
}

/** The most frequent first. */
async function listMissed(database: Database): Promise<MissedSearch[]> {
  const rows = await database.read<{ question: string; times: number; last_at: number }>(sql`
    select question, times, last_at from missed_searches
    order by times desc, last_at desc, question limit ${maxShown}`)
  return rows.map(({ last_at, ...row }) => ({ ...row, lastAt: new Date(last_at) }))
}

const columns = ['Words', 'How often', 'Last']

function missedSearchesPage(missed: readonly MissedSearch[]): Markup {
  return html`${pageHead('Searches')}
<p>What readers searched for and did not find, or only without some of the words. Write a page about it, or name the words in the file of <code>--search-synonyms</code>.</p>
${missed.length === 0 ? html`<p class="empty">Every search has found something so far.</p>` : dataTable('Searches that found nothing', columns, missed.map(cells))}`
}

function cells({ question, times, lastAt }: MissedSearch): (Markup | string)[] {
  return [
    html`<a class="long" href="/search?${new URLSearchParams({ q: question })}">${question}</a>`,
    String(times),
    dayOf(lastAt),
  ]
}
