/** Shows what a preview changes on one page. @module */

import { html } from 'hono/html'
import { previewPath } from '../../../importing/previews.ts'
import { pagePath } from '../../../importing/target-wiki.ts'
import { mathStylesheet, styleTag } from '../../../web/assets.ts'
import { documentPart, type Markup, rendered } from '../../../web/frame/markup.ts'
import { readerOf } from '../../../web/session/reading-rule.ts'
import { findPageHere } from '../../pages/find-page.ts'
import type { PageWithBody } from '../../pages/page.ts'
import { findPreviewPage, type Preview, type PreviewPage } from '../../store/previews/previews.ts'
import { findRemoteDocument, type SentDocument } from '../../store/previews/remote-pages.ts'
import { textComparisonOf } from '../history/compare-page.ts'
import { documentScripts } from '../page-parts.ts'
import type { WebContext } from '../reader-scope.ts'
import {
  type PreviewReaderDependencies,
  previewBanner,
  previewsAt,
  remoteLinksWithin,
  showWithout,
  withinPreview,
} from './preview-scope.ts'

const nothing = { title: '', labels: [], adf: '{"version":1,"type":"doc","content":[]}' }

export async function showChange(
  dependencies: PreviewReaderDependencies,
  c: WebContext,
): Promise<Response> {
  const { database, workers, views, show, publicUrl } = dependencies
  const id = c.req.param('id') ?? ''
  const found = await findChange(dependencies, c, id)
  if (found === undefined) return showWithout(dependencies, c, id)
  const { preview, page } = found
  const version = page.kind === 'placed' ? undefined : page.baseVersion
  const base = version === 0 ? undefined : await findBase(version)
  const before = base && (await viewBase(base))
  const address = base && (page.url ?? pagePath(preview.spaceKey, id))
  const model = { preview, pageId: id, title: page.title, address: page.url ?? address, before }
  const space = { key: preview.spaceKey, name: preview.spaceName }
  const answer = async (words: string | undefined, after: string | undefined) => {
    const main = changePage({ ...model, words, after: after && (await within(after)) })
    return show(c, 200, `Changes of ${page.title}`, main, { isKept: true, isWide: true, space })
  }
  if (page.kind === 'placed') return answer(undefined, before)
  const [old, young] = [base ?? nothing, page.kind === 'gone' ? nothing : page]
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

function textOf(page: typeof nothing | Side | PreviewPage) {
  const labels = 'version' in page ? page.version.labels : page.labels
  return { title: page.title, labels, adf: page.adf }
}

interface ChangePageModel {
  readonly preview: Preview
  readonly pageId: string
  readonly title: string
  readonly address: string | undefined
  readonly words: string | undefined
  readonly before: string | undefined
  readonly after: string | undefined
}

function changePage(model: ChangePageModel): Markup {
  const { preview, pageId, title, address, words, before, after } = model
  const path = previewPath(preview.name)
  const all = `${before ?? ''}${after ?? ''}`
  return html`<h1>Changes of “${title}”</h1>
${previewBanner(preview, address)}
${after === undefined ? html`<p>The page would be gone.</p>` : html`<p class="ways"><a href="${path}/pages/${pageId}">The page as it would be</a></p>`}
${words === undefined ? html`<p>It says what it says, in another place.</p>` : html`<section aria-labelledby="words"><h2 id="words">In words</h2>${rendered(words)}</section>`}
${
  words === undefined
    ? ''
    : html`<section aria-labelledby="looks"><h2 id="looks">Side by side</h2>
${all.includes('<math') ? styleTag(mathStylesheet) : ''}
<div class="sides">${side(preview.remote ? 'As last imported' : 'Now', before && apart(before), address === undefined ? 'There is no such page yet.' : 'No import wrote this page yet: what it says is in Confluence.')}${side('As it would be', after, 'The page would be gone.')}</div></section>`
}
${documentScripts(all)}`
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
