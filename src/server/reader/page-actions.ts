/** Forms to report a problem of a page, to put the page into the trash, and to restore it. @module */
import { html } from 'hono/html'
import type { Reader } from '../../accounts/reader.ts'
import { parseId } from '../../store/ids.ts'
import { pagePath, type Space } from '../../wiki/import/target-wiki.ts'
import { type CurrentPage, findCurrentPage } from '../../wiki/pages/find-page.ts'
import { insertReport, maxReportLength, readReportText } from '../../wiki/store/page-reports.ts'
import {
  countPagesBelow,
  findPageInPlace,
  findTrashedPage,
  listTrashedPages,
  restorePage,
  type TrashedPage,
  trashPage,
} from '../../wiki/store/trash-page.ts'
import { fieldText, formRefusal } from '../web/components/form-fields.ts'
import { type ListPart, readListPart } from '../web/components/list-part.ts'
import { actionForm, everyUser } from '../web/components/page-schemes.ts'
import { emptyState, formActions, tableOf } from '../web/components/parts.ts'
import type { Markup } from '../web/frame/markup.ts'
import { actorOf, type PageContext, type Pages, viewerOf } from '../web/pages.ts'
import { readerOf } from '../web/session/reading-rule.ts'
import { partPath, trashListPath } from './addresses.ts'
import { readAdf } from './reader-page.ts'
import { atWritablePage, atWritableSpace, showAbout } from './reader-scope.ts'

export const trashPages: Pages = {
  'GET /wiki/spaces/:key/trash/:id': atWritablePage(async (c, page, reader) => {
    const main = trashQuestion(page, await countPagesBelow(reader, page))
    return showAbout(c, page, `Put ${page.title} into the trash`, main, { isKept: false })
  }),
  'POST /wiki/spaces/:key/trash/:id': atWritablePage(
    async (c, { id, spaceKey, parentId = id }, _, dependencies) => {
      await trashPage(dependencies, id, actorOf(c))
      return c.redirect(`${pagePath(spaceKey, parentId)}?trashed=${id}`, 303)
    },
  ),
  'GET /wiki/spaces/:key/trash': atWritableSpace((c, space, reader) => showTrash(c, space, reader)),
  'POST /wiki/spaces/:key/restore/:id': atWritableSpace(async (c, space, reader, dependencies) => {
    const id = c.req.param('id') ?? ''
    const page = await findTrashedPage(reader, { spaceId: space.id, id })
    if (page === undefined) {
      return showTrash(c, space, reader, html`It is not in the trash any more.`)
    }
    try {
      await restorePage(dependencies, page.id, actorOf(c))
    } catch (error) {
      const { message } = formRefusal(error)
      return showTrash(c, space, reader, await wordRefusal(reader, space, page, message))
    }
    return c.redirect(`${pagePath(space.key, page.id)}?done=restored`, 303)
  }),
}

async function showTrash(
  c: PageContext,
  space: Space,
  reader: Reader,
  problem?: Markup,
): Promise<Response> {
  const pages = await readListPart(c, {
    path: trashListPath(space.key),
    read: (range) => listTrashedPages(reader, { spaceId: space.id, ...range }),
    placeOf: ({ id }) => id,
  })
  const main = trashList(space, pages, problem)
  const pageSpace = { spaceKey: space.key, spaceName: space.name }
  const status = problem === undefined ? 200 : 400
  return showAbout(c, pageSpace, `Trash of ${space.name}`, main, { status, isKept: false })
}

/** Words a refusal, with a link to the page that prevents the action. */
async function wordRefusal(
  reader: Reader,
  { id: spaceId, key }: Space,
  page: TrashedPage,
  message: string,
): Promise<Markup> {
  const blockingPage = await findPageInPlace(reader, { spaceId, ...page })
  const link = blockingPage && html` <a href="${pagePath(key, blockingPage)}">Open that page</a>`
  return html`“${page.title}” is not restored. ${message}${link ?? ''}`
}

