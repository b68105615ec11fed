/** The routes of previews. @module */
import { html } from 'hono/html'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import { findRecordedIn } from '../../../wiki/pages/find-page.ts'
import { remoteSpaceUrl } from '../../../wiki/pages/recorded-pages.ts'
import { endPreview } from '../../../wiki/store/previews/preview-runs.ts'
import {
  findPreviewAttachment,
  findPreviewPage,
  lastImportInto,
  listPreviewChanges,
  type PreviewedSpace,
  previewPath,
  readPreviewReport,
} from '../../../wiki/store/previews/previews.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { breadcrumb } from '../../web/components/parts.ts'
import { type Markup, rendered } from '../../web/frame/markup.ts'
import { showNotFound } from '../../web/frame/message-page.ts'
import { show } from '../../web/frame/show.ts'
import { type PageContext, type Pages, viewerOf, type WebPage } from '../../web/pages.ts'
import { readerOf } from '../../web/session/reading-rule.ts'
import { attachmentHeaders } from '../attachment-routes.ts'
import type { DocumentView } from '../document-views.ts'
import { childrenPage } from '../page-parts.ts'
import { readerPage, readReaderPage, treeSidebar } from '../reader-page.ts'
import { treePart } from '../tree-view.ts'
import { changesList, previewChoice, showChange } from './change-pages.ts'
import {
  findInPreviews,
  keptPlace,
  type PreviewPlace,
  previewBanner,
  previewsAt,
  remoteLinksWithin,
  withinPreview,
} from './preview-scope.ts'

/** Serves an address that names a page of a preview. */
function atPreviewPage(
  answer: (c: PageContext, place: PreviewPlace, dependencies: ServiceParts) => Promise<Response>,
): WebPage {
  return {
    who: 'readers',
    answer: async (c, dependencies) => {
      const previews = await previewsAt(dependencies, c)
      const reader = readerOf(c, dependencies)
      const place = await findInPreviews(reader, previews, c.req.param('id') ?? '')
      return place === undefined ? showNotFound(c) : answer(c, place, dependencies)
    },
  }
}

const page = atPreviewPage(showPage)

const attachment: WebPage = {
  who: 'readers',
  answer: async (c, dependencies) => {
    const previews = await previewsAt(dependencies, c)
    for (const preview of previews) {
      const sha256 = c.req.param('sha256') ?? ''
      const attachment = await findPreviewAttachment(dependencies.database, preview, sha256)
      if (attachment !== undefined)
        return c.body(attachment.bytes, 200, attachmentHeaders(attachment.type))
    }
    const [preview] = previews
    if (preview === undefined) return showNotFound(c)
    const subPath = c.req.path.slice(previewPath(preview.name).length)
    return c.redirect(`/wiki/spaces/${preview.spaceKey}${subPath}`)
  },
}

export const previewPages: Pages = {
  'GET /wiki/previews/:name': { who: 'readers', answer: showPreviews },
  'GET /wiki/previews/:name/pages/:id': page,
  'GET /wiki/previews/:name/pages/:id/:title': page,
  'GET /wiki/previews/:name/children/:id': atPreviewPage(
    async (c, { preview, tree, page }, dependencies) => {
      const { publicUrl } = dependencies
      const within = async (part: Markup): Promise<string> =>
        withinPreview(String(await part), preview, publicUrl())
      const part = await treePart(c, page, tree)
      if (part !== undefined) return c.html(await within(part))
      const { id, title, spaceKey } = page
      const children = await tree.children(id, c.req.query('after'))
      const crumbs = breadcrumb([{ path: pagePath(spaceKey, id), label: title }])
      const list = await within(html`${crumbs}${childrenPage(page, children)}`)
      const main = html`${previewBanner(preview, undefined)}${rendered(list)}`
      return show(c, 200, `Pages below ${title}`, main, { isKept: true })
    },
  ),
  'GET /wiki/previews/:name/changes/:id': { who: 'readers', answer: showChange },
  'GET /wiki/previews/:name/attachments/:sha256': attachment,
  'GET /wiki/previews/:name/attachments/:sha256/:file': attachment,
  'POST /wiki/previews/:name/end': {
    who: 'writers',
    answer: async (c, dependencies) => {
      const key = c.get('form')?.get('space')
      const previews = await previewsAt(dependencies, c)
      const preview = previews.find(({ spaceKey }) => spaceKey === key)
      const isWritable =
        preview && (await readerOf(c, dependencies).mayWrite(String(preview.spaceId)))
      if (preview === undefined || !isWritable) return showNotFound(c)
      const { spaceId, name, spaceKey, homepageId } = preview
      const maker = { userId: viewerOf(c).userId, apiTokenId: 0, isPreviewOnly: false }
      await dependencies.database.write(endPreview, { spaceId, name, maker })
      return c.redirect(`${pagePath(spaceKey, homepageId)}?done=preview-ended`, 303)
    },
  },
}

