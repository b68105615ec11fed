/** The routes of the versions of a page. @module */
import { findPage, listVersions, type PageVersion } from '../store/pages.ts'
import { type ApiCall, type ApiRoute, apiRoute } from './api-route.ts'
import { listedFormats } from './body-formats.ts'
import { pageAsked } from './find-asked.ts'
import { notFound } from './host-api-error.ts'
import { renderBody, withBody } from './page-answers.ts'
import { idAtCursor, linksOf, listPart, paged, sorted } from './paging.ts'
import { choice, readPathId } from './parameters.ts'
import { versionShape } from './shapes.ts'

const versionParameters = {
  'body-format': choice('In which form to give bodies.', listedFormats, undefined),
  sort: sorted(['modified-date'], { by: 'modified-date', isDescending: true }),
  ...paged(),
}

/** With bodies: a version takes its time to be unpacked. */
const maxWithBodies = 25

const versionsRoute = apiRoute({
  method: 'GET',
  path: '/pages/{id}/versions',
  name: 'getPageVersions',
  summary: 'List the versions of a page',
  parameters: versionParameters,
  gives: 'Versions',
  async answer(call) {
    const { c, asked, database, baseUrl } = call
    const page = await pageAsked(call)
    const place = idAtCursor(asked.cursor)
    const limit = Math.min(asked.limit, asked['body-format'] ? maxWithBodies : asked.limit)
    const filter = asked.sort.isDescending
      ? { limit: limit + 1, ...(place !== undefined && { before: place }) }
      : { limit: limit + 1, after: place ?? 0 }
    const found = await listVersions(database, page, filter)
    const { shown, next } = listPart(found, limit, ({ number }) => ({ id: String(number) }))
    const results: string[] = []
    for (const version of shown) results.push(await withPage(call, page, version))
    const links = JSON.stringify(linksOf(c, next, baseUrl()))
    const text = `{"results":[${results.join(',')}],"_links":${links}}`
    return c.body(text, 200, { 'Content-Type': 'application/json' })
  },
})

/** A version that was purged says no more than that it was there. */
async function withPage(
  call: ApiCall<typeof versionParameters>,
  { id, title }: { readonly id: string; readonly title: string },
  version: PageVersion,
): Promise<string> {
  const format = call.asked['body-format']
  const { unpackVersion: unpack } = call.workers
  const { number } = version
  const whole =
    format &&
    (await findPage(call.database, id, { version: number, unpack, readableBy: call.holder }))
  const shape = { ...versionShape(version), page: { id, title: whole?.title ?? title, body: {} } }
  return withBody(shape, format && whole && (await renderBody(call, whole, format)))
}

const versionRoute = apiRoute({
  method: 'GET',
  path: '/pages/{page-id}/versions/{version-number}',
  name: 'getPageVersionDetails',
  summary: 'Tell of one version of a page',
  gives: 'OneVersion',
  async answer(call) {
    const { c, database } = call
    const number = Number(readPathId(c, 'version-number'))
    const page = await pageAsked(call, undefined, 'page-id')
    const [version] = await listVersions(database, page, { before: number + 1, limit: 1 })
    if (version?.number !== number) throw notFound()
    return c.json({
      ...versionShape(version),
      contentTypeModified: false,
      collaborators: [version.authorId],
      // Numbers have no gaps.
      ...(number > 1 && { prevVersion: number - 1 }),
      ...(number < page.version.number && { nextVersion: number + 1 }),
    })
  },
})

export const versionRoutes: readonly ApiRoute[] = [versionsRoute, versionRoute]
