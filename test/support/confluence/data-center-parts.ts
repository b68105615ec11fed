/** REST v1 of Data Center: the server, spaces, properties and comments. @module */
import { readJson } from './cloud-pages.ts'
import { searchPages } from './cloud-v1.ts'
import type { StoredContent, StoredProperty } from './content.ts'
import { checkMayEdit } from './content-checks.ts'
import { addProperty, deleteAttachment, writeProperty } from './content-parts.ts'
import { contentShape, propertyShapeV1, readExpand, spaceShapeV1 } from './data-center-shapes.ts'
import { type Answer, type Call, listOf, type Route, route } from './exchange.ts'
import { offsetPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'

const root = '/rest/api/content'

export function dataCenterContentRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', root, (call) => listContent(site, call)),
    route('POST', root, (call) => createContent(site, call)),
    route('GET', `${root}/search`, (call) => {
      const cql = call.query.get('cql') ?? ''
      if (!store.switches.searchGivesPages && cql.startsWith('id in'))
        throw new Refusal({ kind: 'forbidden', message: 'No search' })
      const pages = searchPages(site, cql)
      return shapePages(site, call, pages)
    }),
    route('GET', `${root}/:id`, (call) => readContent(site, call)),
    route('PUT', `${root}/:id`, (call) => updateContent(site, call)),
    route('DELETE', `${root}/:id`, (call) => deleteContent(site, call)),
    route('POST', '/pages/movepage.action', (call) => moveByAction(site, call)),
    route('GET', `${root}/:id/child/page`, (call) =>
      shapePages(site, call, store.children(store.page(call.params.id!).id)),
    ),
    route('GET', `/rest/api/space/:key/content/page`, (call) => {
      const space = store.spaceByKey(call.params.key!)
      if (space === undefined) throw new Refusal({ kind: 'no-space', id: call.params.key! })
      const isRoot = call.query.get('depth') === 'root'
      const pages = store
        .pages()
        .filter(
          (one) =>
            one.spaceId === space.id &&
            one.status === 'current' &&
            (!isRoot || one.parentId === undefined),
        )
      return shapePages(site, call, pages)
    }),
  ]
}

function shapePages(site: Site, call: Call, pages: readonly StoredContent[]): Answer {
  const expand = readExpand(call.query)
  return offsetPage(
    call,
    pages.map((one) => contentShape(site, one, expand)),
    site,
  )
}

function listContent(site: Site, call: Call): Answer {
  const { store } = site
  const { query } = call
  const asked = query.has('status') ? listOf(query, 'status') : ['current']
  const statuses = asked.includes('any') ? ['current', 'trashed'] : asked
  const key = query.get('spaceKey')
  const space = key === null ? undefined : store.spaceByKey(key)
  if (key !== null && space === undefined) throw new Refusal({ kind: 'no-space', id: key })
  const ids = store.switches.knowsIds ? listOf(query, 'ids') : []
  const title = query.get('title')
  const found = title === null ? store.pages() : store.findByTitle(title, statuses)
  const pages = found.filter(
    (page) =>
      statuses.includes(page.status) &&
      (ids.length === 0 || ids.includes(page.id)) &&
      (space === undefined || page.spaceId === space.id),
  )
  return shapePages(site, call, pages)
}

function readContent(site: Site, call: Call): Answer {
  const { query } = call
  const page = site.store.page(call.params.id!)
  const asked = query.has('status') ? listOf(query, 'status') : ['current', 'archived']
  const isSeen = asked.includes('any') || asked.includes(page.status)
  const isHistorical = asked.includes('historical') && query.has('version')
  if (!isSeen && !isHistorical) throw new Refusal({ kind: 'no-page', id: page.id })
  const number = Number(query.get('version') ?? page.versions.at(-1)!.number)
  const version = page.versions.find((one) => one.number === number)
  if (version === undefined) throw new Refusal({ kind: 'no-page', id: page.id })
  return { status: 200, body: contentShape(site, page, readExpand(query), version) }
}

