/** The wiki that Markport carries in its own store. @module */
import type { Clock } from '../auth/clock.ts'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { foreseeOutcome } from '../importing/foresee-outcome.ts'
import { checkPlace } from '../importing/import-place.ts'
import {
  type ExistingPage,
  type Place,
  pagePath,
  type SavedPage,
  type Space,
  type TargetWiki,
  type WantedPlace,
} from '../importing/target-wiki.ts'
import { checkVersion } from '../importing/version-condition.ts'
import { textOf } from '../isolation/frames.ts'
import type { EmbeddedWork } from './embedded-work.ts'
import { placePageImages } from './place-page-images.ts'
import { saveNamedPage, saveTitledPage } from './save-page.ts'
import { withWholeAddresses } from './store/attachments/attachment-addresses.ts'
import { findDigests } from './store/attachments/attachments.ts'
import { listPages } from './store/list-pages.ts'
import { listParentPages } from './store/parent-pages.ts'
import { findOwnSpace, reserveInSpace } from './store/reserving/reserve-pages.ts'
import { findNamedPlace, findTitledPlace } from './store/saving/find-place.ts'

export interface EmbeddedWikiDependencies {
  /** Where its spaces and pages live. */
  readonly database: Database
  /** Gives ids to pages. */
  readonly ids: IdAllocator
  /** Tells which reservations have lapsed. */
  readonly clock: Clock
  /** Put images into documents. */
  readonly workers: Pick<EmbeddedWork, 'placeImages'>
  /** The address that whole addresses of images start with. */
  readonly publicUrl: () => string
}

/**
 * Make the embedded wiki over a store.
 * @param dependencies The store, and what works for it.
 */
export function embeddedWiki(dependencies: EmbeddedWikiDependencies): TargetWiki {
  const { database, ids, clock } = dependencies
  const findPlace = ({ pageId, ...wanted }: WantedPlace): Promise<Place | undefined> =>
    pageId === undefined
      ? findTitledPlace(database, wanted)
      : findNamedPlace(database, { ...wanted, pageId, now: clock().getTime() })
  return {
    findPlace,
    async foresee(wanted, page) {
      const place = await findPlace(wanted)
      if (place === undefined) return undefined
      const { fields, document } = page
      checkPlace(place, fields, wanted)
      const { space, existing } = place
      const { edited } = existing ?? {}
      const brought = document.images.map(({ sha256 }) => sha256)
      const [{ digest, shown, adf }, known] = await Promise.all([
        placePageImages(dependencies, place, page),
        findDigests(database, Number(space.id), brought),
      ])
      const missing = document.images.filter(({ sha256 }) => !known.includes(sha256))
      const files = missing.map(({ sha256, name = sha256 }) => name)
      return {
        outcome: foreseeOutcome(existing, digest, fields.labels),
        page: existing && pageIn(space, existing),
        adopts: existing?.adopts,
        foreseen: {
          title: fields.pageTitle,
          ...(edited && { edited }),
          ...(files.length > 0 && { files }),
        },
        // Only a document that shows attachments has addresses to complete.
        adf: () =>
          shown.length === 0
            ? textOf(adf)
            : withWholeAddresses(textOf(adf), dependencies.publicUrl()),
      }
    },
    async savePage(wanted, page, entry, { withinMs }) {
      // Who waited so long is told that nothing of it comes later.
      const saving = { entry, untilMs: performance.now() + withinMs }
      const { pageId, ...titled } = wanted
      const { ifMatch } = wanted
      const hasReferences = page.document.references.length > 0
      // What saves a page by its title finds the place itself.
      if (pageId === undefined && !hasReferences && ifMatch === undefined) {
        return saveTitledPage(dependencies, titled, page, saving)
      }
      const place = await findPlace(wanted)
      if (place === undefined) return { outcome: 'not-found' }
      // A version is that of one page, whatever becomes of its title meanwhile.
      const namedId = pageId ?? (ifMatch && place.existing?.id)
      if (namedId === undefined) checkVersion(ifMatch, undefined)
      const placed = { ...page, document: await placePageImages(dependencies, place, page) }
      return namedId === undefined
        ? saveTitledPage(dependencies, titled, placed, saving)
        : saveNamedPage(database, { ...place, pageId: namedId, ifMatch }, placed, saving)
    },
    reservePages: (wanted) => reserveInSpace({ database, ids, clock }, wanted),
    async findPages({ spaceIdOrKey, ids, writer }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      const pages =
        space && (await listPages(database, { spaceId: space.id, ids, limit: ids.length }))
      return pages?.map(({ id, title, spaceId, spaceKey, parentId = id, version }) => {
        return {
          id,
          title,
          spaceId,
          parentId,
          version: version.number,
          path: pagePath(spaceKey, id),
        }
      })
    },
    listParents: (search) => listParentPages(database, search),
  }
}

function pageIn(
  { id: spaceId }: Space,
  { id, title, parentId, version, path }: ExistingPage,
): SavedPage {
  return { id, title, spaceId, parentId, version, path }
}
