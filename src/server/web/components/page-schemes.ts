/** The three schemes of pages: a list, a form, and the details of one thing with what can be done to it. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'
import { showNotFound } from '../frame/message-page.ts'
import type { PageContext, Pages, SettingsEntry, Shows, WebPage, Who } from '../pages.ts'
import { csrfField } from '../session/csrf.ts'
import type { FormFields } from '../web-scope.ts'
import {
  errorLine,
  type FieldSpec,
  type FormRefusal,
  formFields,
  formRefusal,
} from './form-fields.ts'
import {
  type AskedPart,
  cutPart,
  entriesPerPage,
  findField,
  isWhole,
  type ListPart,
  partLinks,
  readListPart,
} from './list-part.ts'
import {
  breadcrumb,
  type Column,
  emptyState,
  formActions,
  noneFits,
  noticeLine,
  pageHead,
  tableOf,
  type Way,
} from './parts.ts'

/** The schemes for pages that the same people may open. */
export interface PageSchemes<Dependencies> {
  list<Entry>(page: ListPage<Dependencies, Entry>): Pages<Dependencies>
  form<Item = true>(page: FormPage<Dependencies, Item>): Pages<Dependencies>
  details<Item>(page: DetailPage<Dependencies, Item>): Pages<Dependencies>
}

export function pagesFor<Dependencies extends Shows>(who: Who): PageSchemes<Dependencies> {
  return {
    list: (page) => listPage(who, page),
    form: (page) => formPage(who, page),
    details: (page) => detailPage(who, page),
  }
}

interface ListView<Entry> {
  readonly columns: readonly Column<Entry>[]
  /** What the list says where it holds nothing at all. */
  readonly none: readonly [heading: string, text: string]
  readonly lead?: string
  /** Above and below the table. */
  readonly above?: Markup
  readonly below?: Markup
}

interface ListPage<Dependencies, Entry> {
  readonly path: string
  readonly settings: SettingsEntry<Dependencies>
  readonly action?: Way
  /** What one entry is, and how the field is called that finds it. */
  readonly finding?: readonly [entry: string, label: string]
  readonly notices?: Notices
  read(
    dependencies: Dependencies,
    part: AskedPart & { readonly limit: number },
    c: PageContext,
  ): Promise<readonly Entry[]>
  /** Names the entry that the next part follows; without it, the list is never long. */
  placeOf?(entry: Entry): string
  view(
    dependencies: Dependencies,
    entries: readonly Entry[],
    c: PageContext,
  ): ListView<Entry> | Promise<ListView<Entry>>
}

/** Words for what was just done, by the `done` of the address. */
export type Notices = Readonly<Record<string, string>>

export function noticeOf(c: PageContext, notices: Notices = {}): string | undefined {
  return notices[c.req.query('done') ?? '']
}

function listPage<Dependencies extends Shows, Entry>(
  who: Who,
  list: ListPage<Dependencies, Entry>,
): Pages<Dependencies> {
  const { path, settings, notices } = list
  const answer: WebPage<Dependencies>['answer'] = async (c, dependencies) => {
    const asked = readListPart(c.req.query())
    const found = await list.read(dependencies, { ...asked, limit: entriesPerPage + 1 }, c)
    const { shown, part } = cutPart(found, asked, (entry) => list.placeOf?.(entry) ?? '')
    const view = await list.view(dependencies, shown, c)
    const main = html`${pageHead(settings.label, list.action)}
${noticeLine(noticeOf(c, notices))}
${view.lead === undefined ? '' : html`<p>${view.lead}</p>`}
${list.finding === undefined ? '' : findField(path, list.finding[1], part)}
${view.above ?? ''}
${shown.length === 0 ? noEntries(list, view, part) : tableOf(settings.label, view.columns, shown)}
${partLinks(path, part)}
${view.below ?? ''}`
    return dependencies.show(c, 200, settings.label, main, { isWide: true })
  }
  return { [`GET ${path}`]: { who, settings, answer } }
}

function noEntries<Dependencies, Entry>(
  { path, settings, finding }: ListPage<Dependencies, Entry>,
  { none }: ListView<Entry>,
  part: ListPart,
): Markup {
  return isWhole(part)
    ? emptyState(...none)
    : noneFits(finding?.[0] ?? 'entry', { path, label: `All ${settings.label.toLowerCase()}` })
}

/** What the address or the form is about; undefined where there is nothing of the kind. */
type Find<Dependencies, Item> = (
  c: PageContext,
  dependencies: Dependencies,
) => Promise<Item | undefined>

export interface FormView {
  readonly title: string
  /** The last one is where whoever cancels goes. */
  readonly ways: readonly [...Way[], Way]
  readonly lead?: Markup
  readonly fields?: readonly (FieldSpec | Markup)[]
  readonly button: string
  readonly look?: 'danger'
  readonly isBroad?: boolean
}

interface Typed {
  /** Empty where the form is shown for the first time. */
  readonly form: FormFields
  readonly refusal: FormRefusal | undefined
}

/** A page in place of the form, where there is nothing to fill in. */
type Instead = Response

interface FormPage<Dependencies, Item> {
  readonly path: string
  readonly find?: Find<Dependencies, Item>
  view(
    item: Item,
    dependencies: Dependencies,
    c: PageContext,
    typed: Typed,
  ): FormView | Promise<FormView | Instead>
  /** @returns Where to go on, or the page that follows. */
  submit(item: Item, dependencies: Dependencies, c: PageContext): Promise<string | Response>
}

