/** The front matter of an exported page: what the operation takes beside the Markdown. @module */
import type { ExportedPage } from './exported-pages.ts'

/** What else is said of a page. */
export interface ReadingNotes {
  /** The heading that says the title stays in the page. */
  readonly keepsTitleHeading: boolean
  /** No address of the text is to be read as a part of the export. */
  readonly isVerbatim: boolean
}

type PageFields = Pick<
  ExportedPage,
  'title' | 'navigationTitle' | 'labels' | 'position' | 'isHomepage'
>

/** Write it, with its lines of `---`. */
export function exportedFrontMatter(
  { title, navigationTitle, labels, position, isHomepage }: PageFields,
  { keepsTitleHeading, isVerbatim }: ReadingNotes,
): string {
  const lines = [
    `title: ${yamlText(title)}`,
    ...(navigationTitle === '' ? [] : [`navigationTitle: ${yamlText(navigationTitle)}`]),
    ...(labels.length === 0 ? [] : [`labels: [${labels.map(quoted).join(', ')}]`]),
    ...(position === undefined ? [] : [`position: ${position}`]),
    ...(keepsTitleHeading ? ['keepTitleHeading: true'] : []),
    ...(isHomepage ? ['markport: homepage'] : []),
    ...(isVerbatim ? ['addresses: verbatim'] : []),
  ]
  return `---\n${lines.join('\n')}\n---\n`
}

/** Words that mean nothing else in any YAML, and to whoever reads line by line. */
const plain = /^\p{L}[\p{L}\p{N}]*(?: [\p{L}\p{N}]+)*$/u
const yamlWords = /^(?:null|true|false|yes|no|on|off|y|n)$/i

function yamlText(text: string): string {
  return plain.test(text) && !yamlWords.test(text) ? text : quoted(text)
}

/** JSON's strings are YAML's, but for characters that YAML wants to be escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