async function showPage(
  c: PageContext,
  { preview, tree, page }: PreviewPlace,
  dependencies: ServiceParts,
): Promise<Response> {
  const { database, workers, publicUrl } = dependencies
  const differing = await findPreviewPage(database, preview, page.id)
  const reader = readerOf(c, dependencies)
  const recorded = preview.remote && (await findRecordedIn(reader, preview.spaceKey, page.id))
  const ownAdf = differing?.kind === 'page' ? differing.adf : recorded?.adf
  const document =
    ownAdf === undefined
      ? preview.remote && notKept(preview.remote)
      : await workers.viewDocument(ownAdf)
  const led = document && {
    ...document,
    html: await remoteLinksWithin(database, preview, document.html),
  }
  const model = await readReaderPage(c, dependencies, page, {
    reader,
    notice: rendered(keptPlace),
    preview: { tree, document: led },
  })
  const currentAddress =
    preview.remote === undefined ? pagePath(preview.spaceKey, page.id) : recorded?.url
  const asItIs = differing?.baseVersion === 0 ? undefined : (differing?.url ?? currentAddress)
  const banner = previewBanner(preview, asItIs)
  const within = async (part: Markup): Promise<Markup> =>
    rendered(withinPreview(String(await part), preview, publicUrl(), String(await banner)))
  const main = await within(readerPage(model))
  return show(c, 200, `${page.title} (preview ${preview.name})`, main, {
    isKept: true,
    space: { key: preview.spaceKey, name: preview.spaceName },
    sidebar: await within(treeSidebar(model)),
  })
}

/** The document for a page that was never imported: it exists only in Confluence. */
function notKept(remote: PreviewedSpace): DocumentView {
  const { name } = remote.remoteSpace
  const link = html`<p>What this page says is in Confluence: <a href="${remoteSpaceUrl(remote)}">${name}</a>.</p>`
  return { html: String(link), outline: [] }
}

async function showPreviews(c: PageContext, dependencies: ServiceParts): Promise<Response> {
  const { database } = dependencies
  const previews = await previewsAt(dependencies, c)
  const wantedKey = c.req.query('space')?.toLowerCase()
  const matches = previews.filter(({ spaceKey }) => spaceKey.toLowerCase() === wantedKey)
  const [preview, ...others] = matches.length > 0 ? matches : previews
  if (preview === undefined) return showNotFound(c)
  const title = `Preview ${preview.name}`
  if (others.length > 0) return show(c, 200, title, previewChoice(previews))
  const [report, changes, importedAt, isWritable] = await Promise.all([
    readPreviewReport(database, preview),
    listPreviewChanges(database, preview),
    preview.remote && lastImportInto(database, preview.spaceId),
    readerOf(c, dependencies).mayWrite(String(preview.spaceId)),
  ])
  if (report === undefined) return showNotFound(c)
  const model = { preview, report, changes, importedAt, isWritable }
  return show(c, 200, title, changesList(model), {
    isWide: true,
    space: { key: preview.spaceKey, name: preview.spaceName },
  })
}
