/** REST v2 of Cloud: folders. @module */
import { ok } from './cloud-pages.ts'
import { childShape, folderShape } from './cloud-shapes.ts'
import type { StoredContent } from './content.ts'
import { type Route, route } from './exchange.ts'
import { cursorPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'

const root = '/api/v2'

export function cloudFolderRoutes(site: Site): Route[] {
  const { store } = site
  return [
    route('GET', `${root}/folders/:id`, (call) => {
      const shape = folderShape(store, folder(site, call.params.id!))
      return ok(site, shape)
    }),
    route('GET', `${root}/folders/:id/direct-children`, (call) => {
      const { id } = folder(site, call.params.id!)
      return cursorPage(
        call,
        store.children(id).map((one) => childShape(one, true)),
        site,
      )
    }),
  ]
}

function folder(site: Site, id: string): StoredContent {
  const found = site.store.content.get(id)
  if (found?.kind !== 'folder' || found.status === 'trashed')
    throw new Refusal({ kind: 'no-folder', id })
  return found
}