interface SentContent {
  readonly type?: unknown
  readonly title?: unknown
  readonly status?: unknown
  readonly space?: { readonly key?: unknown }
  readonly ancestors?: readonly { readonly id?: unknown }[]
  readonly version?: {
    readonly number?: unknown
    readonly message?: unknown
    readonly minorEdit?: unknown
  }
  readonly body?: { readonly storage?: { readonly value?: unknown } }
}

function readBody({ body }: SentContent): string | undefined {
  const value = body?.storage?.value
  if (body !== undefined && typeof value !== 'string')
    throw new Refusal({ kind: 'bad-request', message: 'Could not read the body' })
  return value as string | undefined
}

const writtenExpand = 'body.storage,history,space,version,ancestors'

function createContent(site: Site, call: Call): Answer {
  const { store } = site
  const sent = readJson(call) as SentContent
  const key = String(sent.space?.key ?? '')
  const space = store.spaceByKey(key)
  if (space === undefined) throw new Refusal({ kind: 'no-space', id: key })
  const parent = sent.ancestors?.at(-1)?.id
  const body = readBody(sent)
  const page = store.create({
    spaceId: space.id,
    parentId: parent === undefined ? space.homepageId : String(parent),
    title: String(sent.title ?? ''),
    body: body ?? '',
    authorId: site.account.id,
  })
  return written(site, call, page, body)
}

function updateContent(site: Site, call: Call): Answer {
  const { store } = site
  const sent = readJson(call) as SentContent
  const page = store.page(call.params.id!)
  if (sent.type === undefined || sent.title === undefined || sent.version?.number === undefined)
    throw new Refusal({ kind: 'bad-request', message: 'type, title and version are required' })
  const parent = sent.ancestors?.at(-1)?.id
  const body = readBody(sent)
  checkMayEdit(store, page.id)
  store.update(page.id, {
    title: String(sent.title),
    parentId: parent === undefined ? undefined : String(parent),
    body,
    version: Number(sent.version.number),
    message: String(sent.version.message ?? ''),
    authorId: site.account.id,
    isMinor: sent.version.minorEdit === true,
  })
  return written(site, call, page, body)
}

const positions: Readonly<Record<string, 'before' | 'after' | 'append'>> = {
  above: 'before',
  below: 'after',
  append: 'append',
}

/** The move dialog's action answers 200 whatever happens. */
function moveByAction({ store }: Site, { query, headers }: Call): Answer {
  if (store.switches.moveAction === 'closed')
    return { status: 302, text: '', headers: { location: '/confluence/login.action' } }
  const [id, target] = [query.get('pageId') ?? '', query.get('targetId') ?? '']
  const where = positions[query.get('position') ?? '']
  const refuse = (words: string): Answer => ({ status: 200, body: { actionErrors: [words] } })
  if (headers['x-atlassian-token'] !== 'no-check') return refuse('XSRF check failed')
  if (where === undefined || !store.content.has(id) || !store.content.has(target))
    return refuse('You cannot move this page.')
  store.move(id, where, target)
  return { status: 200, body: { page: { id } } }
}

function written(site: Site, call: Call, page: StoredContent, sent: string | undefined): Answer {
  const expand = readExpand(call.query, writtenExpand)
  const last = page.versions.at(-1)!
  const isAsSent = site.store.switches.putEcho === 'as-sent' && sent !== undefined
  const version = isAsSent ? { ...last, body: sent } : last
  return { status: 200, body: contentShape(site, page, expand, version) }
}

function deleteContent(site: Site, call: Call): Answer {
  const { store } = site
  if (call.params.id!.startsWith('att')) return deleteAttachment(store, call.params.id!)
  const page = store.page(call.params.id!)
  const status = call.query.get('status') ?? 'current'
  if (status !== page.status) throw new Refusal({ kind: 'no-page', id: page.id })
  if (status === 'current') store.trash(page.id)
  else store.remove(page.id)
  return { status: 204 }
}

