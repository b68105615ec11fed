/** Answers with what a preview changes of one page. @module */
import { pagePath } from '../../../importing/target-wiki.ts'
import { findPage, type PageWithBody } from '../../store/pages.ts'
import { findPreviewPage, type Preview, type PreviewPage } from '../../store/previews/previews.ts'
import { findRemoteDocument, type SentDocument } from '../../store/previews/remote-pages.ts'
import { textComparisonOf } from '../history/compare-page.ts'
import type { WebContext } from '../reader-scope.ts'
import { changePage } from './change-page.ts'
import { type PreviewReaderDependencies, previewsAt, showWithout } from './preview-scope.ts'
import { remoteLinksWithin, withinPreview } from './within-preview.ts'

/** A page that there is nothing of. */
const nothing = { title: '', labels: [], adf: '{"version":1,"type":"doc","content":[]}' }

/**
 * Answer.
 * @param dependencies The store, workers, and the frame.
 * @param c The request, which names the preview and the page.
 */
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
      ? findPage(database, id, { version, unpack: workers.unpackVersion })
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

/** A page that is there, as far as the store has it. */
type Side = PageWithBody | SentDocument

function textOf(page: typeof nothing | Side | PreviewPage) {
  const labels = 'version' in page ? page.version.labels : page.labels
  return { title: page.title, labels, adf: page.adf }
}
