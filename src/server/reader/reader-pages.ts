/** The reader's routes, with their limits, and the home page. @module */
import { html } from 'hono/html'
import type { Reader } from '../../accounts/reader.ts'
import { listReadableSpaces } from '../../wiki/import/spaces.ts'
import { pagePath, type Space } from '../../wiki/import/target-wiki.ts'
import type { CurrentPage } from '../../wiki/pages/find-page.ts'
import { listNewestPages, type NewestPage, readTextStarts } from '../../wiki/pages/list-pages.ts'
import { treeOf } from '../../wiki/pages/pages-around.ts'
import { findTrashedPage } from '../../wiki/store/trash-page.ts'
import type { ServiceParts } from '../service/compose.ts'
import { findField, type ListPart, readListPart } from '../web/components/list-part.ts'
import { type Notices, noticeOf } from '../web/components/page-schemes.ts'
import { cardList, emptyState, noticeLine, spaceTile } from '../web/components/parts.ts'
import { dayOf } from '../web/components/time-words.ts'
import type { Markup } from '../web/frame/markup.ts'
import { show } from '../web/frame/show.ts'
import type { PageContext, Pages, Viewer, WebPage } from '../web/pages.ts'
import { atReadableSpace, readerOf } from '../web/session/reading-rule.ts'
import { attachmentPages } from './attachment-routes.ts'
import { historyPages } from './history/history.ts'
import { answerMarkdown, prefersMarkdown } from './markdown-answer.ts'
import { reportFormPages, trashNotice, trashPages } from './page-actions.ts'
import { childrenPage, firstSentence } from './page-parts.ts'
import { previewPages } from './previews/preview-routes.ts'
import { feedPages, llmsPages } from './program-pages.ts'
import { readerPage, readReaderPage, treeSidebar } from './reader-page.ts'
import { atPage, showAbout } from './reader-scope.ts'
import { answerSearch, answerSuggest } from './search.ts'
import { treePart } from './tree-view.ts'

const recentChanges = 20
const spacesPerPage = 100

const page: WebPage = atPage(
  async (c, page, reader, dependencies) => {
    if (prefersMarkdown(c)) return answerMarkdown(c, page, reader, dependencies)
    const notice = await readNotice(reader, c, page)
    const model = await readReaderPage(c, dependencies, page, { reader, notice })
    return show(c, 200, page.title, readerPage(model), {
      isKept: true,
      space: { key: page.spaceKey, name: page.spaceName },
      markdown: `${pagePath(page.spaceKey, page.id)}.md`,
      sidebar: treeSidebar(model),
    })
  },
  {
    recorded: async (c, recorded, reader, dependencies) =>
      prefersMarkdown(c)
        ? answerMarkdown(c, recorded, reader, dependencies)
        : c.redirect(recorded.url ?? ''),
  },
)

/** The first match counts. */
const pagesOfSpaces: Pages = {
  'GET /': { who: 'readers', answer: showHome },
  'GET /wiki/spaces/:key': atReadableSpace((c, { key, homepageId }) =>
    c.redirect(pagePath(key, homepageId)),
  ),
  'GET /wiki/spaces/:key/pages/:id{[0-9]+\\.md}': atPage(answerMarkdown, {
    recorded: answerMarkdown,
    rule: { takes: ['version', 'images'] },
  }),
  'GET /wiki/spaces/:key/pages/:id': { ...page, rule: 'host tokens' },
  'GET /wiki/spaces/:key/pages/:id/:title': page,
  'GET /wiki/spaces/:key/children/:id': atPage(async (c, page, reader) => {
    const tree = treeOf(reader, page.spaceId)
    const part = await treePart(c, page, tree)
    if (part !== undefined) return c.html(part)
    const children = await tree.children(page.id, c.req.query('after'))
    return showAbout(c, page, `Pages below ${page.title}`, childrenPage(page, children))
  }),
  ...historyPages,
  'GET /search': { who: 'readers', answer: answerSearch },
  'GET /search/suggest': { who: 'readers', answer: answerSuggest },
}

