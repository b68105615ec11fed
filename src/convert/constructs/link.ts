/** Links: inline, by reference, and bare addresses. @module */

import { leadsNowhere } from '../adf/page-links.ts'
import type { Conversion } from '../conversion.ts'
import type { ParsedNodes } from '../parsed-nodes.ts'
import { jsonInside } from '../writer/json.ts'
import { bits, type TextMarks } from '../writer/marks.ts'
import type { MarkdownConstruct } from './construct.ts'

export const link: MarkdownConstruct = {
  docs: [
    [
      'link, reference, bare address',
      'mark `link`',
      '`empty-link` when it has no text; `relative-address` when it names a file',
    ],
    [
      'link inside the page, `[x](#a-heading)`',
      'mark `link` that names its heading as Confluence does (`#Same-words.1` for the second of the same words)',
      '`anchor-missing` when no heading has the name, as GitHub makes it, or by its letters alone. Terms of definition lists and `summary` have names, too: links to them lead to the heading above. `#top` leads to the top',
    ],
  ],
  examples: {
    '[a](https://u "t")': 'paragraph("a" link t https://u)',
    '[a][b]\n\n[b]: https://u': 'paragraph("a" link https://u)',
    '[](https://u)': 'paragraph("https://u" link https://u)',
  },
  inlines: {
    link(id, marks, conversion) {
      const { nodes } = conversion
      const url = nodes.urlOf(id)
      const address = { url, title: nodes.titleOf(id), line: nodes.lineOf(id) }
      if (isAddressWithBars(id, nodes)) {
        const words = nodes.valueOf(nodes.childOf(id, 0)).replaceAll('\\|', '|')
        writeLink(id, { ...address, url: url.replaceAll('\\|', '|') }, marks, conversion, words)
      } else writeLink(id, address, marks, conversion)
    },
    linkReference(id, marks, conversion) {
      const { definitions, nodes } = conversion
      const definition = definitions.links.get(nodes.identifierOf(id))
      if (definition === undefined) conversion.inlines(id, marks)
      else {
        const [url, title] = [nodes.urlOf(definition), nodes.titleOf(definition)]
        writeLink(id, { url, title, line: nodes.lineOf(definition) }, marks, conversion)
      }
    },
  },
}

/** Tell whether a link is a bare address in a table, where the parser leaves backslashes before bars. */
function isAddressWithBars(id: number, nodes: ParsedNodes): boolean {
  const mayBe = nodes.urlOf(id).includes('\\|') && !nodes.sourceOf(id).startsWith('[')
  return mayBe && nodes.isInCell(id)
}

/** The address of a link, and the line where it stands. */
interface Address {
  readonly url: string
  readonly title: string
  readonly line: number
}

/** @param words The text of the link; by default what its node holds. */
function writeLink(
  id: number,
  written: Address,
  outer: TextMarks,
  conversion: Conversion,
  words = '',
): void {
  const { nodes, sentence, warnings } = conversion
  const url = conversion.resolveLink(written.url)
  const json = jsonOfLink(url, written.title, nodes.lineOf(id), conversion)
  if (leadsNowhere(url)) warnings.add('relative-address', written.line, url)
  // Links cannot nest.
  const marks = outer.without(bits.link).with(bits.link, json)
  const before = sentence.nodeCount
  sentence.noteLink()
  if (words === '') conversion.inlines(id, marks)
  else sentence.text(words, marks)
  if (sentence.nodeCount > before || url === '') return
  warnings.add('empty-link', nodes.lineOf(id))
  sentence.text(url, marks)
}

/** Write the mark of a link; one inside the page is pointed at its heading at the end. */
export function jsonOfLink(
  url: string,
  title: string,
  line: number,
  { anchors, writer }: Conversion,
): string {
  let href = jsonInside(url)
  if (url.startsWith('#')) {
    const attrs = { href: url }
    anchors.addLink(attrs, line)
    href = writer.late.add(() => jsonInside(attrs.href))
  }
  const titled = title === '' ? '' : `,"title":"${jsonInside(title)}"`
  return `{"type":"link","attrs":{"href":"${href}"${titled}}}`
}
