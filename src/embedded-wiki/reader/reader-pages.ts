/** The routes of the embedded wiki's pages for readers, with their limits. @module */
import type { MiddlewareHandler } from 'hono'
import type { Reader } from '../../auth/reader.ts'
import type { Places } from '../../base/places/places.ts'
import { admit } from '../../http/admit.ts'
import { listReadableSpaces } from '../../importing/spaces.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import { cutPart, readListPart } from '../../web/components/list-part.ts'
import { noticeLine } from '../../web/components/parts.ts'
import type { DocumentViewWork } from '../../web/document/document-view-work.ts'
import type { Markup } from '../../web/frame/markup.ts'
import { firstStepsPath, readFirstSteps } from '../../web/manage/first-steps.ts'
import { csrfField } from '../../web/session/csrf.ts'
import { atReadableSpace, readerOf } from '../../web/session/reading-rule.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import type { WebScope } from '../../web/web-scope.ts'
import type { ConnectedApplying } from '../connected/apply-connected.ts'
import type { ConnectedSide } from '../connected/connected-side.ts'
import type { CurrentPage } from '../pages/current-page.ts'
import type { PageWithBody } from '../pages/page.ts'
import { listChildren } from '../pages/pages-around.ts'
import { listRecentChanges } from '../pages/recent-changes.ts'
import { readSpaceStarts } from '../pages/space-front.ts'
import { findTrashedPage } from '../pages/trashed-pages.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { moveRoutes } from './changes/move-page.ts'
import { type PurgeRouteDependencies, purgeRoutes } from './changes/purge-routes.ts'
import { trashNotice, trashRoutes } from './changes/trash-routes.ts'
import { documentViews } from './document-views.ts'
import { feedRoutes } from './feed-routes.ts'
import { historyRoutes } from './history/history-routes.ts'
import { homePage } from './home-page.ts'
import { llmsRoutes } from './llms-routes.ts'
import { answerMarkdown, prefersMarkdown } from './markdown-answer.ts'
import { childrenPage } from './page-parts.ts'
import { previewReaderRoutes } from './previews/preview-routes.ts'
import { readReaderPage } from './read-reader-page.ts'
import { readerPage, treeSidebar } from './reader-page.ts'
import { atPage, type ReaderDependencies, showAbout, type WebContext } from './reader-scope.ts'
import { answerSearch } from './search/search-page.ts'
import { answerSuggest } from './search/suggest-route.ts'
import { sitemapRoutes } from './sitemap-routes.ts'
import { treeFragment } from './tree-view.ts'

export interface ReaderPagesDependencies
  extends Omit<ReaderDependencies, 'views'>,
    PurgeRouteDependencies {
  readonly connected: ConnectedSide
  readonly applying: ConnectedApplying
  readonly workers: ReaderDependencies['workers'] & DocumentViewWork
  readonly gates: { readonly reading: Places; readonly sources: Places }
}

/** These slow pages have a limit of their own, so that they do not delay other readers. */
const isOfSource = / \/wiki\/(?:spaces\/:key\/(?:adf|markdown|compare)|previews\/:name\/changes)\//

export function readerPages(dependencies: ReaderPagesDependencies): WebHandlers {
  const { database, gates, workers, clock } = dependencies
  const all = { ...dependencies, views: documentViews(database, workers, clock) }
  const handlers: WebHandlers = {
    ...attachmentRoutes(dependencies),
    ...readerRoutes(all),
    ...llmsRoutes(all),
    ...feedRoutes(all),
    ...sitemapRoutes(all),
    ...moveRoutes(all),
    ...previewReaderRoutes(all),
    ...trashRoutes(all),
    ...purgeRoutes(dependencies),
  }
  const enter = (gate: Places): MiddlewareHandler<WebScope> => admit(gate, (c) => c.get('network'))
  const [read, readSource] = [enter(gates.reading), enter(gates.sources)]
  const behindGate = ([name, handler]: [string, unknown]) => [
    name,
    [isOfSource.test(name) ? readSource : read, handler],
  ]
  return Object.fromEntries(Object.entries(handlers).map(behindGate)) as WebHandlers
}

const recentChanges = 20
const spacesPerPage = 100

