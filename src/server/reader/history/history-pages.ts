/** The pages about a page's past: versions, a single version, its sources. @module */
import { html, raw } from 'hono/html'
import type { Origin, Via } from '../../../accounts/audit.ts'
import { type Message, textOf } from '../../../contract/base/message.ts'
import type { KeptFile } from '../../../contract/import-request.ts'
import { escapeHtml } from '../../../convert/render/escape.ts'
import type { PageVersion, PageWithBody } from '../../../wiki/pages/page.ts'
import { documentScript, scriptTag } from '../../web/assets.ts'
import { dataTable } from '../../web/components/parts.ts'
import { commitNote, fileNote } from '../../web/components/source-note.ts'
import { dayOf } from '../../web/components/time-words.ts'
import type { DocumentView } from '../../web/document/document-view-work.ts'
import { documentPart, type Markup } from '../../web/frame/markup.ts'
import {
  comparePath,
  editPath,
  historyPath,
  markdownPath,
  type PagePlace,
  versionPath,
} from '../addresses.ts'
import { labelList } from '../page-parts.ts'

export interface HistoryPageModel {
  readonly place: PagePlace
  readonly title: string
  readonly file: KeptFile | undefined
  readonly currentVersion: number
  readonly versions: readonly PageVersion[]
  readonly hasMore: boolean
  readonly mayRestore: boolean
}

export function historyPage(model: HistoryPageModel): Markup {
  const { place, title, file, versions } = model
  const last = versions.at(-1)
  return html`<h1>History of “${title}”</h1>
${file === undefined ? '' : html`<p class="hint">From ${fileNote(file)}${file.path === '' ? '' : html` in ${file.name}`}</p>`}
${versions.length === 0 ? html`<p>There is no version here.</p>` : versionTable(model)}
${model.hasMore && last !== undefined ? html`<p class="ways"><a href="${historyPath(place, last.number)}">Older versions</a></p>` : ''}`
}

function versionTable(model: HistoryPageModel): Markup {
  const { place, versions, currentVersion } = model
  const isComparable = versions.length > 1 || currentVersion > 1
  const hasActions = model.mayRestore && isComparable
  const hasCommits = versions.some(({ commit }) => commitNote(commit) !== '')
  const columns = [
    'Version',
    'When',
    'Who',
    ...(hasCommits ? ['Commit'] : []),
    ...(isComparable ? ['Changes', 'From', 'To'] : []),
    ...(hasActions ? ['Action'] : []),
  ]
  const rows = versions.map((version, index) => [
    ...versionCells(version, model),
    ...(hasCommits ? [commitNote(version.commit)] : []),
    ...(isComparable ? compareCells(place, version, index) : []),
    ...(hasActions ? [actionCell(version, model)] : []),
  ])
  const table = dataTable('Versions', columns, rows)
  if (!isComparable) return table
  return html`<form class="compare" action="/wiki/spaces/${place.spaceKey}/compare/${place.id}">${table}
<button type="submit">Compare the two chosen</button></form>`
}

function versionCells(
  { number, createdAt, authorName, origin, isPurged }: PageVersion,
  { place, currentVersion }: HistoryPageModel,
): (Markup | string)[] {
  const current = number === currentVersion ? html` <span class="key">current</span>` : ''
  return [
    isPurged
      ? html`Version ${number} <span class="key">purged</span>`
      : html`<a href="${versionPath(place, number)}">Version ${number}</a>${current}`,
    dayOf(createdAt),
    html`${authorName}${originNote(origin)}`,
  ]
}

/** The form is the usual way, so it needs no note. */
const viaWords: Readonly<Record<Via, string>> = {
  import: 'imported',
  form: '',
  api: 'by a program',
  mcp: 'by an agent',
  command: 'by command',
}

function originNote({ via, tokenName }: Origin): Markup | string {
  const words = [viaWords[via], tokenName === '' ? '' : `with the token ${tokenName}`]
  const text = words.filter((word) => word !== '').join(' ')
  return text === '' ? '' : html`, ${text}`
}

function actionCell({ number, isPurged }: PageVersion, model: HistoryPageModel): Markup | string {
  const { place, currentVersion } = model
  if (isPurged || number === currentVersion) return ''
  return html`<a href="${editPath(place, { version: number })}">Restore<span class="visually-hidden"> version ${number}</span></a>`
}

function compareCells(
  place: PagePlace,
  { number, isPurged }: PageVersion,
  index: number,
): (Markup | string)[] {
  if (isPurged) return ['', '', '']
  const radio = (name: string, label: string, isChosen: boolean): Markup =>
    html`<input type="radio" name="${name}" value="${number}" aria-label="${label} ${number}"${isChosen ? html` checked` : ''}>`
  const changes = html`<a href="${comparePath(place, number - 1, number)}" aria-label="Changes of version ${number}">Changes</a>`
  return [
    number > 1 ? changes : '',
    radio('from', 'Compare version', index === 1),
    radio('to', 'with version', index === 0),
  ]
}

export interface VersionPageModel {
  readonly page: PageWithBody
  readonly currentVersion: number
  readonly document: DocumentView
  readonly mayRestore: boolean
}

export function versionPage(model: VersionPageModel): Markup {
  const { page, currentVersion, document, mayRestore } = model
  const { number } = page.version
  const restore = editPath({ spaceKey: page.spaceKey, id: page.id }, { version: number })
  return html`<article>
${versionHead(page, currentVersion)}
${mayRestore ? html`<p><a class="button plain" href="${restore}">Restore version ${number}</a></p>` : ''}
${documentPart(document.html)}
</article>${scriptTag(documentScript)}`
}

function versionHead(page: PageWithBody, currentVersion: number): Markup {
  const place = { spaceKey: page.spaceKey, id: page.id }
  const { number, createdAt, authorName, origin } = page.version
  const commit = commitNote(page.version.commit)
  const link = (address: string, text: string): Markup =>
    html`<li><a href="${address}">${text}</a></li>`
  return html`<div class="page-head">
<h1>${page.title}</h1>
<p class="byline"><span>Version ${number}${number === currentVersion ? ', the current one' : ` of ${currentVersion}`}, ${dayOf(createdAt)}, by ${authorName}${originNote(origin)}${commit === '' ? '' : html`: ${commit}`}</span></p>
${labelList(page.version.labels, place.spaceKey)}
<nav aria-label="This version"><ul class="ways">
${link(historyPath(place), 'History')}
${number > 1 ? link(versionPath(place, number - 1), 'Previous') : ''}
${number < currentVersion ? link(versionPath(place, number + 1), 'Next') : ''}
${number > 1 ? link(comparePath(place, number - 1, number), 'Changes') : ''}
${link(markdownPath(place, number), 'Markdown')}
</ul></nav>
</div>`
}

export function markdownPage(
  page: PageWithBody,
  currentVersion: number,
  escapedSource: string,
): Markup {
  return html`<article>${versionHead(page, currentVersion)}
<h2>Markdown</h2><div class="code"><div class="code-head"></div><pre class="source" tabindex="0" role="region" aria-label="Markdown"><code>${raw(escapedSource)}</code></pre></div></article>`
}

export function showMarkdown({ parts: [markdown] }: Message): Message {
  return { value: null, parts: [Buffer.from(escapeHtml(textOf(markdown)))] }
}
