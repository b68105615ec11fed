/** All pages of a space as one text, for programs that read much at once: https://llmstxt.org. @module */
import type { Database } from '../database/database.ts'
import { findPage, type PageWithBody } from '../embedded-wiki/store/pages.ts'
import { pagePath, type Space } from '../importing/target-wiki.ts'
import type { ExportedPage } from './exported-pages.ts'

export interface FullTextWork {
  readonly database: Database
  /** Where the wiki is, without a slash at its end. */
  readonly publicUrl: string
  /** What would go beyond is left out. */
  readonly maxBytes: number
  /** Write a page of this space as Markdown. */
  writeMarkdown(page: PageWithBody, spaceKey: string): Promise<string>
}

/**
 * Write the pages of a space in the order of its tree, each as its Markdown with its address before it.
 * What would make it too long is left out, which its end says.
 * @param pages Its pages, as `listExportedPages` lists them.
 */
export async function* fullText(
  { key, name }: Space,
  pages: readonly ExportedPage[],
  { database, publicUrl, maxBytes, writeMarkdown }: FullTextWork,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes
  yield Buffer.from(`# ${name}\n\n> All pages of the space ${key}, in the order of its tree.\n`)
  for (const [index, { id: pageId, title, version }] of pages.entries()) {
    const page = await findPage(database, pageId, { version })
    // It was purged in the meantime.
    if (page === undefined) continue
    const markdown = await writeMarkdown(page, key)
    const address = `${publicUrl}${pagePath(key, pageId)}`
    const part = Buffer.from(`\n---\n\n# ${title}\n\n<${address}>\n\n${markdown.trim()}\n`)
    left -= part.byteLength
    if (left < 0) {
      const all = `${publicUrl}/wiki/spaces/${key}/llms.txt`
      const count = `${pages.length - index} of ${pages.length} pages are left out`
      yield Buffer.from(`\n---\n\n${count}, from “${title}” on. <${all}> lists them.\n`)
      return
    }
    yield part
  }
}
