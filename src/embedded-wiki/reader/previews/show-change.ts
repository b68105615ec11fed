/** Answers with what a preview changes of one page. @module */
import { findPage, type PageWithBody } from '../../store/pages.ts'
import { findPreviewPage, type Preview, type PreviewPage } from '../../store/previews/previews.ts'
import { textComparisonOf } from '../history/compare-page.ts'
import type { WebContext } from '../reader-scope.ts'
import { changePage } from './change-page.ts'
import { type PreviewReaderDependencies, previewsAt, showWithout } from './preview-scope.ts'
import { withinPreview } from './within-preview.ts'

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
  const base =
    version === 0
      ? undefined
      : await findPage(database, id, { version, unpack: workers.unpackVersion })
  const before = base && (await views.view(base, async () => base.adf)).html
  const model = { preview, pageId: id, title: page.title, before }
  const space = { key: preview.spaceKey, name: preview.spaceName }
  const answer = async (words: string | undefined, after: string | undefined) => {
    const within = after && withinPreview(after, preview, publicUrl())
    const main = changePage({ ...model, words, after: within })
    return show(c, 200, `Changes of ${page.title}`, main, { isKept: true, isWide: true, space })
  }
  if (page.kind === 'placed') return answer(undefined, before)
  const [old, young] = [base ?? nothing, page.kind === 'gone' ? nothing : page]
  const comparison = textComparisonOf(textOf(old), textOf(young))
  const words = await workers.show('compare-versions', comparison)
  const after = page.kind === 'gone' ? undefined : page.html || (await view(page.adf))
  return answer(withinPreview(words, preview, publicUrl()), after)

  async function view(adf: string): Promise<string> {
    return (await workers.viewDocument(adf)).html
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

function textOf(page: typeof nothing | PageWithBody | PreviewPage) {
  const labels = 'version' in page ? page.version.labels : page.labels
  return { title: page.title, labels, adf: page.adf }
}
