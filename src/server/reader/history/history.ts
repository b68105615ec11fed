/** A page's versions, one of them, its source, and the differences between two. @module */
import { html, raw } from 'hono/html'
import type { Origin, Via } from '../../../accounts/audit.ts'
import { parseId } from '../../../store/ids.ts'
import { type CurrentPage, findPageHere, listVersions } from '../../../wiki/pages/find-page.ts'
import type { PageVersion, PageWithBody } from '../../../wiki/pages/page.ts'
import { documentScript, scriptTag } from '../../web/assets.ts'
import { byTime, type ListPart, readListPart } from '../../web/components/list-part.ts'
import { type Column, tableOf } from '../../web/components/parts.ts'
import { commitNote, fileNote } from '../../web/components/source-note.ts'
import { dayOf } from '../../web/components/time-words.ts'
import { documentPart, type Markup, rendered } from '../../web/frame/markup.ts'
import { showNotFound } from '../../web/frame/message-page.ts'
import type { Pages } from '../../web/pages.ts'
import { partPath, versionPath } from '../addresses.ts'
import { writtenMarkdown } from '../markdown-answer.ts'
import { labelList } from '../page-parts.ts'
import { atPage, showAbout } from '../reader-scope.ts'
import type { ComparedText } from './compare-page.ts'

export const historyPages: Pages = {
  'GET /wiki/spaces/:key/history/:id': atPage(async (c, page, reader) => {
    const versions = await readListPart(c, {
      path: partPath('history', page),
      labels: byTime,
      read: ({ after, limit }) =>
        listVersions(reader, page, { before: parseId(after ?? ''), limit }),
      placeOf: ({ number }) => String(number),
    })
    const mayRestore = page.connection === undefined && (await reader.mayWrite(page.spaceId))
    const main = historyPage(page, versions, mayRestore)
    return showAbout(c, page, `History of ${page.title}`, main)
  }),
  'GET /wiki/spaces/:key/history/:id/:number': atPage(async (c, current, reader, { views }) => {
    const number = parseId(c.req.param('number') ?? '') ?? 0
    const page = await findPageHere(reader, current.id, { version: number })
    if (page === undefined) return showNotFound(c)
    const { html: document } = await views.view(page, async () => page.adf)
    const mayRestore =
      number < current.version.number &&
      current.connection === undefined &&
      (await reader.mayWrite(current.spaceId))
    const main = versionPage(page, current.version.number, document, mayRestore)
    return showAbout(c, current, `${page.title}, version ${number}`, main)
  }),
  'GET /wiki/spaces/:key/compare/:id': atPage(async (c, current, reader, { workers }) => {
    const [before, after] = await Promise.all(
      ['from', 'to'].map((name) =>
        findPageHere(reader, current.id, { version: parseId(c.req.query(name) ?? '') ?? 0 }),
      ),
    )
    if (before === undefined || after === undefined) return showNotFound(c)
    const value = [before, after].map(comparedText)
    const differences = await workers.show('compare-versions', { value, parts: [] })
    const main = comparePage(before, after, rendered(differences))
    return showAbout(c, current, `Changes of ${current.title}`, main)
  }),
  'GET /wiki/spaces/:key/markdown/:id': atPage(async (c, current, reader, dependencies) => {
    const { workers } = dependencies
    const { number } = current.version
    const wantedVersion = c.req.query('version')
    const version = wantedVersion === undefined ? number : (parseId(wantedVersion) ?? 0)
    const page = await findPageHere(reader, current.id, { version })
    if (page === undefined) return showNotFound(c)
    const stored = { text: page.markdown, spaceKey: page.spaceKey, keepsReferences: true }
    const text = await writtenMarkdown(stored, dependencies)
    const call = { value: null, parts: [Buffer.from(text)] }
    const main = markdownPage(page, number, await workers.show('show-markdown', call))
    return showAbout(c, current, `Markdown of ${page.title}`, main)
  }),
}

export function comparedText({ title, version: { labels }, adf }: PageWithBody): ComparedText {
  return { title, labels, adf }
}

function comparePage(before: PageWithBody, after: PageWithBody, differences: Markup): Markup {
  const link = ({ version: { number, createdAt, authorName } }: PageWithBody): Markup =>
    html`<a href="${versionPath(after, number)}">version ${number}</a> (${dayOf(createdAt)}, ${authorName})`
  return html`<h1>Changes of “${after.title}”</h1>
<p>From ${link(before)} to ${link(after)}.</p>
<nav aria-label="These versions"><ul class="ways">
<li><a href="${partPath('history', after)}">History</a></li>
<li><a href="${partPath('compare', after, { from: after.version.number, to: before.version.number })}">Swap old and new</a></li>
</ul></nav>
${differences}`
}

function historyPage(
  page: CurrentPage,
  { entries, links }: ListPart<PageVersion>,
  mayRestore: boolean,
): Markup {
  const { title, file } = page
  return html`<h1>History of “${title}”</h1>
${file === undefined ? '' : html`<p class="hint">From ${fileNote(file)}${file.path === '' ? '' : html` in ${file.name}`}</p>`}
${entries.length === 0 ? html`<p>There is no version here.</p>` : versionTable(page, entries, mayRestore)}
${links}`
}

