/** The pages of a preview: its changes, with buttons to apply or end it, and the changes of one page. @module */

import { html } from 'hono/html'
import { counted } from '../../../contract/base/visible-text.ts'
import {
  type BrokenLink,
  type PreviewReport,
  type PreviewWarning,
  previewPath,
} from '../../../wiki/import/previews.ts'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import { findPageHere } from '../../../wiki/pages/find-page.ts'
import type { PageWithBody } from '../../../wiki/pages/page.ts'
import type {
  ComparedPreview,
  PreviewChange,
} from '../../../wiki/store/previews/compare-with-space.ts'
import {
  findPreviewPage,
  type Preview,
  type PreviewPage,
} from '../../../wiki/store/previews/previews.ts'
import { findRemoteDocument, type SentDocument } from '../../../wiki/store/previews/remote-pages.ts'
import { documentScript, scriptTag } from '../../web/assets.ts'
import { dataTable } from '../../web/components/parts.ts'
import { dayOf, exactTime } from '../../web/components/time-words.ts'
import { documentPart, type Markup, rendered } from '../../web/frame/markup.ts'
import { readerOf } from '../../web/session/reading-rule.ts'
import { textComparisonOf } from '../history/compare-page.ts'
import type { WebContext } from '../reader-scope.ts'
import {
  type PreviewReaderDependencies,
  previewBanner,
  previewsAt,
  remoteLinksWithin,
  showWithout,
  withinPreview,
} from './preview-scope.ts'

interface ChangesListModel {
  readonly preview: Preview
  readonly report: PreviewReport
  readonly changes: readonly PreviewChange[]
  readonly compared: ComparedPreview
  readonly importedAt: Date | undefined
  readonly isWritable: boolean
  readonly csrfField: Markup
  readonly problem: string | undefined
}

const maxRows = 1_000

export function changesList(model: ChangesListModel): Markup {
  const { preview, report, changes, compared, problem } = model
  const { name, spaceName, madeBy, shownAt, endsAt } = preview
  return html`<h1>Preview ${name}</h1>
<p>What an import would make of <a href="${previewPath(name)}/pages/${preview.homepageId}">${spaceName}</a>. Sent by ${madeBy} ${dayOf(shownAt)}. It expires on <time datetime="${endsAt.toISOString()}">${exactTime(endsAt)}</time>. The space is unchanged.</p>
${problem === undefined ? '' : html`<p class="error" role="alert">${problem}</p>`}
${comparedWith(model)}
${movedOn(compared)}
${pagesTable(preview, changes)}
${failuresTable(report.failures)}
${linksTable(name, report.brokenLinks)}
${warningsTables(report.warnings)}
${stayingTable(report.staying)}
${report.unlisted === 0 ? '' : html`<p>There was more than is listed here; the output of the run has all of it.</p>`}
${model.isWritable ? forms(model) : ''}`
}

/** Nobody asked the site, which may have changed since. */
function comparedWith({ preview, importedAt }: ChangesListModel): Markup | '' {
  if (preview.remote === undefined) return ''
  const since =
    importedAt === undefined
      ? 'Nothing was imported into the space yet'
      : html`Compared with what was last imported, the newest <time datetime="${importedAt.toISOString()}">${exactTime(importedAt)}</time>`
  return html`<p>${since}. What people changed in Confluence since then is not known here; the import tells it.</p>`
}

function movedOn({ changes }: ComparedPreview): Markup | '' {
  if (changes.length === 0) return ''
  const rows = changes
    .slice(0, maxRows)
    .map(({ title, pageId, message }) => html`<li>${title} (${pageId}): ${message}</li>`)
  return html`<div class="warning"><p><strong>The space moved on:</strong> ${counted(changes.length, 'page')} of this preview changed there since it was sent.</p><ul>${rows}</ul></div>`
}

function pagesTable({ name }: Preview, changes: readonly PreviewChange[]): Markup {
  if (changes.length === 0) return html`<p>No page would change.</p>`
  const path = previewPath(name)
  const rows = changes.slice(0, maxRows).map((change) => [
    change.isGone
      ? html`${change.title}`
      : html`<a href="${path}/pages/${change.pageId}">${change.title}</a>`,
    // Narrow screens put a cell beside its heading, so it must be one element.
    html`<span>${badgesOf(change)}</span>`,
    html`<a href="${path}/changes/${change.pageId}">Differences<span class="visually-hidden"> of ${change.title}</span></a>`,
  ])
  return html`<h2>${counted(changes.length, 'page')}</h2>
${dataTable('Pages that would change', ['Page', 'What', 'Compared'], rows)}`
}

