/** REST v2 of Cloud: pages. @module */
import { v2Error } from './cloud-refusal.ts'
import { childShape, labelShapes, pageShape, propertyShape } from './cloud-shapes.ts'
import type { StoredContent } from './content.ts'
import { checkMayEdit, operationsOn } from './content-checks.ts'
import { type Answer, type Call, listOf, type Route, route } from './exchange.ts'
import { cursorPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'

const root = '/api/v2'

export function cloudPageRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', `${root}/pages`, (call) => listPages(site, call)),
    route('GET', `${root}/spaces/:space/pages`, (call) => listPages(site, call, call.params.space)),
    route('POST', `${root}/pages`, (call) => createPage(site, call)),
    route('GET', `${root}/pages/:id`, (call) => readPage(site, call)),
    route('PUT', `${root}/pages/:id`, (call) => updatePage(site, call)),
    route('DELETE', `${root}/pages/:id`, (call) => deletePage(site, call)),
    route('GET', `${root}/pages/:id/children`, (call) => {
      const pages = store.children(call.params.id!).filter((one) => one.kind === 'page')
      return cursorPage(
        call,
        pages.map((one) => childShape(one, false)),
        site,
      )
    }),
    route('GET', `${root}/pages/:id/direct-children`, (call) => {
      store.page(call.params.id!)
      return cursorPage(
        call,
        store.children(call.params.id!).map((one) => childShape(one, true)),
        site,
      )
    }),
  ]
}

function listPages(site: Site, call: Call, spaceId?: string): Answer {
  const { store } = site
  if (spaceId !== undefined) store.space(spaceId)
  const { query } = call
  const statuses = query.has('status') ? listOf(query, 'status') : ['current', 'archived']
  if (statuses.includes('draft'))
    return v2Error(
      400,
      "Provided value {draft} for 'status' is not valid",
      'INVALID_REQUEST_PARAMETER',
    )
  const ids = listOf(query, 'id')
  if (ids.length > 250)
    return v2Error(400, "'id' may have at most 250 values", 'INVALID_REQUEST_PARAMETER')
  const spaces = spaceId === undefined ? listOf(query, 'space-id') : [spaceId]
  const title = query.get('title')
  const depth = query.get('depth')
  const found = title === null ? store.pages() : store.findByTitle(title, statuses)
  const rows = found.filter(
    (page) =>
      statuses.includes(page.status) &&
      (!query.has('id') || ids.includes(page.id)) &&
      (spaces.length === 0 || spaces.includes(page.spaceId)) &&
      (depth !== 'root' || page.parentId === undefined),
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
  const asked = query.has('status') ? listOf(query, 'status') : ['current', 'archived', 'trashed']
  if (!asked.includes(page.status)) throw new Refusal({ kind: 'no-page', id })
  const number = Number(query.get('version') ?? page.versions.at(-1)!.number)
  const version = page.versions.find((one) => one.number === number)
  if (version === undefined) throw new Refusal({ kind: 'no-page', id })
  const shape = pageShape(store, page, { format: query.get('body-format') ?? undefined }, version)
  const part = (name: string, results: readonly object[]) => ({
    results: results.slice(0, 50),
    meta: { hasMore: results.length > 50 },
    _links: { self: `/api/v2/pages/${id}/${name}` },
  })
  if (query.get('include-labels') === 'true') shape.labels = part('labels', labelShapes(page))
  if (query.get('include-properties') === 'true')
    shape.properties = part('properties', page.properties.map(propertyShape))
  if (query.get('include-operations') === 'true')
    shape.operations = part('operations', operationsOn(store, id))
  return ok(site, shape)
}

interface SentBody {
  readonly format: string
  readonly value: string
}

function readBody(body: unknown): SentBody | undefined {
  if (body === undefined || body === null) return undefined
  const nested = Object.entries(body).find(([, one]) => typeof one === 'object')
  const [name, part] = nested ?? ['', body]
  const { representation, value } = part as { representation?: unknown; value?: unknown }
  const format = String(representation ?? name)
  if (typeof value !== 'string') throw new Refusal({ kind: 'bad-body', message: 'not a text' })
  if (format !== 'atlas_doc_format')
    throw new Refusal({ kind: 'bad-request', message: 'The simulator takes ADF only' })
  return { format, value }
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
    body: body?.value ?? store.body.empty,
    authorId: site.account.id,
  })
  addOwnProperties(site, page)
  return ok(site, pageShape(store, page, echo(site, body)))
}

function addOwnProperties(site: Site, page: StoredContent): void {
  const key = 'page-title-property-published'
  if (page.properties.some((one) => one.key === key)) return
  const { store, account } = site
  const [authorId, createdAt] = [account.id, store.now()]
  page.properties.push({
    id: store.newId(),
    key,
    value: page.title,
    version: 1,
    authorId,
    createdAt,
  })
}

function echo(
  site: Site,
  body: SentBody | undefined,
): { format: string | undefined; value?: string } {
  const isAsSent = site.store.switches.putEcho === 'as-sent' && body !== undefined
  return isAsSent ? body : { format: body?.format }
}

function updatePage(site: Site, call: Call): Answer {
  const { store } = site
  const id = call.params.id!
  const sent = readJson(call)
  for (const name of ['id', 'status', 'title', 'version'])
    if (sent[name] === undefined)
      throw new Refusal({ kind: 'bad-request', message: `'${name}' is required` })
  const version = sent.version as { number?: unknown; message?: unknown; minorEdit?: unknown }
  const body = readBody(sent.body)
  checkMayEdit(store, id)
  const page = store.update(id, {
    title: String(sent.title),
    parentId: sent.parentId === undefined ? undefined : String(sent.parentId),
    body: body?.value,
    version: Number(version.number),
    message: String(version.message ?? ''),
    authorId: site.account.id,
    isMinor: version.minorEdit === true,
  })
  addOwnProperties(site, page)
  return ok(site, pageShape(store, page, echo(site, body)))
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
