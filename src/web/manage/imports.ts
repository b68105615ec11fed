/** The requests for the history of imports: everyone sees their own, administrators all. @module */
import { Hono } from 'hono'
import { parseId } from '../../database/ids.ts'
import { errorTable } from '../../errors.ts'
import {
  countImportsByDay,
  type ImportFilter,
  type ImportPlace,
  listImports,
  successes,
} from '../../wiki/import-history.ts'
import { listSpaces } from '../../wiki/spaces.ts'
import type { WebScope } from '../web-scope.ts'
import { importsPage } from './imports-page.ts'
import { type ManageDependencies, viewerOf } from './manage-scope.ts'

const pageSize = 25
const chartDays = 14
const dayMs = 24 * 60 * 60 * 1000

/**
 * Make the route.
 * @param dependencies What it works with.
 */
export function importRoutes({
  database,
  apiTokens,
  show,
  clock,
}: ManageDependencies): Hono<WebScope> {
  const app = new Hono<WebScope>()
  app.get('/manage/imports', async (c) => {
    const viewer = viewerOf(c)
    const userId = viewer.isAdministrator ? undefined : viewer.userId
    const chosen = readChoices(c.req.query())
    const part = { limit: pageSize + 1, after: readPlace(c.req.query('after')) }
    const found = await listImports(database, { ...toFilter(chosen), userId }, part)
    const shown = found.slice(0, pageSize)
    const tokens = await apiTokens.list()
    const main = importsPage({
      imports: shown,
      counts: await countImportsByDay(database, { userId }, { days: chartDays, now: clock() }),
      chosen,
      tokens: tokens.filter(({ owner }) => viewer.isAdministrator || owner === viewer.name),
      spaces: await listSpaces(database, userId === undefined ? {} : { readableBy: userId }),
      results: [...successes, ...Object.keys(errorTable)],
      isContinued: part.after !== undefined,
      next: found.length > pageSize ? placeText(shown.at(-1)) : undefined,
      now: clock(),
    })
    return show(c, 200, 'Imports', main, { isWide: true })
  })
  return app
}

/** What was chosen in the form above the list; an empty text is no choice. */
export interface ImportChoices {
  readonly token: string
  readonly space: string
  readonly result: string
  readonly from: string
  readonly to: string
}

function readChoices(query: Readonly<Record<string, string>>): ImportChoices {
  const { token = '', space = '', result = '', from = '', to = '' } = query
  return { token, space, result, from, to }
}

function toFilter({ token, space, result, from, to }: ImportChoices): ImportFilter {
  const lastDay = readDay(to)
  return {
    // A value that cannot be an id is one that no row has.
    apiTokenId: token === '' ? undefined : (parseId(token) ?? -1),
    spaceId: space === '' ? undefined : (parseId(space) ?? -1),
    result: result === '' ? undefined : result.replaceAll('\0', ''),
    startedFrom: readDay(from),
    startedBefore: lastDay && new Date(lastDay.getTime() + dayMs),
  }
}

/**
 * Read a day as a form sends it.
 * @param text The day.
 * @returns Its midnight, UTC; `undefined` for anything else.
 */
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
