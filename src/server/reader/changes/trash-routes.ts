/** The routes that put pages into the trash, list it, and restore from it. @module */
import { html } from 'hono/html'
import type { Reader } from '../../../accounts/reader.ts'
import { pagePath, type Space } from '../../../wiki/import/target-wiki.ts'
import {
  countPagesBelow,
  findPageInPlace,
  findTrashedPage,
  listTrashedPages,
  type TrashedPage,
} from '../../../wiki/pages/trashed-pages.ts'
import {
  type PageChangeDependencies,
  restorePage,
  trashPage,
} from '../../../wiki/store/trash-page.ts'
import { formRefusal } from '../../web/components/form-fields.ts'
import {
  cutPart,
  entriesPerPage,
  type ListPart,
  partLinks,
  readListPart,
} from '../../web/components/list-part.ts'
import { dataTable, emptyState, formActions } from '../../web/components/parts.ts'
import type { Markup } from '../../web/frame/markup.ts'
import type { Show } from '../../web/frame/show.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import { actorOf } from '../../web/web-scope.ts'
import { type PagePlace, restorePath, trashListPath, trashPath } from '../addresses.ts'
import {
  atWritablePage,
  atWritableSpace,
  type ReaderDependencies,
  showAbout,
  type WebContext,
} from '../reader-scope.ts'

export function trashRoutes(
  dependencies: ReaderDependencies & PageChangeDependencies,
): WebHandlers {
  const { show } = dependencies
  return {
    'GET /wiki/spaces/:key/trash/:id': atWritablePage(dependencies, async (c, page, reader) => {
      const pagesBelow = await countPagesBelow(reader, page)
      const { title } = page
      const main = trashQuestion({ place: page, title, pagesBelow })
      return showAbout(show, c, page, { title: `Put ${title} into the trash`, main })
    }),
    'POST /wiki/spaces/:key/trash/:id': atWritablePage(
      dependencies,
      async (c, { id, spaceKey, parentId = id }) => {
        await trashPage(dependencies, id, actorOf(c))
        return c.redirect(`${pagePath(spaceKey, parentId)}?trashed=${id}`, 303)
      },
    ),
    'GET /wiki/spaces/:key/trash': atWritableSpace(dependencies, (c, space, reader) =>
      showTrash(show, c, { space, reader }),
    ),
    'POST /wiki/spaces/:key/restore/:id': atWritableSpace(
      dependencies,
      async (c, space, reader) => {
        const id = c.req.param('id') ?? ''
        const page = await findTrashedPage(reader, { spaceId: space.id, id })
        if (page === undefined) {
          return showTrash(
            show,
            c,
            { space, reader },
            { message: 'It is not in the trash any more.' },
          )
        }
        try {
          await restorePage(dependencies, page.id, actorOf(c))
        } catch (error) {
          return showTrash(
            show,
            c,
            { space, reader },
            { page, message: formRefusal(error).message },
          )
        }
        return c.redirect(`${pagePath(space.key, page.id)}?done=restored`, 303)
      },
    ),
  }
}

interface RefusedRestore {
  readonly message: string
  readonly page?: TrashedPage
}

async function showTrash(
  show: Show,
  c: WebContext,
  { space, reader }: { readonly space: Space; readonly reader: Reader },
  refusal?: RefusedRestore,
): Promise<Response> {
  const { after } = readListPart(c.req.query())
  const listState = { matching: undefined, after }
  const limit = entriesPerPage + 1
  const rows = await listTrashedPages(reader, { spaceId: space.id, after, limit })
  const { entries: pages, part } = cutPart(rows, listState, ({ id }) => id)
  const problem = refusal && (await wordRefusal(reader, space, refusal))
  const main = trashList({ space, pages, part, problem })
  const pageSpace = { spaceKey: space.key, spaceName: space.name }
  const status = problem === undefined ? 200 : 400
  return showAbout(show, c, pageSpace, { title: `Trash of ${space.name}`, main, status })
}

/** Links the page that is in the way. */
async function wordRefusal(
  reader: Reader,
  { id: spaceId, key }: Space,
  { page, message }: RefusedRestore,
): Promise<Markup> {
  if (page === undefined) return html`${message}`
  const blockingPage = await findPageInPlace(reader, { spaceId, ...page })
  const link = blockingPage && html` <a href="${pagePath(key, blockingPage)}">Open that page</a>`
  return html`“${page.title}” is not restored. ${message}${link ?? ''}`
}

interface TrashQuestionModel {
  readonly place: PagePlace
  readonly title: string
  readonly pagesBelow: number
}

function trashQuestion({ place, title, pagesBelow }: TrashQuestionModel): Markup {
  return html`<h1>Put “${title}” into the trash?</h1>
<p>${goesWithIt(pagesBelow)} Readers find nothing of it any more, and links to it lead nowhere. It can be restored from the trash of the space.</p>
<form method="post" action="${trashPath(place)}">${formActions('Put into the trash', { path: pagePath(place.spaceKey, place.id), label: 'Cancel' }, 'danger')}</form>`
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
  return html`<form class="row" method="post" action="${restorePath({ spaceKey, id })}"><button class="quiet" type="submit">Restore<span class="visually-hidden"> ${title}</span></button></form>`
}

interface TrashListModel {
  readonly space: Space
  readonly pages: readonly TrashedPage[]
  readonly part: ListPart
  readonly problem: Markup | undefined
}

function trashList(model: TrashListModel): Markup {
  const { space, pages, part, problem } = model
  const rows = pages.map((page) => [
    html`${page.title}`,
    html`<a href="${pagePath(space.key, page.parentId)}">${page.parentTitle}</a>`,
    html`${page.pages - 1}`,
    restoreForm(space.key, page),
  ])
  const columns = ['Page', 'Stood below', 'Pages below it', 'Action']
  return html`<h1>Trash of ${space.name}</h1>
${problem === undefined ? '' : html`<p class="error" role="alert">${problem}</p>`}
<p>A page comes back to its place, with the pages that went with it.</p>
${rows.length === 0 ? emptyState('There is nothing in the trash', 'A page that is put there can be restored from here.', { path: `/wiki/spaces/${space.key}`, label: `Back to ${space.name}`, isQuiet: true }) : dataTable('Pages in the trash', columns, rows)}
${partLinks(trashListPath(space.key), part)}`
}
