/** Three schemes of pages: a list, a form, and the details of one item with its actions. @module */
import { html } from 'hono/html'
import type { ServiceParts } from '../../service/compose.ts'
import type { Markup } from '../frame/markup.ts'
import { showNotFound } from '../frame/message-page.ts'
import { show } from '../frame/show.ts'
import type { FormFields, PageContext, Pages, SettingsEntry, WebPage, Who } from '../pages.ts'
import {
  errorLine,
  type FieldSpec,
  type FormRefusal,
  formFields,
  formRefusal,
} from './form-fields.ts'
import {
  byTime,
  entriesPerPage,
  type FilterValues,
  filterForm,
  findField,
  type ListRange,
  readListPart,
} from './list-part.ts'
import {
  breadcrumb,
  type Column,
  emptyState,
  formActions,
  noneFits,
  noticeLine,
  type PageLink,
  pageHead,
  tableOf,
} from './parts.ts'

function pagesFor(who: Who) {
  return {
    list: <Entry>(page: ListPage<Entry>) => listPage(who, page),
    form: <Item = true>(page: FormPage<Item>) => formPage(who, page),
    details: <Item>(page: DetailPage<Item>) => detailPage(who, page),
  }
}

type PageSchemes = ReturnType<typeof pagesFor>

export const administrators: PageSchemes = pagesFor('administrators')
export const everyUser: PageSchemes = pagesFor('users')

interface ListView<Entry> {
  readonly columns: readonly Column<Entry>[]
  /** Shown for an empty list. */
  readonly emptyText: readonly [heading: string, text: string]
  readonly lead?: Markup | string
  readonly belowTable?: Markup
}

interface ListPage<Entry> {
  readonly path: string
  readonly settings: SettingsEntry
  readonly action?: PageLink
  /** The name of an entry, and the label of the search field or of the filters. */
  readonly finding?: readonly [entry: string, label: string]
  /** Filters that lists by time have instead of a search field. */
  readonly filters?: readonly FieldSpec[]
  readonly notices?: Notices
  read(
    dependencies: ServiceParts,
    range: ListRange & { readonly filters: FilterValues },
    c: PageContext,
  ): Promise<readonly Entry[]>
  /** Identifies an entry in `after`; lists without it have a single part. */
  placeOf?(entry: Entry): string
  view(
    dependencies: ServiceParts,
    entries: readonly Entry[],
    c: PageContext,
  ): ListView<Entry> | Promise<ListView<Entry>>
}

/** Texts by the value of `done` in the address. */
export type Notices = Readonly<Record<string, string>>

export function noticeOf(c: PageContext, notices: Notices = {}): string | undefined {
  const done = c.req.query('done') ?? ''
  return Object.hasOwn(notices, done) ? notices[done] : undefined
}

function listPage<Entry>(who: Who, list: ListPage<Entry>): Pages {
  const { path, settings, notices, filters: fields, placeOf, finding = ['entry', ''] } = list
  const [entryName, findLabel] = finding
  const answer: WebPage['answer'] = async (c, dependencies) => {
    const query = c.req.query()
    const filters = Object.fromEntries((fields ?? []).map(({ name }) => [name, query[name] ?? '']))
    const part = await readListPart(c, {
      path,
      limit: placeOf === undefined ? Infinity : entriesPerPage,
      filters,
      ...(fields && { labels: byTime }),
      read: (range) => list.read(dependencies, { ...range, filters }, c),
      placeOf: (entry) => placeOf?.(entry) ?? '',
    })
    const { entries, isWhole, links } = part
    const { lead, columns, emptyText, belowTable } = await list.view(dependencies, entries, c)
    const all = { path, label: `All ${settings.label.toLowerCase()}` }
    const find = findLabel === '' ? '' : findField(path, findLabel, part)
    const noEntries = isWhole ? emptyState(...emptyText) : noneFits(entryName, all)
    const main = html`${pageHead(settings.label, list.action)}
${noticeLine(noticeOf(c, notices))}
${lead === undefined ? '' : html`<p>${lead}</p>`}
${fields === undefined ? find : filterForm(findLabel, fields, filters)}
${entries.length === 0 ? noEntries : tableOf(settings.label, columns, entries)}
${links}
${belowTable ?? ''}`
    return show(c, 200, settings.label, main, { isWide: true })
  }
  return { [`GET ${path}`]: { who, settings, answer } }
}

/** Finds the item that the address names; undefined shows "not found". */
type Find<Item> = (c: PageContext, dependencies: ServiceParts) => Promise<Item | undefined>

export interface FormView {
  readonly title: string
  /** The pages above this one; Cancel leads to the last of them. */
  readonly ways: readonly [...PageLink[], PageLink]
  readonly lead?: Markup
  readonly fields?: readonly (FieldSpec | Markup)[]
  readonly button: string
  readonly look?: 'danger'
  readonly isBroad?: boolean
}

interface FormContent {
  /** The typed fields; empty when the form is shown for the first time. */
  readonly form: FormFields
  readonly refusal: FormRefusal | undefined
}

/** A page that is shown instead of the form. */
type Instead = Response

interface FormPage<Item> {
  readonly path: string
  readonly find?: Find<Item>
  view(
    item: Item,
    dependencies: ServiceParts,
    c: PageContext,
    content: FormContent,
  ): FormView | Promise<FormView | Instead>
  /** @returns The path to redirect to, or the page to show. */
  submit(item: Item, dependencies: ServiceParts, c: PageContext): Promise<string | Response>
}