function badgesOf(change: PreviewChange): Markup[] {
  const { isNew, isGone, isChanged, renamedFrom, movedFrom, edited } = change
  const badge = (tone: string, text: string): Markup =>
    html`<span class="badge ${tone}">${text}</span> `
  return [
    ...(isNew ? [badge('good', 'new')] : []),
    ...(isGone ? [badge('stop', 'gone')] : []),
    ...(isChanged ? [badge('info', 'changed')] : []),
    ...(renamedFrom === undefined ? [] : [html`${badge('care', 'renamed')} was “${renamedFrom}” `]),
    ...(movedFrom === undefined
      ? []
      : [
          html`${badge('care', 'moved')} ${movedFrom === '' ? '' : html`was below “${movedFrom}” `}`,
        ]),
    ...(edited === undefined
      ? []
      : [html`${badge('stop', 'overwrites')} what ${edited.by} wrote ${dayOf(edited.at)} `]),
  ]
}

function failuresTable(failures: PreviewReport['failures']): Markup | '' {
  if (failures.length === 0) return ''
  const rows = failures.map(({ file, message }) => [file, message])
  return html`<h2>${counted(failures.length, 'file')} not imported</h2>
${dataTable('Files that would not be imported', ['File', 'Why'], rows)}`
}

function linksTable(name: string, links: readonly BrokenLink[]): Markup | '' {
  if (links.length === 0) return ''
  const rows = links.map(({ pageId, title, targetTitle, anchor }) => [
    html`<a href="${previewPath(name)}/pages/${pageId}">${title}</a>`,
    anchor === undefined
      ? html`“${targetTitle}”, which would be gone`
      : html`“${targetTitle}”, where nothing is called #${anchor} any more`,
  ])
  return html`<h2>${counted(links.length, 'link')} that would lead nowhere</h2>
${dataTable('Links that would lead nowhere', ['On', 'To'], rows)}`
}

const severities = ['lost', 'changed', 'note'] as const
const tones = { lost: 'stop', changed: 'care', note: 'info' } as const

function warningsTables(warnings: readonly PreviewWarning[]): Markup {
  const fresh = warnings.filter(({ isNew }) => isNew !== false)
  const earlierWarnings = warnings.filter(({ isNew }) => isNew === false)
  const label = `${counted(earlierWarnings.length, 'warning')} of the last import as well`
  return html`${fresh.length === 0 ? '' : html`<h2>${counted(fresh.length, 'warning')}</h2>${warningsTable('Warnings', fresh)}`}
${earlierWarnings.length === 0 ? '' : html`<details><summary>${label}</summary>${warningsTable(label, earlierWarnings)}</details>`}`
}

function warningsTable(name: string, warnings: readonly PreviewWarning[]): Markup {
  const rows = severities.flatMap((severity) =>
    warnings
      .filter((warning) => warning.severity === severity)
      .map(({ file, line, message }) => [
        html`${file}${line === 0 ? '' : `:${line}`}`,
        html`<span class="badge ${tones[severity]}">${severity}</span>`,
        message,
      ]),
  )
  return dataTable(name, ['Place', 'What', 'Why'], rows)
}

function stayingTable(staying: PreviewReport['staying']): Markup | '' {
  if (staying.length === 0) return ''
  const rows = staying.map(({ file, pageId, why }) => [file, pageId, why])
  return html`<h2>${counted(staying.length, 'page')} without a file, which stay</h2>
${dataTable('Pages without a file', ['File', 'Page', 'Why it stays'], rows)}`
}

function forms({ preview, changes, compared, csrfField }: ChangesListModel): Markup {
  const { name, spaceKey, run } = preview
  const path = previewPath(name)
  const isBlocked = compared.changes.some(({ isObstacle }) => isObstacle)
  const fields = html`${csrfField}<input type="hidden" name="space" value="${spaceKey}">`
  const apply = html`<form method="post" action="${path}/apply">${fields}
<input type="hidden" name="run" value="${run}"><input type="hidden" name="state" value="${compared.state}">
<button type="submit">${compared.changes.length === 0 ? 'Apply' : 'Apply, over what changed there'}</button></form>`
  return html`<section aria-labelledby="finish"><h2 id="finish">Finish</h2>
<p>${preview.remote !== undefined ? 'An import of the same files writes it to Confluence. ' : isBlocked ? 'It cannot be applied as it is: send it again. ' : changes.length === 0 ? '' : 'Applied, its pages become those of the space. '}Ended, it goes, and nothing of the space changes.</p>
<div class="actions">${isBlocked || preview.remote !== undefined || changes.length === 0 ? '' : apply}
<form method="post" action="${path}/end">${fields}<button class="plain" type="submit">End the preview</button></form></div></section>`
}

export function previewChoice(previews: readonly Preview[]): Markup {
  return html`<h1>Preview ${previews[0]?.name ?? ''}</h1><p>Several spaces have one of this name:</p>
<ul>${previews.map(({ name, spaceKey, spaceName }) => html`<li><a href="${previewPath(name)}?space=${spaceKey}">${spaceName}</a></li>`)}</ul>`
}

const emptyPage = { title: '', labels: [], adf: '{"version":1,"type":"doc","content":[]}' }

