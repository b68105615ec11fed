/** Pages where readers report problems, and writers answer and close reports. @module */
import { html } from 'hono/html'
import type { Reader } from '../../accounts/reader.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import { parseId } from '../../store/ids.ts'
import {
  closeReport,
  insertReport,
  listReports,
  maxReportLength,
  type PageReport,
  readReportText,
} from '../../wiki/import/page-reports.ts'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import type { CurrentPage } from '../../wiki/pages/current-page.ts'
import type { PageChangeDependencies } from '../../wiki/store/trash-page.ts'
import {
  errorLine,
  type FieldSpec,
  type FormRefusal,
  fieldText,
  formFields,
  formRefusal,
} from '../web/components/form-fields.ts'
import { formActions, noticeLine } from '../web/components/parts.ts'
import { dayOf } from '../web/components/time-words.ts'
import type { OutlineEntry } from '../web/document/document-view.ts'
import type { Markup } from '../web/frame/markup.ts'
import { showNotFound } from '../web/frame/message-page.ts'
import { reportAnswer, reportPlace } from '../web/manage/reports.ts'
import { csrfField } from '../web/session/csrf.ts'
import type { WebHandlers } from '../web/web-map.ts'
import { type FormFields, viewerOf } from '../web/web-scope.ts'
import { reportsPath } from './addresses.ts'
import { readAdf, reportAddress } from './read-reader-page.ts'
import { atPage, type ReaderDependencies, showAbout, type WebContext } from './reader-scope.ts'

type Dependencies = ReaderDependencies & PageChangeDependencies

/** More than the limit of open reports; further closed ones are not shown. */
const maxShown = 100

export function reportRoutes(dependencies: Dependencies): WebHandlers {
  const { database, ids, clock, show } = dependencies
  /** Pages in Confluence have no reports here. */
  const atOwnPage = (
    handle: (c: WebContext, page: CurrentPage, reader: Reader) => Promise<Response>,
  ) =>
    atPage(dependencies, async (c, page, reader) =>
      page.connection === undefined ? handle(c, page, reader) : showNotFound(c, show),
    )
  return {
    'GET /wiki/spaces/:key/reports/:id': atOwnPage((c, page, reader) =>
      showReports(dependencies, c, page, reader),
    ),
    'POST /wiki/spaces/:key/reports/:id': atOwnPage(async (c, page, reader) => {
      if (dependencies.reportUrl !== undefined) return showNotFound(c, show)
      try {
        const reported = readForm(c, page, await readOutline(dependencies, page, reader))
        await database.write(insertReport, {
          ...reported,
          id: await ids.nextId(),
          spaceId: Number(page.spaceId),
          pageId: Number(page.id),
          userId: viewerOf(c).userId,
          now: clock().getTime(),
        })
      } catch (error) {
        return showReports(dependencies, c, page, reader, formRefusal(error))
      }
      return c.redirect(`${pagePath(page.spaceKey, page.id)}?done=reported`, 303)
    }),
    'POST /wiki/spaces/:key/reports/:id/:report': atOwnPage(async (c, page, reader) => {
      if (!(await reader.mayWrite(page.spaceId))) return showNotFound(c, show)
      try {
        await database.write(closeReport, {
          id: parseId(c.req.param('report') ?? '') ?? 0,
          spaceId: Number(page.spaceId),
          pageId: Number(page.id),
          answer: readReportText(fieldText(c.get('form'), 'answer'), 'answer'),
          userId: viewerOf(c).userId,
          now: clock().getTime(),
        })
      } catch (error) {
        return showReports(dependencies, c, page, reader, formRefusal(error))
      }
      return c.redirect(`${reportsPath(page)}?done=closed`, 303)
    }),
  }
}

/** Without an outline when the page cannot be rendered: that may be the problem to report. */
async function readOutline(
  { views }: Dependencies,
  page: CurrentPage,
  reader: Reader,
): Promise<readonly OutlineEntry[]> {
  try {
    return (await views.view(page, () => readAdf(reader, page))).outline
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return []
  }
}

/** @throws {RequestError} `bad-request`. */
function readForm(c: WebContext, page: CurrentPage, outline: readonly OutlineEntry[]) {
  const form = c.get('form')
  const message = readReportText(fieldText(form, 'message'), 'message')
  if (message === '') {
    throw new RequestError('bad-request', 'Say what is wrong.', { field: 'message' })
  }
  const section = fieldText(form, 'section')
  const heading = section === '' ? '' : outline.find(({ id }) => id === section)?.text
  if (heading === undefined) {
    throw new RequestError('bad-request', 'The page has no such section by now. Choose again.', {
      field: 'section',
    })
  }
  const seenVersion = parseId(fieldText(form, 'version')) ?? page.version.number
  return { message, section, heading, version: Math.min(seenVersion, page.version.number) }
}

