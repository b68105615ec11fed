/** Answers with pages and their bodies, one or many. @module */
import type { ListPlace } from '../../database/list-order.ts'
import { findPage, type Page, type PageWithBody } from '../store/pages.ts'
import type { ApiRequest } from './api-route.ts'
import type { BodyFormat } from './body-formats.ts'
import { linksOf, type PartOfList } from './paging.ts'
import { pageShape } from './shapes.ts'

type Shape = Readonly<Record<string, unknown>>

/** A list with bodies ends early rather than be longer than this. */
const maxListedBytes = 8 * 1024 * 1024

/**
 * Answer with one page, with the wiki's address.
 * @param format Which body to include; none without one.
 * @param more What is to be told of it as well.
 */
export async function answerOnePage(
  call: ApiRequest,
  page: PageWithBody,
  format: BodyFormat | undefined,
  more: Shape = {},
): Promise<Response> {
  const { _links: links, ...shape } = pageShape(page)
  const answer = { ...shape, ...more, _links: { ...(links as object), base: call.baseUrl() } }
  const text = withBody(answer, format && (await renderBody(call, page, format)))
  return call.c.body(text, 200, { 'Content-Type': 'application/json' })
}

/**
 * Answer with a part of a list of pages.
 * @param format Which body to include; with bodies a part may be shorter than was asked for.
 */
export async function answerPages(
  call: ApiRequest,
  part: PartOfList<Page>,
  format: BodyFormat | undefined,
  placeOf: (page: Page) => ListPlace,
): Promise<Response> {
  const shown: string[] = []
  let { next } = part
  let bytes = 0
  for (const page of part.shown) {
    const whole = format && (await findPage(call.database, page.id, { readableBy: call.holder }))
    const body = format && whole && (await renderBody(call, whole, format))
    shown.push(withBody(pageShape(whole ?? page), body))
    bytes += shown.at(-1)?.length ?? 0
    if (format === undefined || bytes < maxListedBytes) continue
    if (shown.length < part.shown.length) next = placeOf(page)
    break
  }
  const links = JSON.stringify(linksOf(call.c, next, call.baseUrl()))
  const text = `{"results":[${shown.join(',')}],"_links":${links}}`
  return call.c.body(text, 200, { 'Content-Type': 'application/json' })
}

/**
 * Render the body of a page.
 * @param call The request, for the workers and the wiki's address.
 * @returns The member `body`, as JSON text.
 */
export function renderBody(
  { workers, baseUrl }: Pick<ApiRequest, 'workers' | 'baseUrl'>,
  page: Pick<PageWithBody, 'adf' | 'markdown'>,
  format: BodyFormat,
): Promise<string> {
  const { origin } = new URL(baseUrl())
  const sources = format === 'markdown' && page.markdown !== undefined ? [page.markdown] : []
  const parts = [page.adf, ...sources].map((text) => Buffer.from(text))
  return workers.show('render-page-body', { value: { format, origin }, parts })
}

/** The body is JSON text already; quotation marks inside other texts are escaped there. */
export function withBody(shape: Shape, body: string | undefined): string {
  const text = JSON.stringify(shape)
  return body === undefined ? text : text.replace('"body":{}', () => `"body":${body}`)
}

/** So many of each are told with the page. */
export const maxIncluded = 50

/**
 * Show a list that was asked for together with what it belongs to.
 * @param found Its entries, one more than are told where there are more.
 */
export function included(found: readonly unknown[]): object {
  const results = found.slice(0, maxIncluded)
  return { results, meta: { hasMore: found.length > maxIncluded }, _links: {} }
}

/** List what a token may do with something. */
export async function operationsOf(
  { access, holder }: Pick<ApiRequest, 'access' | 'holder'>,
  spaceId: string,
  targetType: 'space' | 'page' | 'attachment',
): Promise<object[]> {
  const level = await access.accessOf(holder, Number(spaceId))
  const isWriter = level === 'write' && holder.canWrite
  const written = { space: ['create'], page: ['update', 'delete'], attachment: [] } as const
  const words = ['read', ...(isWriter ? written[targetType] : [])]
  return words.map((operation) => ({
    operation,
    targetType: operation === 'create' ? 'page' : targetType,
  }))
}
