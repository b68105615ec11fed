/** REST v2 of Cloud: spaces, and what hangs on pages. @module */
import { ok, readJson } from './cloud-pages.ts'
import {
  attachmentShape,
  childShape,
  commentShape,
  contentShape,
  labelShapes,
  propertyShape,
  spaceShape,
} from './cloud-shapes.ts'
import type { StoredComment, StoredContent, StoredProperty } from './content.ts'
import { addProperty, deleteAttachment, writeProperty } from './content-parts.ts'
import { type Call, listOf, type Route, route } from './exchange.ts'
import { cursorPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'

const root = '/api/v2'

export function cloudPartRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', `${root}/spaces`, (call) => {
      const keys = listOf(call.query, 'keys').map((key) => key.toLowerCase())
      const rows = store.spaces.filter(
        (one) => !call.query.has('keys') || keys.includes(one.key.toLowerCase()),
      )
      return cursorPage(call, rows.map(spaceShape), site)
    }),
    ...(['attachments', 'labels'] as const).map((part) =>
      route('POST', `${root}/pages/:id/${part}`, () => {
        if (store.switches.v2HasGaps) return { status: 405, body: {} }
        throw new Refusal({ kind: 'bad-request', message: 'Nothing was sent' })
      }),
    ),
    ...propertyRoutes(site),
    route('GET', `${root}/pages/:id/labels`, (call) =>
      cursorPage(call, labelShapes(store.page(call.params.id!)), site),
    ),
    route('GET', `${root}/pages/:id/attachments`, (call) => {
      const page = store.page(call.params.id!)
      if (page.status === 'trashed') throw new Refusal({ kind: 'no-page', id: page.id })
      return cursorPage(call, page.attachments.map(attachmentShape), site)
    }),
    route('DELETE', `${root}/attachments/:id`, (call) => deleteAttachment(store, call.params.id!)),
    route('GET', `${root}/pages/:id/footer-comments`, (call) => {
      const { id, footerComments } = store.page(call.params.id!)
      const rows = footerComments.map((one) => ({ id: one, status: 'current', pageId: id }))
      return cursorPage(call, rows, site)
    }),
    route('GET', `${root}/pages/:id/inline-comments`, (call) => {
      const { comments, versions } = store.page(call.params.id!)
      const markers = store.body.markers(versions.at(-1)!.body)
      // A comment whose marker has gone is neither open nor resolved.
      const isAnchored = ({ marker }: StoredComment) => markers.includes(marker)
      const rows = call.query.has('resolution-status') ? comments.filter(isAnchored) : comments
      return cursorPage(call, rows.map(commentShape), site)
    }),
  ]
}

function propertyRoutes(site: Site): Route[] {
  const { store } = site
  const path = `${root}/pages/:id/properties`
  return [
    route('GET', path, (call) => {
      const key = call.query.get('key')
      const rows = store
        .page(call.params.id!)
        .properties.filter((one) => key === null || one.key === key)
      return cursorPage(call, rows.map(propertyShape), site)
    }),
    route('POST', path, (call) => {
      const { key, value } = readJson(call)
      const page = store.page(call.params.id!)
      return { status: 200, body: propertyShape(addProperty(store, page, String(key), value)) }
    }),
    route('PUT', `${path}/:property`, (call) => {
      const { value, version } = readJson(call) as { value: unknown; version?: { number?: number } }
      const known = property(site, call)
      writeProperty(store, known, value, Number(version?.number))
      return { status: 200, body: propertyShape(known) }
    }),
    route('DELETE', `${path}/:property`, (call) => {
      const { properties } = store.page(call.params.id!)
      properties.splice(properties.indexOf(property(site, call)), 1)
      return { status: 204 }
    }),
  ]
}

function property(site: Site, call: Call): StoredProperty {
  const id = call.params.property!
  const found = site.store.page(call.params.id!).properties.find((one) => one.id === id)
  if (found === undefined) throw new Refusal({ kind: 'no-property', id })
  return found
}

export function cloudFolderRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', `${root}/folders/:id`, (call) =>
      ok(site, contentShape(store, folder(site, call.params.id!))),
    ),
    route('GET', `${root}/folders/:id/direct-children`, (call) => {
      const { id } = folder(site, call.params.id!)
      return cursorPage(call, store.children(id).map(childShape), site)
    }),
  ]
}

function folder(site: Site, id: string): StoredContent {
  const found = site.store.content.get(id)
  if (found?.kind !== 'folder' || found.status === 'trashed')
    throw new Refusal({ kind: 'no-folder', id })
  return found
}
