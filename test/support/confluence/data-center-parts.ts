/** REST v1 of Data Center: the server, spaces, properties and comments. @module */
import { readJson } from './cloud-pages.ts'
import { propertyShape } from './cloud-shapes.ts'
import { searchPages } from './cloud-v1.ts'
import type { StoredContent, StoredProperty } from './content.ts'
import { checkMayEdit } from './content-checks.ts'
import { addProperty, deleteAttachment, writeProperty } from './content-parts.ts'
import { type Answer, type Call, listOf, type Route, route } from './exchange.ts'
import { offsetPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'
import { contentShapeV1, readExpand, spaceShapeV1 } from './v1-shapes.ts'

const root = '/rest/api/content'

export function dataCenterContentRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', root, (call) => listContent(site, call)),
    route('POST', root, (call) => createContent(site, call)),
    route('GET', `${root}/search`, (call) => {
      const cql = call.query.get('cql') ?? ''
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
  ]
}

function shapePages(site: Site, call: Call, pages: readonly StoredContent[]): Answer {
  const shapes = pages.map((one) => contentShapeV1(site, one, readExpand(call.query)))
  return offsetPage(call, shapes, site)
}

function listContent(site: Site, call: Call): Answer {
  const { store } = site
  const { query } = call
  const asked = query.has('status') ? listOf(query, 'status') : ['current']
  const statuses = asked.includes('any') ? ['current', 'trashed'] : asked
  const key = query.get('spaceKey')
  const space = key === null ? undefined : store.spaceByKey(key)
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
  return { status: 200, body: contentShapeV1(site, page, readExpand(query), version) }
}

interface SentContent {
  readonly type?: unknown
  readonly title?: unknown
  readonly space?: { readonly key?: unknown }
  readonly ancestors?: readonly { readonly id?: unknown }[]
  readonly version?: { readonly number?: unknown; readonly message?: unknown }
  readonly body?: { readonly storage?: { readonly value?: unknown } }
}

function readBody({ body }: SentContent): string {
  const value = body?.storage?.value
  if (typeof value !== 'string')
    throw new Refusal({ kind: 'bad-request', message: 'Could not read the body' })
  return value
}

const writtenExpand = 'body.storage,history,space,version,ancestors'

function createContent(site: Site, call: Call): Answer {
  const { store } = site
  const sent = readJson(call) as SentContent
  const space = store.spaceByKey(String(sent.space?.key))
  const parent = sent.ancestors?.at(-1)?.id
  const body = readBody(sent)
  const page = store.create({
    spaceId: space.id,
    parentId: parent === undefined ? space.homepageId : String(parent),
    title: String(sent.title ?? ''),
    body,
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

function written(site: Site, call: Call, page: StoredContent, sent: string): Answer {
  const expand = readExpand(call.query, writtenExpand)
  const last = page.versions.at(-1)!
  const isAsSent = site.store.switches.putEcho === 'as-sent'
  const version = isAsSent ? { ...last, body: sent } : last
  return { status: 200, body: contentShapeV1(site, page, expand, version) }
}

function deleteContent(site: Site, call: Call): Answer {
  const { store } = site
  if (call.params.id!.startsWith('att')) return deleteAttachment(store, call.params.id!)
  const { id, status } = store.page(call.params.id!)
  if (status !== 'current') throw new Refusal({ kind: 'no-page', id })
  store.trash(id)
  return { status: 204 }
}

export function dataCenterPartRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', '/rest/api/space', (call) => {
      const keys = listOf(call.query, 'spaceKey')
      const rows = store.spaces.filter((one) => keys.length === 0 || keys.includes(one.key))
      const shapes = rows.map((one) => spaceShapeV1(site, one, readExpand(call.query, '')))
      return offsetPage(call, shapes, site)
    }),
    route('GET', '/rest/api/space/:key', (call) => {
      const space = store.spaceByKey(call.params.key!)
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
  const answer = (one: StoredProperty): Answer => ({ status: 200, body: propertyShape(one) })
  return [
    route('GET', `${path}/:key`, (call) => answer(property(site, call))),
    route('POST', path, (call) => {
      const { key, value } = readJson(call)
      return answer(addProperty(store, store.page(call.params.id!), String(key), value))
    }),
    route('PUT', `${path}/:key`, (call) => {
      const { value, version } = readJson(call) as { value: unknown; version?: { number?: number } }
      return answer(writeProperty(store, property(site, call), value, Number(version?.number)))
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
      const { comments, footerComments } = store.page(call.params.id!)
      const inline = comments.map(({ id, quoted, marker }) => ({
        id,
        extensions: {
          location: 'inline',
          inlineProperties: { originalSelection: quoted, markerRef: marker },
          resolution: { status: 'open' },
        },
      }))
      const footers = footerComments.map((id) => ({ id, extensions: { location: 'footer' } }))
      const isInlineOnly = call.query.get('location') === 'inline'
      return offsetPage(call, isInlineOnly ? inline : [...inline, ...footers], site)
    }),
  ]
}
