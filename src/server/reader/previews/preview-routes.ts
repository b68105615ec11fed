/** The routes of previews. @module */
import { html } from 'hono/html'
import type { PreviewChangeSince } from '../../../contract/answers.ts'
import type { IdAllocator } from '../../../store/ids.ts'
import { previewPath } from '../../../wiki/import/previews.ts'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import {
  type ComparedPreview,
  listPreviewChanges,
} from '../../../wiki/store/previews/compare-with-space.ts'
import { endPreview } from '../../../wiki/store/previews/preview-runs.ts'
import {
  comparePreview,
  findPreviewAttachment,
  findPreviewPage,
  type Preview,
  type PreviewState,
  readPreviewReport,
} from '../../../wiki/store/previews/previews.ts'
import {
  findRemoteDocument,
  lastImportInto,
  type RemoteSpaceOfRun,
} from '../../../wiki/store/previews/remote-pages.ts'
import { applyShown, onlyLookedAt } from '../../previews/apply-shown.ts'
import { formRefusal } from '../../web/components/form-fields.ts'
import { breadcrumb } from '../../web/components/parts.ts'
import type { OutlineEntry } from '../../web/document/document-view.ts'
import type { DocumentView } from '../../web/document/document-view-work.ts'
import { type Markup, rendered } from '../../web/frame/markup.ts'
import { showNotFound } from '../../web/frame/message-page.ts'
import { csrfField } from '../../web/session/csrf.ts'
import { readerOf } from '../../web/session/reading-rule.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import { actorOf, viewerOf } from '../../web/web-scope.ts'
import { attachmentHeaders } from '../attachment-routes.ts'
import { childrenPage } from '../page-parts.ts'
import { readReaderPage } from '../read-reader-page.ts'
import { readerPage, treeSidebar } from '../reader-page.ts'
import type { WebContext } from '../reader-scope.ts'
import { namedPagesFragment, treeFragment } from '../tree-view.ts'
import { changesList, previewChoice, showChange } from './change-pages.ts'
import {
  findInPreviews,
  keptPlace,
  type PreviewPlace,
  type PreviewReaderDependencies,
  previewBanner,
  previewsAt,
  remoteLinksWithin,
  showWithout,
  toApplied,
  withinPreview,
} from './preview-scope.ts'

interface PreviewPagesDependencies extends PreviewReaderDependencies {
  readonly ids: IdAllocator
}

export function previewReaderRoutes(dependencies: PreviewPagesDependencies): WebHandlers {
  const { database, show, publicUrl } = dependencies
  const atPage =
    (handle: (c: WebContext, place: PreviewPlace) => Promise<Response>) =>
    async (c: WebContext): Promise<Response> => {
      const id = c.req.param('id') ?? ''
      const reader = readerOf(c, dependencies)
      const place = await findInPreviews(reader, await previewsAt(dependencies, c), id)
      return place === undefined ? showWithout(dependencies, c, id) : handle(c, place)
    }
  const page = atPage((c, place) => showPage(dependencies, c, place))
  const attachment = async (c: WebContext): Promise<Response> => {
    const { sha256 = '', name = '' } = c.req.param() as { sha256?: string; name?: string }
    const previews = await previewsAt(dependencies, c)
    for (const preview of previews) {
      const attachment = await findPreviewAttachment(database, preview, sha256)
      if (attachment !== undefined)
        return c.body(attachment.bytes, 200, attachmentHeaders(attachment.type))
    }
    const [preview] = previews.length > 0 ? previews : await previewsAt(dependencies, c, 'applied')
    if (preview === undefined) return showNotFound(c, show)
    const subPath = c.req.path.slice(previewPath(name).length)
    return c.redirect(`/wiki/spaces/${preview.spaceKey}${subPath}`)
  }
  return {
    'GET /wiki/previews/:name': (c) => showPreviews(dependencies, c),
    'GET /wiki/previews/:name/pages/:id': page,
    'GET /wiki/previews/:name/pages/:id/:title': page,
    'GET /wiki/previews/:name/children/:id': atPage(
      async (c, { preview, tree, page: { id, title } }) => {
        const { spaceKey } = preview
        const reader = readerOf(c, dependencies)
        const parent = { id, spaceId: String(preview.spaceId) }
        const children = await tree.children(id, c.req.query('after'))
        const filter = c.req.query('named')
        const within = async (part: Markup): Promise<string> =>
          withinPreview(String(await part), preview, publicUrl())
        if (filter !== undefined) {
          const place = { ...parent, spaceKey }
          return c.html(await within(await namedPagesFragment(reader, place, filter)))
        }
        if (c.req.query('part') !== undefined) {
          return c.html(await within(treeFragment(spaceKey, id, children)))
        }
        const list =
          await within(html`${breadcrumb([{ path: pagePath(spaceKey, id), label: title }])}
${childrenPage({ place: { spaceKey, id }, title, children })}`)
        const main = html`${previewBanner(preview, undefined)}${rendered(list)}`
        return show(c, 200, `Pages below ${title}`, main, { isKept: true })
      },
    ),
    'GET /wiki/previews/:name/changes/:id': (c) => showChange(dependencies, c),
    'GET /wiki/previews/:name/attachments/:sha256': attachment,
    'GET /wiki/previews/:name/attachments/:sha256/:file': attachment,
    'POST /wiki/previews/:name/apply': (c) => apply(dependencies, c),
    'POST /wiki/previews/:name/end': async (c) => {
      const preview = await findWritable(dependencies, c)
      if (preview === undefined) return showNotFound(c, show)
      const maker = { userId: viewerOf(c).userId, apiTokenId: 0, isPreviewOnly: false }
      await database.write(endPreview, { spaceId: preview.spaceId, name: preview.name, maker })
      return c.redirect(`${pagePath(preview.spaceKey, preview.homepageId)}?done=preview-ended`, 303)
    },
  }
}