function versionTable(
  page: CurrentPage,
  versions: readonly PageVersion[],
  mayRestore: boolean,
): Markup {
  const current = page.version.number
  const isComparable = versions.length > 1 || current > 1
  const hasCommits = versions.some(({ commit }) => commitNote(commit) !== '')
  const radio =
    (name: string, label: string, chosenIndex: number): Column<PageVersion>[1] =>
    ({ number, isPurged }, index) =>
      isPurged
        ? ''
        : html`<input type="radio" name="${name}" value="${number}" aria-label="${label} ${number}"${index === chosenIndex ? html` checked` : ''}>`
  const commit: Column<PageVersion> = ['Commit', (version) => commitNote(version.commit)]
  const comparing: Column<PageVersion>[] = [
    [
      'Changes',
      ({ number, isPurged }) =>
        isPurged || number === 1
          ? ''
          : html`<a href="${partPath('compare', page, { from: number - 1, to: number })}" aria-label="Changes of version ${number}">Changes</a>`,
    ],
    ['From', radio('from', 'Compare version', 1)],
    ['To', radio('to', 'with version', 0)],
  ]
  const action: Column<PageVersion> = [
    'Action',
    ({ number, isPurged }) =>
      isPurged || number === current
        ? ''
        : html`<a href="${partPath('edit', page, { version: number })}">Restore<span class="visually-hidden"> version ${number}</span></a>`,
  ]
  const columns: Column<PageVersion>[] = [
    [
      'Version',
      ({ number, isPurged }) =>
        isPurged
          ? html`Version ${number} <span class="key">purged</span>`
          : html`<a href="${versionPath(page, number)}">Version ${number}</a>${number === current ? html` <span class="key">current</span>` : ''}`,
    ],
    ['When', ({ createdAt }) => dayOf(createdAt)],
    ['Who', ({ authorName, origin }) => html`${authorName}${originNote(origin)}`],
    ...(hasCommits ? [commit] : []),
    ...(isComparable ? comparing : []),
    ...(isComparable && mayRestore ? [action] : []),
  ]
  const table = tableOf('Versions', columns, versions)
  if (!isComparable) return table
  return html`<form class="compare" action="/wiki/spaces/${page.spaceKey}/compare/${page.id}">${table}
<button type="submit">Compare the two chosen</button></form>`
}

/** Notes on how a version was made; the form is the usual way and needs no note. */
const viaWords: Readonly<Record<Via, string>> = {
  import: 'imported',
  form: '',
  mcp: 'by an agent',
  command: 'by command',
}

function originNote({ via, tokenName }: Origin): Markup | string {
  const words = [viaWords[via], tokenName === '' ? '' : `with the token ${tokenName}`]
  const text = words.filter((word) => word !== '').join(' ')
  return text === '' ? '' : html`, ${text}`
}

function versionPage(
  page: PageWithBody,
  currentVersion: number,
  documentHtml: string,
  mayRestore: boolean,
): Markup {
  const { number } = page.version
  return html`<article>
${versionHead(page, currentVersion)}
${mayRestore ? html`<p><a class="button plain" href="${partPath('edit', page, { version: number })}">Restore version ${number}</a></p>` : ''}
${documentPart(documentHtml)}
</article>${scriptTag(documentScript)}`
}

function versionHead(page: PageWithBody, currentVersion: number): Markup {
  const { number, createdAt, authorName, origin } = page.version
  const commit = commitNote(page.version.commit)
  const link = (address: string, text: string): Markup =>
    html`<li><a href="${address}">${text}</a></li>`
  return html`<div class="page-head">
<h1>${page.title}</h1>
<p class="byline"><span>Version ${number}${number === currentVersion ? ', the current one' : ` of ${currentVersion}`}, ${dayOf(createdAt)}, by ${authorName}${originNote(origin)}${commit === '' ? '' : html`: ${commit}`}</span></p>
${labelList(page.version.labels, page.spaceKey)}
<nav aria-label="This version"><ul class="ways">
${link(partPath('history', page), 'History')}
${number > 1 ? link(versionPath(page, number - 1), 'Previous') : ''}
${number < currentVersion ? link(versionPath(page, number + 1), 'Next') : ''}
${number > 1 ? link(partPath('compare', page, { from: number - 1, to: number }), 'Changes') : ''}
${link(partPath('markdown', page, { version: number }), 'Markdown')}
</ul></nav>
</div>`
}

function markdownPage(page: PageWithBody, currentVersion: number, escapedSource: string): Markup {
  return html`<article>${versionHead(page, currentVersion)}
<h2>Markdown</h2><div class="code"><div class="code-head"></div><pre class="source" tabindex="0" role="region" aria-label="Markdown"><code>${raw(escapedSource)}</code></pre></div></article>`
}