async function showReports(
  dependencies: Dependencies,
  c: WebContext,
  page: CurrentPage,
  reader: Reader,
  problem?: FormRefusal,
): Promise<Response> {
  const { reportUrl, publicUrl, show } = dependencies
  const isWritable = await reader.mayWrite(page.spaceId)
  const whose = isWritable ? 'writable' : 'own'
  const { spaceId, id: pageId, version } = page
  const reports = await listReports(reader, { whose, spaceId, pageId, limit: maxShown })
  const main = reportsPage({
    page,
    outline: reportUrl === undefined ? await readOutline(dependencies, page, reader) : [],
    elsewhere: reportAddress(reportUrl, page, publicUrl),
    reports,
    isWritable,
    form: c.get('form') ?? new Map(),
    refusal: problem,
    section: c.req.query('section') ?? '',
    version: c.req.query('version') ?? String(version.number),
    notice: c.req.query('done') === 'closed' ? 'The report is closed.' : undefined,
    csrfField: csrfField(c),
  })
  const title = `Problems of ${page.title}`
  return showAbout(show, c, page, { title, main, status: problem === undefined ? 200 : 400 })
}

interface ReportsModel {
  readonly page: CurrentPage
  readonly outline: readonly OutlineEntry[]
  readonly elsewhere: string | undefined
  readonly reports: readonly PageReport[]
  readonly isWritable: boolean
  readonly form: FormFields
  readonly refusal: FormRefusal | undefined
  readonly section: string
  readonly version: string
  readonly notice: string | undefined
  readonly csrfField: Markup
}

function reportsPage(model: ReportsModel): Markup {
  const { page, elsewhere, reports, isWritable, notice, refusal } = model
  const openReports = reports.filter(({ closed }) => closed === undefined)
  const closedReports = reports.filter((report) => report.closed !== undefined)
  const whose = isWritable ? '' : ' by you'
  const list = (name: string, reportsOfState: readonly PageReport[]): Markup | '' =>
    reportsOfState.length === 0
      ? ''
      : html`<h2>${name}</h2>
<ul class="changes reports">${reportsOfState.map((report) => reportItem(model, report))}</ul>`
  const form =
    elsewhere === undefined
      ? reportForm(model)
      : html`<p><a class="button" href="${elsewhere}">Report a problem</a></p>`
  const openList = list(`${counted(openReports.length, 'open report')}${whose}`, openReports)
  const isAnswering = isWritable && openReports.length > 0
  return html`<h1>Problems of “${page.title}”</h1>
${noticeLine(notice)}${errorLine(refusal?.message)}
${isAnswering ? html`${openList}<h2>Report another</h2>${form}` : html`${form}${openList}`}
${list(`Closed reports${whose}`, closedReports)}`
}

function reportForm({ page, outline, section, version, ...model }: ReportsModel): Markup {
  const sections = outline.map(({ id, text }) => [id, text] as const)
  const hint = `In a sentence or two. Those who write the page see it, with your name. At most ${maxReportLength} characters.`
  const where = { name: 'section', label: 'Where', value: section }
  const fields: readonly FieldSpec[] = [
    {
      name: 'message',
      label: 'What is wrong?',
      hint,
      isLong: true,
      isRequired: true,
      maxLength: maxReportLength,
    },
    ...(sections.length === 0
      ? []
      : [{ ...where, choices: [['', 'The whole page'] as const, ...sections] }]),
  ]
  return html`<form class="broad" method="post" action="${reportsPath(page)}">${model.csrfField}
<input type="hidden" name="version" value="${version}">
${formFields(fields, model)}
${formActions('Report', { path: pagePath(page.spaceKey, page.id), label: 'Cancel' })}</form>`
}

function reportItem({ page, isWritable, csrfField }: ReportsModel, report: PageReport): Markup {
  const { id, message, reporter, reportedAt, closed } = report
  const answering = isWritable && closed === undefined
  return html`<li><p>${message}</p>
<p class="hint">${reporter}, ${dayOf(reportedAt)} · ${reportPlace(report)}</p>
${reportAnswer(report)}${answering ? closeForm(`${reportsPath(page)}/${id}`, id, csrfField) : ''}</li>`
}

function closeForm(address: string, id: string, csrfField: Markup): Markup {
  return html`<form class="row" method="post" action="${address}">${csrfField}
<label class="visually-hidden" for="answer-${id}">Answer, if one is needed</label>
<input id="answer-${id}" name="answer" placeholder="Answer, if one is needed" maxlength="${maxReportLength}" autocomplete="off">
<button class="plain" type="submit">Close</button></form>`
}
