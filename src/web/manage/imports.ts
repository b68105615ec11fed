/** The requests for the history of imports: users see their own, administrators all. @module */
import { readerAs } from '../../auth/reader.ts'
import { listTokens } from '../../auth/tokens/tokens.ts'
import { errorTable } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import {
  countImportsByDay,
  type ImportFilter,
  type ImportPlace,
  listImports,
  successes,
} from '../../importing/ledger/import-history.ts'
import { listImportRuns } from '../../importing/ledger/import-runs.ts'
import { findSpace, listReadableSpaces } from '../../importing/spaces.ts'
import { maxChoices } from '../components/form-fields.ts'
import type { WebHandlers } from '../web-map.ts'
import { viewerOf } from '../web-scope.ts'
import { type ImportChoices, importsPage, runPage } from './imports-page.ts'
import type { ManageDependencies } from './manage-scope.ts'

const pageSize = 25
const shownOfRun = 8
const maxTokens = 100
const chartDays = 14
const dayMs = 24 * 60 * 60 * 1000

export function importRoutes({ database, show, clock }: ManageDependencies): WebHandlers {
  return {
    'GET /manage/imports': async (c) => {
      const viewer = viewerOf(c)
      const userId = viewer.isAdministrator ? undefined : viewer.userId
      const chosen = readChoices(c.req.query())
      const part = { limit: pageSize + 1, after: readPlace(c.req.query('after')) }
      const isContinued = part.after !== undefined
      if (chosen.run !== '') {
        const whose = userId ?? parseId(chosen.user) ?? -1
        const filter = { ...toFilter(chosen), run: chosen.run.replaceAll('\0', ''), userId: whose }
        const found = await listImports(database, filter, part)
        const imports = found.slice(0, pageSize)
        const next = found.length > pageSize ? placeText(imports.at(-1)) : undefined
        const main = runPage({ imports, chosen, isContinued, next, now: clock() })
        return show(c, 200, 'A run of imports', main, { isWide: true })
      }
      const spaceId = await findSpaceId(database, chosen.space)
      const filter = { ...toFilter(chosen), spaceId, userId }
      const found = await listImportRuns(database, filter, { ...part, shown: shownOfRun })
      const runs = found.slice(0, pageSize)
      const owner = viewer.isAdministrator ? undefined : viewer.name
      const main = importsPage({
        runs,
        counts: await countImportsByDay(database, { userId }, { days: chartDays, now: clock() }),
        chosen,
        tokens: await listTokens(database, { kind: 'api', owner, limit: maxTokens }),
        spaces: await listReadableSpaces(readerAs(database, viewer), { limit: maxChoices + 1 }),
        results: [...successes, ...Object.keys(errorTable)],
        isContinued,
        next: found.length > pageSize ? placeText(runs.at(-1)?.newest) : undefined,
        now: clock(),
      })
      return show(c, 200, 'Import log', main, { isWide: true })
    },
  }
}

function readChoices(query: Readonly<Record<string, string>>): ImportChoices {
  const { token = '', space = '', result = '', from = '', to = '', run = '', user = '' } = query
  return { token, space, result, from, to, run, user }
}

/** An unknown space becomes an id that no import has, so the list is empty. */
async function findSpaceId(database: Database, text: string): Promise<number | undefined> {
  if (text.trim() === '') return undefined
  return Number((await findSpace(database, text.trim()))?.id ?? -1)
}

function toFilter({ token, result, from, to }: ImportChoices): ImportFilter {
  const lastDay = readDay(to)
  return {
    // An invalid value becomes an id that no row has, so the list is empty.
    apiTokenId: token === '' ? undefined : (parseId(token) ?? -1),
    result: result === '' ? undefined : result.replaceAll('\0', ''),
    startedFrom: readDay(from),
    startedBefore: lastDay && new Date(lastDay.getTime() + dayMs),
  }
}

/** @returns The midnight of the day in UTC; `undefined` for anything that is no day. */
export function readDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) ? day : undefined
}

function placeText(place: ImportPlace | undefined): string | undefined {
  return place && `${place.startedAt.getTime()}-${place.id}`
}

function readPlace(text: string | undefined): ImportPlace | undefined {
  const [, startedAt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? []
  return id === undefined ? undefined : { startedAt: new Date(Number(startedAt)), id }
}