function formPage<Dependencies extends Shows, Item>(
  who: Who,
  page: FormPage<Dependencies, Item>,
): Pages<Dependencies> {
  const find = page.find ?? (async () => true as Item)
  const showForm = async (
    c: PageContext,
    dependencies: Dependencies,
    item: Item,
    refusal?: FormRefusal,
  ): Promise<Response> => {
    const typed = { form: c.get('form') ?? new Map(), refusal }
    const view = await page.view(item, dependencies, c, typed)
    if (view instanceof Response) return view
    const status = refusal === undefined ? 200 : 400
    return dependencies.show(c, status, view.title, formMarkup(c, view, typed))
  }
  return itemPages(who, { path: page.path, find }, showForm, {
    '': (c, dependencies, item) => page.submit(item, dependencies, c),
  })
}

function formMarkup(c: PageContext, view: FormView, typed: Typed): Markup {
  const { title, ways, lead = '', fields = [], button, look, isBroad = false } = view
  const back = ways.at(-1)?.path ?? '/'
  return html`${breadcrumb(ways)}<h1>${title}</h1>
${errorLine(typed.refusal?.message)}
${lead}
<form${isBroad ? html` class="broad"` : ''} method="post">${csrfField(c)}
${formFields(fields, typed)}
${formActions(button, { path: back, label: 'Cancel' }, look)}
</form>`
}

type Answer<Dependencies, Item, Result> = (
  c: PageContext,
  dependencies: Dependencies,
  item: Item,
  refusal?: FormRefusal,
) => Promise<Result>

interface ItemPage<Dependencies, Item> {
  readonly path: string
  readonly settings?: SettingsEntry<Dependencies> | undefined
  readonly find: Find<Dependencies, Item>
}

/** A page about one thing, and what is sent to it or below it: that is done, or refused on the page. */
function itemPages<Dependencies extends Shows, Item>(
  who: Who,
  { path, settings, find }: ItemPage<Dependencies, Item>,
  showItem: Answer<Dependencies, Item, Response>,
  sent: Readonly<Record<string, Answer<Dependencies, Item, string | Response>>>,
): Pages<Dependencies> {
  const withItem =
    (answer: Answer<Dependencies, Item, Response>): WebPage<Dependencies>['answer'] =>
    async (c, dependencies) => {
      const item = await find(c, dependencies)
      return item === undefined ? showNotFound(c, dependencies.show) : answer(c, dependencies, item)
    }
  const posts = Object.entries(sent).map(([name, work]) => {
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
  const shown = { who, answer: withItem(showItem), ...(settings && { settings }) }
  return { [`GET ${path}`]: shown, ...Object.fromEntries(posts) }
}

/** What was done is told on the page by its notice, unless the work has a page of its own. */
type Action<Dependencies, Item> = readonly [
  done: string,
  work: Answer<Dependencies, Item, Response | unknown>,
]

interface DetailView {
  readonly title: string
  readonly ways: readonly Way[]
  readonly body: Markup
  readonly isWide?: boolean
}

interface DetailPage<Dependencies, Item> extends ItemPage<Dependencies, Item> {
  readonly notices: Notices
  /** Each at its own name below the page; an empty name is a form that the page sends to itself. */
  readonly actions: Readonly<Record<string, Action<Dependencies, Item>>>
  view(
    item: Item,
    dependencies: Dependencies,
    c: PageContext,
    refusal: FormRefusal | undefined,
  ): Promise<DetailView>
}

function detailPage<Dependencies extends Shows, Item>(
  who: Who,
  page: DetailPage<Dependencies, Item>,
): Pages<Dependencies> {
  const { notices, actions } = page
  const showDetails = async (
    c: PageContext,
    dependencies: Dependencies,
    item: Item,
    refusal?: FormRefusal,
  ): Promise<Response> => {
    const { title, ways, body, isWide = false } = await page.view(item, dependencies, c, refusal)
    const main = html`${breadcrumb(ways)}<h1 class="long">${title}</h1>
${noticeLine(refusal === undefined ? noticeOf(c, notices) : undefined)}
${errorLine(refusal?.message)}
${body}`
    return dependencies.show(c, refusal === undefined ? 200 : 400, title, main, { isWide })
  }
  const acts = Object.entries(actions).map(([name, [done, work]]) => {
    const act: Answer<Dependencies, Item, string | Response> = async (c, dependencies, item) => {
      const result = await work(c, dependencies, item)
      if (result instanceof Response) return result
      const own = name === '' ? c.req.path : c.req.path.slice(0, -name.length - 1)
      return `${own}?done=${done}`
    }
    return [name, act] as const
  })
  return itemPages(who, page, showDetails, Object.fromEntries(acts))
}

/** A form among the details of a thing. */
export function inlineForm(
  c: PageContext,
  action: string,
  {
    fields,
    button,
    refusal,
  }: {
    readonly fields: readonly FieldSpec[]
    readonly button: string
    readonly refusal?: FormRefusal | undefined
  },
): Markup {
  return html`<form method="post" action="${action}">${csrfField(c)}
${formFields(fields, { form: new Map(), refusal })}
<button type="submit">${button}</button>
</form>`
}

/** A button that does something to one thing; what it does is also said by hidden fields. */
export function actionForm(
  c: PageContext,
  action: string,
  label: Markup | string,
  { fields = {}, look = 'quiet' }: { fields?: Record<string, string>; look?: 'quiet' | '' } = {},
): Markup {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form class="row" method="post" action="${action}">${csrfField(c)}${hidden}<button${look === '' ? '' : html` class="${look}"`} type="submit">${label}</button></form>`
}
