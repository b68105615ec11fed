/** The pages of a preview: its changes, and the changes of one page. @module */
import { html } from 'hono/html'
import type { Reader } from '../../../accounts/reader.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import { findPageHere, findRecordedIn } from '../../../wiki/pages/find-page.ts'
import {
  findPreviewPage,
  lastImportInto,
  type Preview,
  type PreviewChange,
  type PreviewPage,
  type PreviewReport,
  type PreviewWarning,
  previewPath,
} from '../../../wiki/store/previews/previews.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { type Column, tableOf } from '../../web/components/parts.ts'
import { dayOf, exactTime } from '../../web/components/time-words.ts'
import { type Markup, rendered } from '../../web/frame/markup.ts'
import { showNotFound } from '../../web/frame/message-page.ts'
import { show } from '../../web/frame/show.ts'
import type { PageContext } from '../../web/pages.ts'
import { readerOf } from '../../web/session/reading-rule.ts'
import type { ComparedText } from '../history/compare-page.ts'
import { comparedText } from '../history/history.ts'
import { previewBanner, previewsAt, remoteLinksWithin, withinPreview } from './preview-scope.ts'

interface ChangesListModel {
  readonly preview: Preview
  readonly report: PreviewReport
  readonly changes: readonly PreviewChange[]
  readonly importedAt: Date | undefined
  readonly isWritable: boolean
}

const maxRows = 1_000

export function changesList(model: ChangesListModel): Markup {
  const { preview, report, changes } = model
  const { name, spaceName, madeBy, shownAt, endsAt } = preview
  return html`<h1>Preview ${name}</h1>
<p>What an import would make of <a href="${previewPath(name)}/pages/${preview.homepageId}">${spaceName}</a>. Sent by ${madeBy} ${dayOf(shownAt)}. It expires on <time datetime="${endsAt.toISOString()}">${exactTime(endsAt)}</time>. The space is unchanged.</p>
${comparedWith(model)}
${pagesTable(preview, changes)}
${failuresTable(report.failures)}
${warningsTables(report.warnings)}
${stayingTable(report.staying)}
${report.unlisted === 0 ? '' : html`<p>There was more than is listed here; the output of the run has all of it.</p>`}
${model.isWritable ? endForm(model) : ''}`
}

/** Warns that the comparison is with the last import, because people may have edited pages since. */
function comparedWith({ preview, importedAt }: ChangesListModel): Markup | '' {
  if (preview.remote === undefined) return ''
  const since =
    importedAt === undefined
      ? 'Nothing was imported into the space yet'
      : html`Compared with what was last imported, the newest <time datetime="${importedAt.toISOString()}">${exactTime(importedAt)}</time>`
  return html`<p>${since}. What people changed in Confluence since then is not known here; the import tells it.</p>`
}

function pagesTable({ name }: Preview, changes: readonly PreviewChange[]): Markup {
  if (changes.length === 0) return html`<p>No page would change.</p>`
  const path = previewPath(name)
  const columns: Column<PreviewChange>[] = [
    [
      'Page',
      ({ pageId, title, isGone }) =>
        isGone ? title : html`<a href="${path}/pages/${pageId}">${title}</a>`,
    ],
    // Narrow screens put a cell beside its heading, so it must be one element.
    ['What', (change) => html`<span>${badgesOf(change)}</span>`],
    [
      'Compared',
      ({ pageId, title }) =>
        html`<a href="${path}/changes/${pageId}">Differences<span class="visually-hidden"> of ${title}</span></a>`,
    ],
  ]
  return html`<h2>${counted(changes.length, 'page')}</h2>
${tableOf('Pages that would change', columns, changes.slice(0, maxRows))}`
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
  const columns: Column<(typeof failures)[number]>[] = [
    ['File', ({ file }) => file],
    ['Why', ({ message }) => message],
  ]
  return html`<h2>${counted(failures.length, 'file')} not imported</h2>
${tableOf('Files that would not be imported', columns, failures)}`
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
  const columns: Column<PreviewWarning>[] = [
    ['Place', ({ file, line }) => (line === 0 ? file : `${file}:${line}`)],
    ['What', ({ severity }) => html`<span class="badge ${tones[severity]}">${severity}</span>`],
    ['Why', ({ message }) => message],
  ]
  const worstFirst = severities.flatMap((severity) =>
    warnings.filter((warning) => warning.severity === severity),
  )
  return tableOf(name, columns, worstFirst)
}

