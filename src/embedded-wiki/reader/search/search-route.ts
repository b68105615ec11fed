/** The route of the search. @module */
import { parseId } from '../../../database/ids.ts'
import { isKeptLabel } from '../../../importing/contract.ts'
import { toLabels } from '../../../importing/labels.ts'
import { showNotFound } from '../../../web/session/reading-rule.ts'
import type { ReaderDependencies, WebContext } from '../reader-scope.ts'
import { type SearchAnswer, searchPlaces } from './search-answer.ts'
import { searchPage } from './search-page.ts'
import { searchedSpaces } from './searched-spaces.ts'

const hitsPerPage = 20
const maxPage = 50
/** What stays of a question in the answer; more than anybody types. */
const maxShown = 255

/**
 * Answer a search, in the spaces that the reader may read.
 * @param dependencies The store, who may read, and the frame.
 */
export async function answerSearch(
  c: WebContext,
  dependencies: ReaderDependencies,
): Promise<Response> {
  const question = c.req.query('q') ?? ''
  const key = c.req.query('space') ?? ''
  const page = Math.min(parseId(c.req.query('page') ?? '') ?? 1, maxPage)
  const { choices, spaceIds, readableBy, findReadable } = await searchedSpaces(c, dependencies)
  const space = key === '' ? undefined : await findReadable(key)
  if (key !== '' && space === undefined) return showNotFound(c, dependencies.show)
  const [label] = toLabels([c.req.query('label') ?? ''].filter(Boolean))
  const search = {
    label,
    spaceIds: space === undefined ? spaceIds : [space.id],
    readableBy: space === undefined ? readableBy : undefined,
    offset: (page - 1) * hitsPerPage,
    limit: hitsPerPage,
  }
  const canBe = label === undefined || isKeptLabel(label)
  const answer = canBe ? await searchPlaces(dependencies, question, search) : nothing
  const isMissed = answer.total === 0 || answer.leftOut.length > 0
  if (isMissed && page === 1 && answer.typed.length > 0) dependencies.noteMissed(answer.typed)
  const asked = printable(question)
  const shownLabel = label && printable(label)
  const model = {
    asked,
    label: shownLabel,
    space,
    choices,
    answer,
    page,
    hitsPerPage,
  }
  const title = [asked.trim(), shownLabel].filter(Boolean).join(' · ')
  return dependencies.show(c, 200, title === '' ? 'Search' : `Search: ${title}`, searchPage(model))
}

const nothing: SearchAnswer = {
  ...{ hits: [], total: 0, hasMore: false, labels: [], leftOut: [] },
  ...{ typed: [], instead: undefined },
}

function printable(text: string): string {
  return text.slice(0, maxShown).toWellFormed().replaceAll('\0', '')
}
