/** REST v2 of Cloud: pages. @module */
import { childShape, labelShapes, pageShape, propertyShape } from './cloud-shapes.ts'
import type { StoredContent } from './content.ts'
import { checkMayEdit, operationsOn } from './content-checks.ts'
import { type Answer, type Call, listOf, type Route, route } from './exchange.ts'
import { cursorPage } from './paging.ts'
import { Refusal, v2Error } from './refusal.ts'
import type { Site } from './site.ts'

const root = '/api/v2'

export function cloudPageRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', `${root}/pages`, (call) => listPages(site, call)),
    route('POST', `${root}/pages`, (call) => createPage(site, call)),
    route('GET', `${root}/pages/:id`, (call) => readPage(site, call)),
    route('PUT', `${root}/pages/:id`, (call) => updatePage(site, call)),
    route('DELETE', `${root}/pages/:id`, (call) => deletePage(site, call)),
    route('GET', `${root}/pages/:id/children`, (call) => {
      const pages = store.children(call.params.id!).filter((one) => one.kind === 'page')
      const shapes = pages.map((one) => ({ ...childShape(one), type: undefined }))
      return cursorPage(call, shapes, site)
    }),
    route('GET', `${root}/pages/:id/direct-children`, (call) =>
      cursorPage(call, store.children(store.page(call.params.id!).id).map(childShape), site),
    ),
  ]
}

function listPages(site: Site, call: Call): Answer {
  const { store } = site
  const { query } = call
  const statuses = query.has('status') ? listOf(query, 'status') : ['current', 'archived']
  const ids = listOf(query, 'id')
  if (ids.length > 250)
    return v2Error(400, "'id' may have at most 250 values", 'INVALID_REQUEST_PARAMETER')
  const spaces = listOf(query, 'space-id')
  const title = query.get('title')
  const found = title === null ? store.pages() : store.findByTitle(title, statuses)
  const rows = found.filter(
    (page) =>
      statuses.includes(page.status) &&
      (!query.has('id') || ids.includes(page.id)) &&
      (spaces.length === 0 || spaces.includes(page.spaceId)),
  )
  const format = query.get('body-format') ?? undefined
  return cursorPage(
    call,
    rows.map((page) => pageShape(store, page, { format })),
    site,
  )
}

function readPage(site: Site, call: Call): Answer {
  const { store } = site
  const { query } = call
  const id = call.params.id!
  if (!/^\d+$/.test(id))
    return v2Error(
      400,
      `Provided value {${id}} for 'id' is not the correct type. Expected type is long.`,
      'INVALID_REQUEST_PARAMETER',
    )
  const page = store.page(id)
  const number = Number(query.get('version') ?? page.versions.at(-1)!.number)
  const version = page.versions.find((one) => one.number === number)
  if (version === undefined) throw new Refusal({ kind: 'no-page', id })
  const shape = pageShape(store, page, { format: query.get('body-format') ?? undefined }, version)
  const parts = {
    labels: labelShapes(page),
    properties: page.properties.map(propertyShape),
    operations: operationsOn(store, id),
  }
  for (const [name, results] of Object.entries(parts))
    if (query.get(`include-${name}`) === 'true')
      shape[name] = { results: results.slice(0, 50), meta: { hasMore: results.length > 50 } }
  return ok(site, shape)
}

function readBody(body: unknown): string {
  const { representation, value } = body as { representation?: unknown; value?: unknown }
  if (representation !== 'atlas_doc_format' || typeof value !== 'string')
    throw new Refusal({ kind: 'bad-body', message: 'The simulator takes ADF only' })
  return value
}

function createPage(site: Site, call: Call): Answer {
  const { store } = site
  const sent = readJson(call)
  if (sent.spaceId === undefined)
    throw new Refusal({ kind: 'bad-request', message: "'spaceId' is required" })
  const space = store.space(String(sent.spaceId))
  const body = readBody(sent.body)
  const under = sent.parentId ?? space.homepageId
  const page = store.create({
    spaceId: space.id,
    parentId: String(under),
    title: String(sent.title ?? ''),
    body,
    authorId: site.account.id,
  })
  return written(site, page, body)
}

function written(site: Site, page: StoredContent, sent: string): Answer {
  addOwnProperty(site, page)
  const format = 'atlas_doc_format'
  const value = site.store.switches.putEcho === 'as-sent' ? sent : undefined
  return ok(site, pageShape(site.store, page, { format, value }))
}

/** The site keeps properties of its own on each page. */
function addOwnProperty({ store }: Site, { properties, title: value }: StoredContent): void {
  const key = 'page-title-property-published'
  if (properties.some((one) => one.key === key)) return
  properties.push({ id: store.newId(), key, value, version: 1 })
}

function updatePage(site: Site, call: Call): Answer {
  const { store } = site
  const id = call.params.id!
  const sent = readJson(call)
  for (const name of ['id', 'status', 'title', 'version', 'body'])
    if (sent[name] === undefined)
      throw new Refusal({ kind: 'bad-request', message: `'${name}' is required` })
  const version = sent.version as { number?: unknown; message?: unknown }
  const body = readBody(sent.body)
  checkMayEdit(store, id)
  const page = store.update(id, {
    title: String(sent.title),
    parentId: sent.parentId === undefined ? undefined : String(sent.parentId),
    body,
    version: Number(version.number),
    message: String(version.message ?? ''),
    authorId: site.account.id,
  })
  return written(site, page, body)
}

function deletePage(site: Site, call: Call): Answer {
  const { store } = site
  store.trash(store.page(call.params.id!).id)
  return { status: 204 }
}

export function readJson(call: Call): Record<string, unknown> {
  try {
    return JSON.parse(call.bytes.toString('utf8'))
  } catch {
    throw new Refusal({ kind: 'bad-body', message: 'not JSON' })
  }
}

export function ok(site: Site, shape: object): Answer {
  const { _links, ...rest } = shape as { _links?: object }
  return { status: 200, body: { ...rest, _links: { ..._links, base: site.base } } }
}