async function showPage(
  dependencies: PreviewPagesDependencies,
  c: WebContext,
  { preview, tree, page }: PreviewPlace,
): Promise<Response> {
  const { database, show, workers, publicUrl } = dependencies
  const differing = await findPreviewPage(database, preview, page.id)
  const previewPage = differing?.kind === 'page' ? differing : undefined
  const sentDocument =
    preview.remote && (await findRemoteDocument(database, preview.spaceId, page.id))
  const document =
    previewPage !== undefined
      ? previewPage.html === ''
        ? await workers.viewDocument(previewPage.adf)
        : { html: previewPage.html, outline: JSON.parse(previewPage.outline) as OutlineEntry[] }
      : preview.remote &&
        (sentDocument ? await workers.viewDocument(sentDocument.adf) : notKept(preview.remote))
  const led = document && {
    ...document,
    html: await remoteLinksWithin(database, preview, document.html),
  }
  const state = {
    opened: new Set(c.req.queries('open')),
    closed: new Set(c.req.queries('closed')),
  }
  const model = await readReaderPage(dependencies, page, {
    reader: readerOf(c, dependencies),
    state,
    notice: rendered(keptPlace),
    preview: { tree, document: led },
  })
  const currentAddress =
    preview.remote === undefined ? pagePath(preview.spaceKey, page.id) : sentDocument?.url
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

/** Pages that were never imported exist only in Confluence. */
function notKept({ url, title }: RemoteSpaceOfRun): DocumentView {
  const link = html`<p>What this page says is in Confluence: <a href="${url}">${title}</a>.</p>`
  return { html: String(link), outline: [] }
}

async function showPreviews(
  dependencies: PreviewPagesDependencies,
  c: WebContext,
  problem?: string,
  changesSince?: readonly PreviewChangeSince[],
): Promise<Response> {
  const { database, show } = dependencies
  const previews = await previewsAt(dependencies, c)
  const spaceKeyText = (c.req.query('space') ?? c.get('form')?.get('space'))
    ?.toString()
    .toLowerCase()
  const matches = previews.filter(({ spaceKey }) => spaceKey.toLowerCase() === spaceKeyText)
  const [preview, ...others] = matches.length > 0 ? matches : previews
  if (preview === undefined) return showWithout(dependencies, c)
  const title = `Preview ${preview.name}`
  if (others.length > 0) return show(c, 200, title, previewChoice(previews))
  const [report, changes, compared, importedAt, isWritable] = await Promise.all([
    readPreviewReport(database, preview),
    listPreviewChanges(database, preview),
    comparePreview(database, preview),
    preview.remote && lastImportInto(database, preview.spaceId),
    readerOf(c, dependencies).mayWrite(String(preview.spaceId)),
  ])
  if (report === undefined) return showWithout(dependencies, c)
  const comparison =
    changesSince === undefined ? compared : withChangesSince(compared, changesSince)
  const model = { preview, report, changes, importedAt, isWritable, problem }
  return show(
    c,
    problem === undefined ? 200 : 412,
    title,
    changesList({ ...model, compared: comparison, csrfField: csrfField(c) }),
    {
      isWide: true,
      space: { key: preview.spaceKey, name: preview.spaceName },
    },
  )
}

function withChangesSince(
  compared: ComparedPreview,
  changesSince: readonly PreviewChangeSince[],
): ComparedPreview {
  const changedIds = new Set(compared.changes.map(({ pageId }) => pageId))
  const otherChanges = changesSince.filter(({ pageId }) => !changedIds.has(pageId))
  const obstacles = otherChanges.map((change) => ({ ...change, isObstacle: true }))
  return { ...compared, changes: [...compared.changes, ...obstacles] }
}

/** Undefined also where the user may not write. */
async function findWritable(
  dependencies: PreviewPagesDependencies,
  c: WebContext,
  state?: PreviewState,
): Promise<Preview | undefined> {
  const key = c.get('form')?.get('space')
  const preview = (await previewsAt(dependencies, c, state)).find(
    ({ spaceKey }) => spaceKey === key,
  )
  if (preview === undefined) return undefined
  const isOpen = await readerOf(c, dependencies).mayWrite(String(preview.spaceId))
  return isOpen ? preview : undefined
}

async function apply(dependencies: PreviewPagesDependencies, c: WebContext): Promise<Response> {
  const preview = await findWritable(dependencies, c)
  if (preview?.remote !== undefined) {
    return showPreviews(dependencies, c, onlyLookedAt().message)
  }
  if (preview === undefined) {
    const applied = await findWritable(dependencies, c, 'applied')
    return applied === undefined ? showNotFound(c, dependencies.show) : toApplied(c, applied)
  }
  const [run, state] = ['run', 'state'].map((name) => String(c.get('form')?.get(name) ?? ''))
  if (run !== preview.run) return showPreviews(dependencies, c, sentAgain)
  try {
    const applier = {
      writer: { userId: viewerOf(c).userId },
      apiTokenId: 0,
      actor: actorOf(c),
      requestId: c.get('requestId'),
    }
    const applied = await applyShown(dependencies, preview, state ?? '', applier)
    if (applied.outcome === 'changed') {
      return showPreviews(dependencies, c, changedMeanwhile, applied.changes)
    }
  } catch (error) {
    return showPreviews(dependencies, c, formRefusal(error).message)
  }
  return toApplied(c, preview)
}

const sentAgain =
  'The preview was sent again in the meantime, so nothing was applied. Look at it once more.'
const changedMeanwhile =
  'The space has changed since you looked, so nothing was applied. Look at it once more.'