export function dataCenterPartRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', '/rest/api/space', (call) => {
      const keys = listOf(call.query, 'spaceKey')
      const rows = store.spaces.filter((one) => keys.length === 0 || keys.includes(one.key))
      const expand = readExpand(call.query, '')
      return offsetPage(
        call,
        rows.map((one) => spaceShapeV1(site, one, expand)),
        site,
      )
    }),
    route('GET', '/rest/api/space/:key', (call) => {
      const key = call.params.key!
      const space = store.spaceByKey(key)
      if (space === undefined) throw new Refusal({ kind: 'no-space', id: key })
      return { status: 200, body: spaceShapeV1(site, space, readExpand(call.query, '')) }
    }),
    route('GET', '/rest/applinks/1.0/manifest', () => ({
      status: 200,
      body: { typeId: 'confluence', version: store.switches.release },
    })),
    route('POST', '/rest/inlinecomments/1.0/comments', (call) => makeInlineComment(site, call)),
    ...propertyRoutes(site),
    ...commentRoutes(site),
  ]
}

const placeOfComment = ['numMatches', 'matchIndex', 'lastFetchTime', 'serializedHighlights']

function makeInlineComment({ store }: Site, call: Call): Answer {
  const sent = readJson(call)
  const page = store.page(String(sent.containerId))
  const missing = placeOfComment.filter((name) => sent[name] === undefined)
  if (store.switches.commentsWantPlace && missing.length > 0)
    throw new Refusal({ kind: 'bad-request', message: `Missing: ${missing.join(', ')}` })
  return { status: 200, body: { id: Number(store.newId()), containerId: Number(page.id) } }
}

function propertyRoutes(site: Site): Route[] {
  const { store } = site
  const path = '/rest/api/content/:id/property'
  const shape = (call: Call, one: StoredProperty) =>
    propertyShapeV1(site, store.page(call.params.id!), one)
  return [
    route('GET', `${path}/:key`, (call) => ({
      status: 200,
      body: shape(call, property(site, call)),
    })),
    route('POST', path, (call) => {
      const { key, value } = readJson(call)
      const page = store.page(call.params.id!)
      const wanted = { key: String(key), value, authorId: site.account.id }
      return { status: 200, body: propertyShapeV1(site, page, addProperty(store, page, wanted)) }
    }),
    route('PUT', `${path}/:key`, (call) => {
      const { value, version } = readJson(call) as { value: unknown; version?: { number?: number } }
      const known = property(site, call)
      const wanted = { value, version: Number(version?.number), authorId: site.account.id }
      return { status: 200, body: shape(call, writeProperty(store, known, wanted)) }
    }),
  ]
}

function property(site: Site, call: Call): StoredProperty {
  const key = call.params.key!
  const found = site.store.page(call.params.id!).properties.find((one) => one.key === key)
  if (found === undefined) throw new Refusal({ kind: 'no-property', id: key })
  return found
}

function commentRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', '/rest/api/content/:id/child/comment', (call) => {
      const page = store.page(call.params.id!)
      const locations = listOf(call.query, 'location')
      const rows = page.comments
        .filter((one) => {
          const location = one.resolution === 'resolved' ? 'resolved' : 'inline'
          return locations.length === 0 || locations.includes(location)
        })
        .map((one) => ({
          id: one.id,
          type: 'comment',
          status: 'current',
          title: `Re: ${page.title}`,
          extensions: {
            location: 'inline',
            inlineProperties: { originalSelection: one.quoted, markerRef: one.marker },
            resolution: { status: one.resolution },
          },
          _links: { self: `${site.base}/rest/api/content/${one.id}` },
          _expandable: { body: '', version: '' },
        }))
      const isWhole = locations.length === 0 || locations.includes('footer')
      const footers = page.footerComments.map((id) => ({
        id,
        type: 'comment',
        status: 'current',
        title: `Re: ${page.title}`,
        extensions: { location: 'footer' },
      }))
      return offsetPage(call, isWhole ? [...rows, ...footers] : rows, site)
    }),
  ]
}