export const readerPages: Pages = {
  ...attachmentPages,
  ...pagesOfSpaces,
  ...llmsPages,
  ...feedPages,
  ...previewPages,
  ...trashPages,
  ...reportFormPages,
}

async function showHome(c: PageContext, dependencies: ServiceParts): Promise<Response> {
  const viewer = c.get('viewer')
  const reader = readerOf(c, dependencies)
  const spaces = await readListPart(c, {
    path: '/',
    limit: spacesPerPage,
    read: (range) => listReadableSpaces(reader, range),
    placeOf: ({ key }) => key,
  })
  const changes = await listNewestPages(reader, recentChanges)
  const homepages = spaces.entries.map(({ id, homepageId }) => ({
    spaceId: id,
    pageId: homepageId,
  }))
  const starts = await readTextStarts(reader, homepages)
  const main = homePage({ spaces, starts, changes, viewer })
  return show(c, 200, 'Home', main, { isKept: true })
}

const notices: Notices = {
  'preview-ended': 'The preview has ended; nothing of the space was changed.',
  reported: 'Thank you. Those who write this page see your report, and can answer it.',
  restored: 'The page is restored.',
}

/** A trashed page is mentioned only while it is in the trash. */
async function readNotice(
  reader: Reader,
  c: PageContext,
  { spaceId, spaceKey }: CurrentPage,
): Promise<Markup> {
  const id = c.req.query('trashed')
  if (id === undefined) return noticeLine(noticeOf(c, notices))
  const page = await findTrashedPage(reader, { spaceId, id })
  return page === undefined ? noticeLine(undefined) : trashNotice(spaceKey, page)
}

interface HomePageModel {
  readonly spaces: ListPart<Space>
  readonly starts: ReadonlyMap<string, string>
  readonly changes: readonly NewestPage[]
  readonly viewer: Viewer | undefined
}

function homePage({ spaces, starts, changes, viewer }: HomePageModel): Markup {
  const { entries, isWhole, links } = spaces
  return html`<h1>Home</h1>
<section aria-labelledby="spaces"><h2 id="spaces">Spaces</h2>${findField('/', 'Find a space by name or key', spaces)}
${entries.length === 0 ? noSpace(isWhole, viewer) : cardList(entries.map((space) => spaceCard(space, starts.get(space.homepageId))))}
${links}</section>
${changes.length === 0 ? '' : recentChangeList(changes)}`
}

function noSpace(isWhole: boolean, viewer: Viewer | undefined): Markup {
  if (!isWhole) return html`<p>No space fits. <a href="/">All spaces</a></p>`
  if (viewer?.isAdministrator) {
    return emptyState('There is no space yet', 'Pages live in spaces: create the first one.', {
      path: '/manage/spaces/new',
      label: 'Create a space',
    })
  }
  return html`<p>There is no space that you may read. ${viewer === undefined ? html`<a href="/sign-in">Sign in</a> to see more.` : 'Ask an administrator for access.'}</p>`
}

function spaceCard({ key, name }: Space, start = '') {
  const summary = firstSentence(start)
  return { path: `/wiki/spaces/${key}`, label: name, tile: spaceTile(name), key, summary }
}

function recentChangeList(pages: readonly NewestPage[]): Markup {
  const item = ({ id, title, version, spaceKey, spaceName, authorName, changedAt }: NewestPage) =>
    html`<li><a href="${pagePath(spaceKey, id)}">${title}</a>
<span class="byline">${spaceName} · ${version === 1 ? 'new' : `version ${version}`} · ${dayOf(changedAt)} · ${authorName}</span></li>`
  return html`<section aria-labelledby="changes"><h2 id="changes">Recent changes</h2>
<ul class="changes">${pages.map(item)}</ul></section>`
}
