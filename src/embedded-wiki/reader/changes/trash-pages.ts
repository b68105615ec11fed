/** Pages on their way into the trash and back: the question before, the notice after, the list. @module */
import { html } from 'hono/html'
import { pagePath, type Space } from '../../../importing/target-wiki.ts'
import { type ListPart, partLinks } from '../../../web/components/list-part.ts'
import { dataTable, formActions } from '../../../web/components/parts.ts'
import type { Markup } from '../../../web/frame/markup.ts'
import type { TrashedPage } from '../../store/trashed-pages.ts'
import { type PagePlace, purgePath, restorePath, trashListPath, trashPath } from '../addresses.ts'

export interface TrashQuestionModel {
  readonly place: PagePlace
  readonly title: string
  readonly pagesBelow: number
  readonly csrfField: Markup
}

/**
 * Ask before a page goes.
 * @param model The page, and how many go with it.
 */
export function trashQuestion({ place, title, pagesBelow, csrfField }: TrashQuestionModel): Markup {
  return html`<h1>Put “${title}” into the trash?</h1>
<p>${goesWithIt(pagesBelow)} Readers find nothing of it any more, and links to it lead nowhere. It can be restored from the trash of the space.</p>
<form method="post" action="${trashPath(place)}">${csrfField}${formActions('Put into the trash', { path: pagePath(place.spaceKey, place.id), label: 'Cancel' }, 'danger')}</form>`
}

function goesWithIt(pages: number): string {
  if (pages === 0) return 'No page stands below it.'
  return pages === 1 ? 'The page below it goes with it.' : `The ${pages} pages below it go with it.`
}

/**
 * Say that a page is in the trash, with the way back.
 * @param csrfField The form's token.
 */
export function trashNotice(spaceKey: string, page: TrashedPage, csrfField: Markup): Markup {
  const below = page.pages - 1
  const more =
    below === 0 ? '' : below === 1 ? ', with the page below it' : `, with ${below} pages below it`
  return html`<div class="notice with-action"><p role="status">“${page.title}” is in the <a href="${trashListPath(spaceKey)}">trash</a>${more}.</p>
${restoreForm(spaceKey, page, csrfField)}</div>`
}

function purgeLink(spaceKey: string, { id, title }: TrashedPage): Markup {
  return html` <a class="danger-link" href="${purgePath({ spaceKey, id })}">Purge<span class="visually-hidden"> ${title}</span></a>`
}

function restoreForm(spaceKey: string, { id, title }: TrashedPage, csrfField: Markup): Markup {
  return html`<form class="row" method="post" action="${restorePath({ spaceKey, id })}">${csrfField}<button class="quiet" type="submit">Restore<span class="visually-hidden"> ${title}</span></button></form>`
}

export interface TrashListModel {
  readonly space: Space
  readonly pages: readonly TrashedPage[]
  readonly part: ListPart
  /** Whether the viewer may purge. */
  readonly mayPurge: boolean
  /** Why a page could not be restored, with the way out. */
  readonly problem: Markup | undefined
  readonly csrfField: Markup
}

/**
 * List the trash of a space.
 * @param model A part of it.
 */
export function trashList(model: TrashListModel): Markup {
  const { space, pages, part, mayPurge, problem, csrfField } = model
  const rows = pages.map((page) => [
    html`${page.title}`,
    html`<a href="${pagePath(space.key, page.parentId)}">${page.parentTitle}</a>`,
    html`${page.pages - 1}`,
    html`${restoreForm(space.key, page, csrfField)}${mayPurge ? purgeLink(space.key, page) : ''}`,
  ])
  const columns = ['Page', 'Stood below', 'Pages below it', 'Action']
  return html`<h1>Trash of ${space.name}</h1>
${problem === undefined ? '' : html`<p class="error" role="alert">${problem}</p>`}
<p>A page comes back to its place, with the pages that went with it.</p>
${rows.length === 0 ? html`<p class="empty">There is nothing in the trash.</p>` : dataTable('Pages in the trash', columns, rows)}
${mayPurge && rows.length > 0 ? html`<p><a class="danger-link" href="/wiki/spaces/${space.key}/purge">Purge the trash</a></p>` : ''}
${partLinks(trashListPath(space.key), part)}`
}