function trashQuestion(page: CurrentPage, pagesBelow: number): Markup {
  return html`<h1>Put “${page.title}” into the trash?</h1>
<p>${goesWithIt(pagesBelow)} Readers find nothing of it any more, and links to it lead nowhere. It can be restored from the trash of the space.</p>
<form method="post" action="${partPath('trash', page)}">${formActions('Put into the trash', { path: pagePath(page.spaceKey, page.id), label: 'Cancel' }, 'danger')}</form>`
}

function goesWithIt(pages: number): string {
  if (pages === 0) return 'No page stands below it.'
  return pages === 1 ? 'The page below it goes with it.' : `The ${pages} pages below it go with it.`
}

export function trashNotice(spaceKey: string, page: TrashedPage): Markup {
  const childCount = page.pages - 1
  const more =
    childCount === 0
      ? ''
      : childCount === 1
        ? ', with the page below it'
        : `, with ${childCount} pages below it`
  return html`<div class="notice"><p role="status">“${page.title}” is in the <a href="${trashListPath(spaceKey)}">trash</a>${more}.</p>
${restoreForm(spaceKey, page)}</div>`
}

function restoreForm(spaceKey: string, { id, title }: TrashedPage): Markup {
  const label = html`Restore<span class="visually-hidden"> ${title}</span>`
  return actionForm(partPath('restore', { spaceKey, id }), label)
}

function trashList(space: Space, part: ListPart<TrashedPage>, problem: Markup | undefined): Markup {
  const table = tableOf(
    'Pages in the trash',
    [
      ['Page', ({ title }) => title],
      [
        'Stood below',
        ({ parentId, parentTitle }) =>
          html`<a href="${pagePath(space.key, parentId)}">${parentTitle}</a>`,
      ],
      ['Pages below it', ({ pages }) => String(pages - 1)],
      ['Action', (page) => restoreForm(space.key, page)],
    ],
    part.entries,
  )
  return html`<h1>Trash of ${space.name}</h1>
${problem === undefined ? '' : html`<p class="error" role="alert">${problem}</p>`}
<p>A page comes back to its place, with the pages that went with it.</p>
${part.entries.length === 0 ? emptyState('There is nothing in the trash', 'A page that is put there can be restored from here.', { path: `/wiki/spaces/${space.key}`, label: `Back to ${space.name}`, isQuiet: true }) : table}
${part.links}`
}

export const reportFormPages: Pages = everyUser.form<CurrentPage>({
  path: '/wiki/spaces/:key/report/:id',
  /** Answers "not found" for pages in Confluence. */
  async find(c, dependencies) {
    const page = await findCurrentPage(readerOf(c, dependencies), c.req.param('id') ?? '')
    return page?.connection === undefined ? page : undefined
  },
  async view(page, dependencies, c, { form }) {
    const adf = () => readAdf(readerOf(c, dependencies), page)
    const { outline } = await dependencies.views.view(page, adf)
    const sections = outline.map(({ text }) => [text, text] as const)
    return {
      title: `Report a problem of “${page.title}”`,
      ways: [
        { path: `/wiki/spaces/${page.spaceKey}`, label: page.spaceName },
        { path: pagePath(page.spaceKey, page.id), label: page.title },
      ],
      isBroad: true,
      fields: [
        {
          name: 'message',
          label: 'What is wrong?',
          hint: `In a sentence or two, at most ${maxReportLength} characters. Those who write the page see it, with your name.`,
          isLong: true,
          isRequired: true,
          maxLength: maxReportLength,
        },
        { name: 'section', label: 'Where?', choices: [['', 'The whole page'], ...sections] },
        html`<input type="hidden" name="version" value="${form.get('version') ?? c.req.query('version')}">`,
      ],
      button: 'Report',
    }
  },
  async submit(page, { database, ids, clock }, c) {
    const form = c.get('form')
    await database.write(insertReport, {
      id: await ids.nextId(),
      spaceId: Number(page.spaceId),
      pageId: Number(page.id),
      // Keep the version that the reader saw, which may be older than the present one.
      version: Math.min(parseId(fieldText(form, 'version')) ?? Infinity, page.version.number),
      section: readReportText(form, 'section'),
      message: readReportText(form, 'message'),
      userId: viewerOf(c).userId,
      now: clock().getTime(),
    })
    return `${pagePath(page.spaceKey, page.id)}?done=reported`
  },
})
