/** Fills the import form with the writer's choices, and shows it. @module */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RequestError, UnknownOutcomeError } from '../../../contract/errors.ts'
import type { ImportPlaces } from '../../../wiki/import/import-place.ts'
import { inTime } from '../../../wiki/import/in-time.ts'
import type { ParentPage, Space } from '../../../wiki/import/target-wiki.ts'
import type { FindPageSource, PageSource } from '../../../wiki/pages/find-page.ts'
import type { Show } from '../frame/show.ts'
import { type Viewer, viewerOf, type WebScope } from '../web-scope.ts'
import type { FormDraft } from './draft-note.ts'
import type { EditedPage } from './edited-page.ts'
import type { ImportCheck } from './form-import.ts'
import type { FormProblem } from './form-problem.ts'
import type { TypedFields } from './form-work.ts'
import { formTitle, importFormPage } from './import-form-page.ts'
import { maxParents } from './parent-list.ts'
import { shownMarkdown } from './short-names.ts'

export interface ShowImportFormDependencies {
  readonly places: ImportPlaces
  readonly limits: { readonly maxMarkdownBytes: number; readonly maxBodyBytes: number }
  readonly show: Show
  readonly findSource: FindPageSource
}

export interface FilledForm {
  readonly fields: TypedFields
  readonly contentHtml: string
  readonly check: ImportCheck
  readonly problem?: FormProblem | undefined
  readonly isFinding?: boolean
  readonly source?: PageSource | undefined
  readonly draft?: FormDraft | undefined
}

/** Browsers restore typed text only on pages that they may store. */
const caching = 'private, no-cache'

export function showImportForm(
  dependencies: ShowImportFormDependencies,
): (c: Context<WebScope>, status: ContentfulStatusCode, filled: FilledForm) => Promise<Response> {
  const { places, limits, show } = dependencies
  return async (c, status, { fields: asSent, contentHtml, check, problem, ...filled }) => {
    const viewer = viewerOf(c)
    const edited = await findEdited(dependencies, viewer, asSent, filled.source)
    const { spaces, parents, isAnswered, ...choice } = await settlePlace(places, asSent, viewer)
    const fields = { ...asSent, ...choice, submission: asSent.submission || randomUUID() }
    c.header('Cache-Control', caching)
    const main = importFormPage({
      fields,
      contentHtml,
      spaces,
      parents: {
        parents,
        chosenId: fields.parentId,
        search: fields.search,
        isAnswered,
      },
      isFinding: filled.isFinding ?? false,
      check,
      edited,
      problem,
      limits,
      draft: filled.draft,
    })
    const space = edited?.source.space ?? spaces.find(({ id }) => id === fields.spaceId)
    return show(c, status, formTitle(edited), main, { isWide: true, ...(space && { space }) })
  }
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

interface SettledPlace {
  readonly spaces: readonly Pick<Space, 'id' | 'key' | 'name'>[]
  readonly parents: readonly ParentPage[]
  /** False when Confluence did not answer. */
  readonly isAnswered: boolean
  readonly spaceId: string
  readonly parentId: string
}

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
    const chosenPlace = asChosen({ spaceId, parentId: chosenId || firstId })
    return { ...chosenPlace, spaces, isAnswered: false }
  }
}

function isUnanswered(error: unknown): boolean {
  const isRefused = error instanceof RequestError && error.key === 'unavailable'
  return isRefused || error instanceof UnknownOutcomeError
}

function asChosen({ spaceId, parentId }: Pick<TypedFields, 'spaceId' | 'parentId'>): SettledPlace {
  const parents = parentId === '' ? [] : [{ id: parentId, title: 'As chosen', ancestors: [] }]
  return { spaces: [], parents, isAnswered: true, spaceId, parentId }
}
