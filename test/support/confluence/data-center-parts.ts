/** REST v1 of Data Center: the server, spaces, properties and comments. @module */
import { readJson } from './cloud-pages.ts'
import type { StoredProperty } from './content.ts'
import { addProperty, writeProperty } from './content-parts.ts'
import { propertyShapeV1, readExpand, spaceShapeV1 } from './data-center-shapes.ts'
import { type Answer, type Call, listOf, type Route, route } from './exchange.ts'
import { offsetPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'

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