export async function showChange(
  dependencies: PreviewReaderDependencies,
  c: WebContext,
): Promise<Response> {
  const { database, workers, views, show, publicUrl } = dependencies
  const id = c.req.param('id') ?? ''
  const match = await findChange(dependencies, c, id)
  if (match === undefined) return showWithout(dependencies, c, id)
  const { preview, page } = match
  const version = page.kind === 'placed' ? undefined : page.baseVersion
  const base = version === 0 ? undefined : await findBase(version)
  const previousHtml = base && (await viewBase(base))
  const address = base && (page.url ?? pagePath(preview.spaceKey, id))
  const importedAt = base && 'importedAt' in base ? base.importedAt : undefined
  const heading = { pageId: id, title: page.title, address: page.url ?? address }
  const model = { preview, ...heading, previousHtml, importedAt }
  const space = { key: preview.spaceKey, name: preview.spaceName }
  const answer = async (words: string | undefined, after: string | undefined) => {
    const main = changePage({ ...model, words, nextHtml: after && (await within(after)) })
    return show(c, 200, `Changes of ${page.title}`, main, { isKept: true, isWide: true, space })
  }
  if (page.kind === 'placed') return answer(undefined, previousHtml)
  const [old, young] = [base ?? emptyPage, page.kind === 'gone' ? emptyPage : page]
  const comparison = textComparisonOf(textOf(old), textOf(young))
  const words = await workers.show('compare-versions', comparison)
  const after = page.kind === 'gone' ? undefined : page.html || (await view(page.adf))
  return answer(await within(words), after)

  async function view(adf: string): Promise<string> {
    return (await workers.viewDocument(adf)).html
  }
  async function within(part: string): Promise<string> {
    const led = await remoteLinksWithin(database, preview, part)
    return withinPreview(led, preview, publicUrl())
  }
  function findBase(version: number | undefined): Promise<Side | undefined> {
    return preview.remote === undefined
      ? findPageHere(readerOf(c, dependencies), id, { version })
      : findRemoteDocument(database, preview.spaceId, id)
  }
  async function viewBase(side: Side): Promise<string> {
    return 'version' in side ? (await views.view(side, async () => side.adf)).html : view(side.adf)
  }
}

async function findChange(
  dependencies: PreviewReaderDependencies,
  c: WebContext,
  id: string,
): Promise<{ preview: Preview; page: PreviewPage } | undefined> {
  for (const preview of await previewsAt(dependencies, c)) {
    const page = await findPreviewPage(dependencies.database, preview, id)
    if (page !== undefined) return { preview, page }
  }
  return undefined
}

type Side = PageWithBody | SentDocument

function textOf(page: typeof emptyPage | Side | PreviewPage) {
  const labels = 'version' in page ? page.version.labels : page.labels
  return { title: page.title, labels, adf: page.adf }
}

interface ChangePageModel {
  readonly preview: Preview
  readonly pageId: string
  readonly title: string
  readonly address: string | undefined
  readonly importedAt: Date | undefined
  readonly words: string | undefined
  readonly previousHtml: string | undefined
  readonly nextHtml: string | undefined
}

function changePage(model: ChangePageModel): Markup {
  const { preview, pageId, title, address, words, previousHtml, nextHtml, importedAt } = model
  const path = previewPath(preview.name)
  const sideName = importedAt === undefined ? 'Now' : `As last imported, ${exactTime(importedAt)}`
  return html`<h1>Changes of “${title}”</h1>
${previewBanner(preview, address)}
${nextHtml === undefined ? html`<p>The page would be gone.</p>` : html`<p class="ways"><a href="${path}/pages/${pageId}">The page as it would be</a></p>`}
${words === undefined ? html`<p>It says what it says, in another place.</p>` : html`<section aria-labelledby="words"><h2 id="words">In words</h2>${rendered(words)}</section>`}
${
  words === undefined
    ? ''
    : html`<section aria-labelledby="looks"><h2 id="looks">Side by side</h2>
<div class="sides">${side(sideName, previousHtml && apart(previousHtml), address === undefined ? 'There is no such page yet.' : 'No import wrote this page yet: what it says is in Confluence.')}${side('As it would be', nextHtml, 'The page would be gone.')}</div></section>`
}
${scriptTag(documentScript)}`
}

function side(name: string, document: string | undefined, instead: string): Markup {
  return html`<div class="side" role="region" tabindex="0" aria-label="${name}"><p class="key">${name}</p>
${document === undefined ? html`<p>${instead}</p>` : documentPart(document)}</div>`
}

/** Makes ids unique, because both sides may contain the same. */
function apart(document: string): string {
  return document
    .replace(
      /(\s(?:id|aria-labelledby|aria-describedby|aria-controls|for)=")([^"]*)/g,
      (_, attribute, names) =>
        attribute +
        String(names)
          .split(' ')
          .map((name) => `now-${name}`)
          .join(' '),
    )
    .replace(/(\shref="#)/g, '$1now-')
}