function stayingTable(staying: PreviewReport['staying']): Markup | '' {
  if (staying.length === 0) return ''
  const columns: Column<(typeof staying)[number]>[] = [
    ['File', ({ file }) => file],
    ['Page', ({ pageId }) => pageId],
    ['Why it stays', ({ why }) => why],
  ]
  return html`<h2>${counted(staying.length, 'page')} without a file, which stay</h2>
${tableOf('Pages without a file', columns, staying)}`
}

function endForm({ preview: { name, spaceKey } }: ChangesListModel): Markup {
  return html`<section aria-labelledby="finish"><h2 id="finish">Finish</h2>
<p>An import of the same files writes these pages. Ended, the preview goes, and nothing of the space changes.</p>
<form method="post" action="${previewPath(name)}/end"><input type="hidden" name="space" value="${spaceKey}">
<button class="plain" type="submit">End the preview</button></form></section>`
}

export function previewChoice(previews: readonly Preview[]): Markup {
  return html`<h1>Preview ${previews[0]?.name ?? ''}</h1><p>Several spaces have one of this name:</p>
<ul>${previews.map(({ name, spaceKey, spaceName }) => html`<li><a href="${previewPath(name)}?space=${spaceKey}">${spaceName}</a></li>`)}</ul>`
}

const emptyPage: ComparedText = {
  title: '',
  labels: [],
  adf: '{"version":1,"type":"doc","content":[]}',
}

export async function showChange(c: PageContext, dependencies: ServiceParts): Promise<Response> {
  const { database, workers, publicUrl } = dependencies
  const id = c.req.param('id') ?? ''
  const match = await findChange(dependencies, c, id)
  if (match === undefined) return showNotFound(c)
  const { preview, page } = match
  const { title, kind, baseVersion } = page
  const base = baseVersion === 0 ? undefined : await findBase(readerOf(c, dependencies), match, id)
  const compare = async (): Promise<Markup> => {
    const after: ComparedText = kind === 'gone' ? emptyPage : page
    const value = [base?.text ?? emptyPage, after]
    const differences = await workers.show('compare-versions', { value, parts: [] })
    const led = await remoteLinksWithin(database, preview, differences)
    return rendered(withinPreview(led, preview, publicUrl()))
  }
  const main = html`<h1>Changes of “${title}”</h1>
${previewBanner(preview, page.url ?? base?.address)}
${kind === 'gone' ? html`<p>The page would be gone.</p>` : html`<p class="ways"><a href="${previewPath(preview.name)}/pages/${id}">The page as it would be</a></p>`}
${base?.importedAt === undefined ? '' : html`<p>Compared with the page as last imported, ${exactTime(base.importedAt)}.</p>`}
${kind === 'placed' ? html`<p>It says what it says, in another place.</p>` : await compare()}`
  const space = { key: preview.spaceKey, name: preview.spaceName }
  return show(c, 200, `Changes of ${title}`, main, { isKept: true, isWide: true, space })
}

interface FoundChange {
  readonly preview: Preview
  readonly page: PreviewPage
}

async function findChange(
  dependencies: ServiceParts,
  c: PageContext,
  id: string,
): Promise<FoundChange | undefined> {
  for (const preview of await previewsAt(dependencies, c)) {
    const page = await findPreviewPage(dependencies.database, preview, id)
    if (page !== undefined) return { preview, page }
  }
  return undefined
}

interface Base {
  readonly text: ComparedText
  readonly address: string
  /** When the page was last imported; only for pages in Confluence. */
  readonly importedAt: Date | undefined
}

async function findBase(
  reader: Reader,
  { preview, page }: FoundChange,
  id: string,
): Promise<Base | undefined> {
  const { spaceId, spaceKey, remote } = preview
  const base = await (remote === undefined
    ? findPageHere(reader, id, { version: page.baseVersion })
    : findRecordedIn(reader, spaceKey, id))
  return (
    base && {
      text: comparedText(base),
      address: base.url ?? pagePath(spaceKey, id),
      importedAt: remote && (await lastImportInto(reader.database, spaceId, base.id)),
    }
  )
}
