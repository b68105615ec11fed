/** The view of a document: HTML with a link to each heading, and its outline. @module */
import type { Message } from '../../../contract/base/message.ts'
import { DocumentIds } from '../../../convert/adf/heading-names.ts'
import { completePageLinks } from '../../../convert/adf/page-links.ts'
import type { AdfDoc } from '../../../convert/adf/types.ts'
import { adfToHtml } from '../../../convert/render/adf-to-html.ts'
import type { DocumentView } from '../../reader/document-views.ts'
import { diagramFrame } from './diagram.ts'

export function viewDocument(adf: string): DocumentView {
  // Views are stored and the service may move, so links contain no host.
  const doc = JSON.parse(completePageLinks(adf, '/wiki')) as AdfDoc
  return { html: linkHeadings(frameCode(adfToHtml(doc, { diagramFrame }))), outline: outline(doc) }
}

export function viewDocumentMessage({ value }: Message): Message {
  return { value: viewDocument(value as string), parts: [] }
}

/** Text is escaped, so such tags are always headings. */
const heading = /<(h[1-6]) id="([^"]+)"[^>]*>.*?<\/\1>/gs

function linkHeadings(html: string): string {
  return html.replace(
    heading,
    (match, _, id) =>
      `<div class="heading">${match}<a class="anchor" id="a-${id}" href="#${id}" aria-label="Link to" aria-labelledby="a-${id} ${id}">#</a></div>`,
  )
}

/** Text is escaped, so such tags are always code blocks. */
const codeBlock =
  /(?:<p><strong>([^<>]{1,200})<\/strong><\/p>)?<pre tabindex="0"><code(?: class="language-([^"]*)")?>/g
const fileName = /^(?:\S*[\w)\]-]\.[A-Za-z]\w{0,9}|(?:\S*\/)?(?:Dockerfile|Makefile|\.\w[\w.-]*))$/

/** Frames code blocks with their language and file, which the conversion puts into a bold line above. */
function frameCode(html: string): string {
  return html
    .replace(codeBlock, (tags, title: string | undefined, language = '') => {
      const isFile = title !== undefined && fileName.test(title)
      const words = isFile ? `<span class="code-title">${title}</span>` : ''
      const kind = language === '' ? '' : `<span class="code-language">${language}</span>`
      const start = tags.indexOf('<pre ')
      const head = isFile ? '' : tags.slice(0, start)
      return `${head}<div class="code"><div class="code-head">${words}${kind}</div>${tags.slice(start)}`
    })
    .replaceAll('</code></pre>', '</code></pre></div>')
}

export interface OutlineEntry {
  readonly id: string
  readonly text: string
  /** Depth in the outline: 1 for the headings of the highest level that the document uses. */
  readonly level: number
}

/** A longer or deeper outline no longer helps. */
const maxLevels = 3
const maxEntries = 300

function outline(doc: AdfDoc): OutlineEntry[] {
  const { headings } = new DocumentIds(doc)
  const top = headings.reduce((top, { level }) => Math.min(top, level), 6)
  return headings
    .map(({ id, level, text }) => ({ id, text: text.trim(), level: level - top + 1 }))
    .filter(({ level, text }) => level <= maxLevels && text !== '')
    .slice(0, maxEntries)
}