function formPage<Item>(who: Who, page: FormPage<Item>): Pages {
  const find = page.find ?? (async () => true as Item)
  const showForm = async (
    c: PageContext,
    dependencies: ServiceParts,
    item: Item,
    refusal?: FormRefusal,
  ): Promise<Response> => {
    const content = { form: c.get('form') ?? new Map(), refusal }
    const view = await page.view(item, dependencies, c, content)
    if (view instanceof Response) return view
    const status = refusal === undefined ? 200 : 400
    return show(c, status, view.title, formMarkup(view, content))
  }
  return itemPages(who, { path: page.path, find }, showForm, {
    '': (c, dependencies, item) => page.submit(item, dependencies, c),
  })
}

function formMarkup(view: FormView, content: FormContent): Markup {
  const { title, ways, lead = '', fields = [], button, look, isBroad = false } = view
  const backPath = ways.at(-1)?.path ?? '/'
  return html`${breadcrumb(ways)}<h1>${title}</h1>
${errorLine(content.refusal?.message)}
${lead}
<form${isBroad ? html` class="broad"` : ''} method="post">
${formFields(fields, content)}
${formActions(button, { path: backPath, label: 'Cancel' }, look)}
</form>`
}

type Answer<Item, Result> = (
  c: PageContext,
  dependencies: ServiceParts,
  item: Item,
  refusal?: FormRefusal,
) => Promise<Result>

interface ItemPage<Item> {
  readonly path: string
  readonly settings?: SettingsEntry | undefined
  readonly find: Find<Item>
}

/** A page about an item with its POST routes, whose refusals are shown on the page. */
function itemPages<Item>(
  who: Who,
  { path, settings, find }: ItemPage<Item>,
  showItem: Answer<Item, Response>,
  posted: Readonly<Record<string, Answer<Item, string | Response>>>,
): Pages {
  const withItem =
    (answer: Answer<Item, Response>): WebPage['answer'] =>
    async (c, dependencies) => {
      const item = await find(c, dependencies)
      return item === undefined ? showNotFound(c) : answer(c, dependencies, item)
    }
  const posts = Object.entries(posted).map(([name, work]) => {
    const answer = withItem(async (c, dependencies, item) => {
      try {
        const next = await work(c, dependencies, item)
        return typeof next === 'string' ? c.redirect(next, 303) : next
      } catch (error) {
        return showItem(c, dependencies, item, formRefusal(error))
      }
    })
    return [`POST ${path}${name === '' ? '' : `/${name}`}`, { who, answer }] as const
  })
  const shownPage = { who, answer: withItem(showItem), ...(settings && { settings }) }
  return { [`GET ${path}`]: shownPage, ...Object.fromEntries(posts) }
}

/** After the action, the page shows the notice `done`, unless `work` returns a page. */
type Action<Item> = readonly [done: string, work: Answer<Item, Response | unknown>]

/** Actions by their path below the page; the empty name posts to the page itself. */
export type Actions<Item> = Readonly<Record<string, Action<Item>>>

interface DetailView {
  readonly title: string
  readonly ways: readonly PageLink[]
  readonly body: Markup
  readonly isWide?: boolean
}

interface DetailPage<Item> extends ItemPage<Item> {
  readonly notices: Notices
  readonly actions: Actions<Item>
  view(
    item: Item,
    dependencies: ServiceParts,
    c: PageContext,
    refusal: FormRefusal | undefined,
  ): Promise<DetailView>
}

function detailPage<Item>(who: Who, page: DetailPage<Item>): Pages {
  const { notices, actions } = page
  const showDetails = async (
    c: PageContext,
    dependencies: ServiceParts,
    item: Item,
    refusal?: FormRefusal,
  ): Promise<Response> => {
    const { title, ways, body, isWide = false } = await page.view(item, dependencies, c, refusal)
    const main = html`${breadcrumb(ways)}<h1 class="long">${title}</h1>
${noticeLine(refusal === undefined ? noticeOf(c, notices) : undefined)}
${errorLine(refusal?.message)}
${body}`
    return show(c, refusal === undefined ? 200 : 400, title, main, { isWide })
  }
  const acts = Object.entries(actions).map(([name, [done, work]]) => {
    const act: Answer<Item, string | Response> = async (c, dependencies, item) => {
      const result = await work(c, dependencies, item)
      if (result instanceof Response) return result
      const itemPath = name === '' ? c.req.path : c.req.path.slice(0, -name.length - 1)
      return `${itemPath}?done=${done}`
    }
    return [name, act] as const
  })
  return itemPages(who, page, showDetails, Object.fromEntries(acts))
}

/** A form in a page of details; after a refusal it shows the typed values and the problem. */
export function inlineForm(
  c: PageContext,
  { action, fields, button, refusal, isBroad = false }: InlineForm,
): Markup {
  const content = { form: c.get('form') ?? new Map(), refusal }
  return html`<form${isBroad ? html` class="broad"` : ''} method="post" action="${action}">
${formFields(fields, content)}
<button type="submit">${button}</button>
</form>`
}

interface InlineForm {
  readonly action: string
  readonly fields: readonly FieldSpec[]
  readonly button: string
  readonly refusal?: FormRefusal | undefined
  readonly isBroad?: boolean
}

/** A button that posts hidden fields. */
export function actionForm(
  action: string,
  label: Markup | string,
  { fields = {}, look = 'quiet' }: { fields?: Record<string, string>; look?: 'quiet' | '' } = {},
): Markup {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form class="row" method="post" action="${action}">${hidden}<button${look === '' ? '' : html` class="${look}"`} type="submit">${label}</button></form>`
}
