/** Reports of problems with pages: writers of the pages see them, and readers see their own. @module */
import { html } from 'hono/html'
import { readerAs } from '../../../accounts/reader.ts'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import {
  closeReport,
  countOpenReports,
  listReports,
  maxReportLength,
  type PageReport,
  readReportText,
} from '../../../wiki/store/page-reports.ts'
import { versionPath } from '../../reader/addresses.ts'
import { everyUser } from '../components/page-schemes.ts'
import { facts } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { type Pages, viewerOf } from '../pages.ts'

const list = { path: '/manage/reports', label: 'Reports' }

export const reportPages: Pages = {
  ...everyUser.list<PageReport>({
    path: list.path,
    settings: {
      group: 'You',
      label: list.label,
      icon: 'flag',
      badge: {
        words: 'are open',
        async count({ database }, viewer) {
          const reader = readerAs(database, viewer)
          const visibleReports = await listReports(reader, { hasOwn: true }, { limit: 1 })
          return visibleReports.length === 0 ? 'nothing to say' : countOpenReports(reader, {})
        },
      },
    },
    notices: { closed: 'The report is closed.' },
    placeOf: ({ id }) => String(id),
    read({ database }, part, c) {
      const pageId = c.req.query('page')
      const choice = pageId === undefined ? { hasOwn: true } : { pageId }
      return listReports(readerAs(database, viewerOf(c)), choice, part)
    },
    view: () => ({
      lead: 'Open problems that readers report of pages that you may write, and what you reported.',
      emptyText: ['No report is open', 'Readers report a problem from the menu of its page.'],
      columns: [
        ['Page', pageLink],
        ['Problem', ({ message }) => html`<span class="long">${message}</span>`],
        ['Version', versionLink],
        ['Reported', reportedBy],
        ['State', stateOf],
      ],
    }),
  }),
  ...everyUser.form<PageReport>({
    path: `${list.path}/:report`,
    async find(c, { database }) {
      const choice = { id: c.req.param('report') ?? '' }
      return (await listReports(readerAs(database, viewerOf(c)), choice, { limit: 1 }))[0]
    },
    view: (report) => ({
      title: `A problem of “${report.title}”`,
      ways: [list],
      isBroad: true,
      lead: html`<p class="long">${report.message}</p>
${facts([
  ['Page', html`${pageLink(report)}, version ${versionLink(report)}`],
  ['Reported', reportedBy(report)],
])}`,
      fields: [
        {
          name: 'answer',
          label: 'Answer, if one is needed',
          hint: `${report.reporter} sees it. At most ${maxReportLength} characters.`,
          isLong: true,
          maxLength: maxReportLength,
        },
      ],
      button: 'Close the report',
    }),
    async submit({ id, spaceId }, { database, clock }, c) {
      await database.write(closeReport, {
        id,
        spaceId,
        answer: readReportText(c.get('form'), 'answer'),
        userId: viewerOf(c).userId,
        now: clock().getTime(),
      })
      return `${list.path}?done=closed`
    },
  }),
}

function pageLink({ place, title, section }: PageReport): Markup {
  return html`<a href="${pagePath(place.spaceKey, place.id)}">${title}</a>${section === '' ? '' : `: ${section}`}`
}

function versionLink({ place, version }: PageReport): Markup {
  return html`<a href="${versionPath(place, version)}">${version}</a>`
}

function reportedBy({ reporter, reportedAt }: PageReport): Markup {
  return html`${reporter}, ${dayOf(reportedAt)}`
}

function stateOf({ id, isToAnswer, closed }: PageReport): Markup | string {
  if (isToAnswer) return html`<a href="${list.path}/${id}">Answer</a>`
  if (closed === undefined) return 'open'
  const words = closed.answer === '' ? 'closed' : `“${closed.answer}”`
  return html`<span class="long">${words}, ${closed.by}</span>`
}
