/** Fills the import form with the writer's choices, and shows it. @module */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RequestError, UnknownOutcomeError } from '../../../contract/errors.ts'
import type { ImportPlaces } from '../../../wiki/import/import-place.ts'
import { inTime } from '../../../wiki/import/in-time.ts'
import type { FindPageSource, PageSource } from '../../../wiki/pages/find-page.ts'
import type { Show } from '../frame/show.ts'
import { type Viewer, viewerOf, type WebScope } from '../web-scope.ts'
import type { EditedPage } from './form-notes.ts'
import { shownMarkdown, type TypedFields } from './import-form-fields.ts'
import {
  type FilledForm,
  formTitle,
  importFormPage,
  maxParents,
  type SettledPlace,
} from './import-form-page.ts'

export interface ShowImportFormDependencies {
  readonly places: ImportPlaces
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
  readonly show: Show
  readonly findSource: FindPageSource
}

/** Browsers restore typed text only on pages that they may store. */
const caching = 'private, no-cache'

export async function showImportForm(
  c: Context<WebScope>,
  dependencies: ShowImportFormDependencies,
  status: ContentfulStatusCode,
  filled: FilledForm,
): Promise<Response> {
  const { places, limits, show } = dependencies
  const viewer = viewerOf(c)
  const edited = await findEdited(dependencies, viewer, filled.fields, filled.source)
  const place = await settlePlace(places, filled.fields, viewer)
  const { spaceId, parentId, spaces } = place
  const submission = filled.fields.submission || randomUUID()
  const fields = { ...filled.fields, spaceId, parentId, submission }
  c.header('Cache-Control', caching)
  const main = importFormPage({ ...filled, fields, place, edited, limits })
  const space = edited?.source.space ?? spaces.find(({ id }) => id === spaceId)
  return show(c, status, formTitle(edited), main, { isWide: true, ...(space && { space }) })
}

export async function findEdited(
  { findSource }: Pick<ShowImportFormDependencies, 'findSource'>,
  { userId }: Viewer,
  { pageId, version: begunWith }: TypedFields,
  knownSource?: PageSource,
): Promise<EditedPage | undefined> {
  const source = knownSource ?? (pageId === '' ? undefined : await findSource({ pageId, userId }))
  if (source === undefined) return undefined
  const isOvertaken = begunWith !== '' && begunWith !== String(source.current.number)
  const theirsHtml = isOvertaken ? shownMarkdown(source.markdown) : undefined
  return { source, theirsHtml, begunWith }
}

/** The form does not wait longer for Confluence. */
const listWithinMs = 5_000

export async function settlePlace(
  places: ImportPlaces,
  choice: Pick<TypedFields, 'spaceId' | 'parentId' | 'search'>,
  { userId }: Viewer,
): Promise<SettledPlace> {
  const spaces = await places.listSpaces(userId, choice.spaceId)
  const spaceId = (spaces.find(({ id }) => id === choice.spaceId) ?? spaces[0])?.id ?? ''
  const firstId = spaces.find(({ id }) => id === spaceId)?.importParentId ?? ''
  const { search, parentId: chosenId } = choice
  const query = { spaceId, search, chosenId, userId, limit: maxParents }
  try {
    const parents = await inTime(places.listParents(query), listWithinMs)
    const isListed = parents.some(({ id }) => id === chosenId)
    const parentId = isListed ? chosenId : firstId
    return { spaces, parents, isAnswered: true, spaceId, parentId }
  } catch (error) {
    if (!isUnanswered(error)) throw error
    // Another space can still be chosen.
    const parentId = chosenId || firstId
    const parents = parentId === '' ? [] : [{ id: parentId, title: 'As chosen', ancestors: [] }]
    return { spaces, parents, isAnswered: false, spaceId, parentId }
  }
}

function isUnanswered(error: unknown): boolean {
  const isRefused = error instanceof RequestError && error.key === 'unavailable'
  return isRefused || error instanceof UnknownOutcomeError
}