export function readerRoutes(dependencies: ReaderDependencies): WebHandlers {
  const { database, show } = dependencies
  const asMarkdown = (
    c: WebContext,
    found: CurrentPage | PageWithBody,
    reader: Reader,
  ): Promise<Response> => answerMarkdown(c, found, reader, dependencies)
  const showPage = async (c: WebContext, found: CurrentPage, reader: Reader): Promise<Response> => {
    if (prefersMarkdown(c)) return asMarkdown(c, found, reader)
    const state = {
      opened: new Set(c.req.queries('open')),
      closed: new Set(c.req.queries('closed')),
    }
    const notice = await readNotice(reader, c, found)
    const reading = { reader, state, notice }
    const model = await readReaderPage(dependencies, found, reading)
    c.set('keptUntilMs', c.get('viewerUntilMs'))
    return show(c, 200, found.title, readerPage(model), {
      isKept: true,
      space: { key: found.spaceKey, name: found.spaceName },
      markdown: `${pagePath(found.spaceKey, found.id)}.md`,
      sidebar: treeSidebar(model),
    })
  }
  const page = atPage(dependencies, showPage, async (c, recorded, reader) =>
    prefersMarkdown(c) ? asMarkdown(c, recorded, reader) : c.redirect(recorded.url ?? ''),
  )
  return {
    ...historyRoutes(dependencies),
    'GET /': async (c) => {
      const viewer = c.get('viewer')
      const steps = viewer?.isAdministrator ? await readFirstSteps(database) : undefined
      if (steps !== undefined && steps.space === undefined) return c.redirect(firstStepsPath, 303)
      const reader = readerOf(c, dependencies)
      const asked = readListPart(c.req.query())
      const many = { ...asked, limit: spacesPerPage + 1 }
      const found = await listReadableSpaces(reader, many)
      const { shown: spaces, part } = cutPart(found, asked, ({ key }) => key, spacesPerPage)
      const changes = await listRecentChanges(reader, recentChanges)
      const isFresh = steps?.hasImport === false
      const isSignedIn = viewer !== undefined
      const starts = await readSpaceStarts(reader, spaces)
      const main = homePage({ spaces, starts, changes, part, isFresh, isSignedIn })
      return show(c, 200, 'Home', main, { isKept: true })
    },
    'GET /wiki/spaces/:key': atReadableSpace(dependencies, (c, { key, homepageId }) =>
      c.redirect(pagePath(key, homepageId)),
    ),
    'GET /wiki/spaces/:key/pages/:id{[0-9]+\\.md}': atPage(dependencies, asMarkdown, asMarkdown),
    'GET /wiki/spaces/:key/pages/:id': page,
    'GET /wiki/spaces/:key/pages/:id/:title': page,
    'GET /wiki/spaces/:key/children/:id': atPage(dependencies, async (c, page, reader) => {
      const { id, spaceId, spaceKey, title } = page
      const after = c.req.query('after')
      const children = await listChildren(reader, { id, spaceId }, { after })
      // Scripts ask for a part of the tree only.
      if (c.req.query('part') !== undefined) {
        return c.html(await treeFragment(spaceKey, id, children))
      }
      const model = { place: { spaceKey, id }, title, children }
      return showAbout(show, c, page, {
        title: `Pages below ${title}`,
        main: childrenPage(model),
        isKept: true,
      })
    }),
    'GET /search': (c) => answerSearch(c, dependencies),
    'GET /search/suggest': (c) => answerSuggest(c, dependencies),
  }
}

const notices: ReadonlyMap<string, string> = new Map([
  ['moved', 'The page is moved.'],
  ['preview-applied', 'The preview is applied: its pages are those of the space.'],
  ['preview-ended', 'The preview has ended; nothing of the space was changed.'],
  ['restored', 'The page is restored.'],
])

const noNotice: Markup = noticeLine(undefined)

/** The message about a completed action; a trashed page is mentioned only if it is in the trash. */
async function readNotice(
  reader: Reader,
  c: WebContext,
  { spaceId, spaceKey }: CurrentPage,
): Promise<Markup> {
  const { done = '', trashed: id } = c.req.query()
  if (id === undefined) return noticeLine(notices.get(done))
  const page = await findTrashedPage(reader, { spaceId, id })
  return page === undefined ? noNotice : trashNotice(spaceKey, page, csrfField(c))
}
