/** Converts HTML elements that hold blocks: quotes, headings, details and preformatted text. @module */
import { tabName } from '../adf/local-ids.ts'
import { codeLanguage } from '../code-info.ts'
import { writeCodeBlock } from '../constructs/code.ts'
import { writeHeading } from '../constructs/heading.ts'
import type { Conversion } from '../conversion.ts'
import { noMarks, titleMarks } from '../writer/marks.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import { writeBlockWords } from './html-phrasing.ts'
import { type HtmlElement, textOfItems } from './html-tree.ts'

export function writeQuoteElement({ line, children }: HtmlElement, conversion: Conversion): void {
  conversion.writer.open('blockquote', line)
  conversion.flow(children)
  conversion.writer.close(true)
}

export function writeHeadingElement(element: HtmlElement, conversion: Conversion): void {
  const level = Number(element.name.slice(1))
  writeHeading(level, element.line, true, conversion, () =>
    conversion.phrasing(element.children, noMarks),
  )
}

/** Write a `summary` that is no title, or the `caption` of a table, as a bold line. */
export function writeSummary({ line, children }: HtmlElement, conversion: Conversion): void {
  const sentence = conversion.startSentence({ canBecomeBlock: true }).trim()
  conversion.phrasing(children, titleMarks)
  sentence.end()
  if (sentence.count > 0) writeParagraph(sentence, line, conversion.writer)
}

/** Write `details` as an expand; its `summary` is the title, which ADF keeps as plain text. */
export function writeDetails(element: HtmlElement, conversion: Conversion): void {
  const { attributes, children, line } = element
  const { anchors, warnings, writer } = conversion
  // A summary that is not first becomes a bold line, so that its words keep their place.
  const first = children.find((item) => item.kind !== 'text' || item.text.trim() !== '')
  const isSummary = first?.kind === 'element' && first.element.name === 'summary'
  const sentence = conversion.startSentence({ canHoldTargets: false }, noMarks)
  if (isSummary) conversion.phrasing(first.element.children, noMarks)
  if (!sentence.isPlainText) warnings.add('title-flattened', line)
  const title = sentence.plainWords.replace(/\s+/g, ' ').trim()
  anchors.addWords(title, line)
  const isTab = attributes.get('name') === tabName
  const tab = isTab ? { localId: `${tabName}-${conversion.nextLocalId()}` } : {}
  const attrs = title === '' && !isTab ? undefined : { ...(title !== '' && { title }), ...tab }
  writer.open('expand', line, attrs)
  conversion.flow(children.slice(isSummary ? children.indexOf(first) + 1 : 0))
  writer.close()
}

/** Write `pre`, with the language that a `code` inside names by its class. */
export function writePre(element: HtmlElement, conversion: Conversion): void {
  // Browsers drop a line break right after the tag.
  const text = textOfItems(element.children, (id) => wordsOfNode(id, conversion))
  const code = text.replace(/^\n/, '').replace(/\n$/, '')
  writeCodeBlock(code, { language: languageOf(element) }, element.line, conversion.writer)
}

/** Read the words of Markdown among preformatted text. */
function wordsOfNode(id: number, conversion: Conversion): string {
  const sentence = conversion.startSentence({ canHoldTargets: false }, noMarks)
  if (!conversion.isBlock(id)) {
    conversion.inline(id, noMarks)
    return sentence.plainWords
  }
  writeBlockWords(id, conversion)
  return sentence.words.replace(/\n+$/, '')
}

function languageOf(element: HtmlElement): string | undefined {
  const inner = element.children.flatMap((item) => (item.kind === 'element' ? [item.element] : []))
  for (const { attributes } of [element, ...inner]) {
    const [, named] = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(attributes.get('class') ?? '') ?? []
    const language = named ?? attributes.get('lang')
    if (language) return codeLanguage(language)
  }
  return undefined
}
