/** Problems that readers reported. @module */
import { html } from 'hono/html'
import { readerAs } from '../../../accounts/reader.ts'
import {
  countOpenReports,
  listReports,
  type PageReport,
} from '../../../wiki/import/page-reports.ts'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import { type Column, emptyState, pageHead, tableOf } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { Pages } from '../pages.ts'
import { viewerOf } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'

const maxShown = 100

export const reportPages: Pages<ManageDependencies> = {
  'GET /manage/reports': {
    who: 'users',
    settings: {
      group: 'You',
      label: 'Reports',
      icon: 'flag',
      badge: {
        words: 'are open',
        async count({ database }, viewer) {
          const reader = readerAs(database, viewer)
          const openReports = await countOpenReports(reader)
          if (openReports > 0) return openReports
          const ownReports = await listReports(reader, { whose: 'own', limit: 1 })
          return ownReports.length === 0 ? 'nothing to say' : 0
        },
      },
    },
    async answer(c, { database, show }) {
      const reader = readerAs(database, viewerOf(c))
      const [open, own] = await Promise.all([
        listReports(reader, { whose: 'writable', isOpen: true, limit: maxShown }),
        listReports(reader, { whose: 'own', limit: maxShown }),
      ])
      return show(c, 200, 'Reports', allReports(open, own), { isWide: true })
    },
  },
}

function allReports(openReports: readonly PageReport[], ownReports: readonly PageReport[]): Markup {
  const columns: readonly Column<PageReport>[] = [
    ['Page', (report) => html`<a href="${reportsPath(report)}">${report.pageTitle}</a>`],
    ['Space', ({ spaceName }) => spaceName],
    ['Problem', ({ message }) => html`<span class="long">${message}</span>`],
    ['Where', (report) => html`<span class="hint">${reportPlace(report)}</span>`],
  ]
  const reported: Column<PageReport> = [
    'Reported',
    ({ reporter, reportedAt }) => html`${reporter}, ${dayOf(reportedAt)}`,
  ]
  const state: Column<PageReport> = [
    'State',
    (report) => (report.closed ? reportAnswer(report) : 'open'),
  ]
  const writable =
    openReports.length === 0
      ? emptyState('No report is open', 'Problems that readers report of pages that you may write.')
      : html`<p>Problems that readers report of pages that you may write. Open one to answer and close it.</p>
${tableOf('Open reports', [...columns, reported], openReports)}`
  return html`${pageHead('Reports')}
${openReports.length === 0 && ownReports.length > 0 ? '' : writable}
${ownReports.length === 0 ? '' : html`<h2>Reported by you</h2>${tableOf('Reported by you', [...columns, state], ownReports)}`}`
}

function reportsPath({ spaceKey, pageId }: PageReport): string {
  return `/wiki/spaces/${spaceKey}/reports/${pageId}`
}

export function reportPlace({ spaceKey, pageId, version, section, heading }: PageReport): Markup {
  const versionPath = `/wiki/spaces/${spaceKey}/history/${pageId}/${version}`
  return html`<a href="${versionPath}">Version ${version}</a>${section === '' ? '' : html` · <a href="${pagePath(spaceKey, pageId)}#${section}">${heading}</a>`}`
}

export function reportAnswer({ answer, closed }: PageReport): Markup | '' {
  if (closed === undefined) return ''
  const words = answer === '' ? 'Closed' : html`“${answer}”`
  return html`<span class="hint">${words}, ${closed.by}, ${dayOf(closed.at)}</span>`
}
