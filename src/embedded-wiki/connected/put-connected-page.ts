/**
 * Puts pages of connected spaces into previews: each is foreseen by its site, as a dry run of its import is, and
 * nothing is written there.
 * @module
 */
import { parseId } from '../../database/ids.ts'
import { titleClash } from '../../delivery/delivery-refusals.ts'
import { findRecordedPage } from '../../delivery/records/recorded-pages.ts'
import { remoteTitleKey } from '../../delivery/records/remote-names.ts'
import { readLabels, writeLabels } from '../../importing/labels.ts'
import { documentBytes } from '../../importing/prepared-document.ts'
import type { PreviewedPage } from '../../importing/previews.ts'
import {
  type PageToSave,
  pagePath,
  type SavedPage,
  type Space,
  type WantedPlace,
} from '../../importing/target-wiki.ts'
import { textOf } from '../../isolation/frames.ts'
import { shownAttachments } from '../store/attachments/attachments.ts'
import { keepRemotePage } from '../store/previews/keep-remote-page.ts'
import type { KeptOutlook } from '../store/previews/preview-changes.ts'
import type { ConnectedPreviewsDependencies, PreviewPlaceOfSpace } from './connected-side.ts'
import { foreseeInPreview, suffixedTitle } from './foresee-in-preview.ts'
import { giveId } from './reserve-connected-pages.ts'

/** What is to be shown of a page. */
export interface PutPage extends PreviewedPage {
  readonly kept:
    | { readonly digest: string; readonly adf: string; readonly baseVersion: number | undefined }
    | undefined
}

/**
 * Put a page into a preview of a connected space.
 * @param dependencies The store, and the sites.
 * @param place The space here, and the run.
 * @param wanted Where the page is to stand.
 * @param page The page.
 * @param isDryRun Whether nothing of it is kept.
 * @throws {RequestError} What would refuse it.
 */
export async function putConnectedPage(
  dependencies: ConnectedPreviewsDependencies,
  { space, run }: PreviewPlaceOfSpace,
  wanted: WantedPlace,
  page: PageToSave,
  isDryRun: boolean,
): Promise<PutPage> {
  const { database, workers } = dependencies
  const { fields, document } = page
  const seen = await foreseeInPreview(dependencies, run, wanted, page)
  const { outcome, foreseen, page: base } = seen
  const { warnings = document.warnings } = seen
  const existing = base
  if (isDryRun)
    return {
      outcome,
      page: base ?? unmade(space, wanted, '0'),
      existing,
      warnings,
      kept: undefined,
    }
  const id = base?.id ?? (await giveId(dependencies, run, wanted))
  const recorded = base && (await findRecordedPage(database, run.spaceId, base.id))
  const isSame = outcome === 'unchanged'
  const known = document.images.map(({ sha256 }) => sha256)
  const placed = await workers.placeImages(document, {
    ...{ title: fields.pageTitle, spaceKey: space.key, known },
  })
  const { pageTitle, labels, position } = fields
  const outlook: KeptOutlook = {
    asked: { pageTitle, labels, position },
    edited: foreseen.edited ?? seen.adopts,
    detaches: foreseen.detaches,
    url: base?.path,
  }
  const bare = document.images.map((image) => ({ ...image, bytes: new Uint8Array() }))
  const keep = (title: string) =>
    database.write(keepRemotePage, {
      ...{ run, title, isSame, digest: document.digest, markdown: '', adf: placed.adf },
      ...{ titleKey: remoteTitleKey(title), parentId: parseId(wanted.parentId) ?? 0 },
      ...{ pageId: Number(id), navigationTitle: null, sourceUrl: fields.sourceUrl ?? null },
      position: position ?? null,
      labels: writeLabels(labels ?? readLabels(recorded?.labels ?? '')),
      indexed: { text: '', headings: '', words: '' },
      warnings: JSON.stringify(warnings),
      attachments: shownAttachments(known, document.images),
      base: base && {
        ...{ id: Number(base.id), version: base.version, title: base.title },
        parent_id: base.parentId === base.id ? 0 : Number(base.parentId),
        position: recorded?.position ?? Number.MAX_SAFE_INTEGER,
      },
      remote: {
        document: documentBytes({ ...document, images: bare }),
        foreseen: JSON.stringify(outlook),
      },
    })
  let { title } = foreseen
  if ((await keep(title)) !== undefined) {
    const isPlain = foreseen.titleClash === 'suffix' && title === wanted.title
    title = (isPlain && (await suffixedTitle(dependencies, run, wanted))) || ''
    if (title === '' || (await keep(title))) throw titleClash(fields, undefined)
  }
  const adf = textOf(placed.adf)
  const kept = isSame ? undefined : { digest: document.digest, adf, baseVersion: base?.version }
  const version = isSame ? (base?.version ?? 1) : (base?.version ?? 0) + 1
  const made = base ?? unmade(space, wanted, id)
  const saved = { ...made, title, parentId: wanted.parentId, version }
  return { outcome, page: saved, existing, warnings, kept }
}

/** Words for a page that is not there: its address leads into the preview. */
function unmade(space: Space, { parentId, title }: WantedPlace, id: string): SavedPage {
  const path = pagePath(space.key, id)
  return { id, title, spaceId: space.id, parentId, version: 1, path }
}
