/** Converts HTML to blocks; what stands between block elements becomes paragraphs. @module */
import { writeRule } from '../constructs/breaks.ts'
import type { Conversion } from '../conversion.ts'
import { noMarks } from '../writer/marks.ts'
import type { Align } from '../writer/open-node.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import { alignOf } from './alignment.ts'
import {
  writeDetails,
  writeHeadingElement,
  writePre,
  writeQuoteElement,
  writeSummary,
} from './html-blocks.ts'
import { writeDefinitions, writeList } from './html-lists.ts'
import { withMarksOf } from './html-marks.ts'
import { writeTable } from './html-table.ts'
import { type HtmlElement, type HtmlItem, htmlTree, isBlankLine } from './html-tree.ts'

/** Writes an element; blocks right in it are aligned as the writer says. */
export type WriteElement = (element: HtmlElement, conversion: Conversion) => void

/** Elements that are more than containers. */
const elements: Readonly<Record<string, WriteElement>> = {
  blockquote: writeQuoteElement,
  details: writeDetails,
  dl: writeDefinitions,
  h1: writeHeadingElement,
  h2: writeHeadingElement,
  h3: writeHeadingElement,
  h4: writeHeadingElement,
  h5: writeHeadingElement,
  h6: writeHeadingElement,
  hr: ({ line }, { writer }) => writeRule(line, writer),
  ol: writeList,
  pre: writePre,
  summary: writeSummary,
  table: writeTable,
  ul: writeList,
}

/**
 * Write a paragraph with HTML in it, in which lists and other blocks may stand.
 * @param from Index of the first child.
 * @param before Text before that child.
 */
export function writeHtmlParagraph(
  id: number,
  { line, from, before }: { readonly line: number; readonly from: number; readonly before: string },
  conversion: Conversion,
): void {
  const { nodes, writer } = conversion
  const tree = htmlTree(nodes.childrenOf(id, from), true, conversion)
  const items: readonly HtmlItem[] =
    before === '' ? tree : [{ kind: 'words', words: before, line }, ...tree]
  if (items.some((item) => item.kind === 'element' && item.element.hasBlocks)) {
    conversion.flow(items, writer.align)
    return
  }
  const sentence = conversion.startSentence({ canBecomeBlock: true })
  conversion.phrasing(items, noMarks)
  // It may hold nothing but comments and names of places.
  const isEmpty =
    sentence.floats.length === 0 && sentence.isPlainText && /^[ \n]*$/.test(sentence.words)
  if (!isEmpty) writeParagraph(sentence, line, writer)
}

/**
 * Write items as blocks.
 * @param align How an element around aligns them.
 */
export function writeFlow(
  items: readonly HtmlItem[],
  conversion: Conversion,
  align: Align | undefined,
): void {
  const { writer } = conversion
  const outer = writer.align
  writer.align = align
  let run: HtmlItem[] = []
  const endRun = (): void => {
    writeRun(run, conversion)
    run = []
  }
  for (const item of items) {
    if (isBlankLine(item)) endRun()
    else if (!isBlock(item, conversion)) run.push(item)
    else {
      endRun()
      if (item.kind === 'markdown') conversion.block(item.id)
      if (item.kind === 'element') writeElement(item.element, conversion)
    }
  }
  endRun()
  writer.align = outer
}

function isBlock(item: HtmlItem, conversion: Conversion): boolean {
  if (item.kind === 'element') return item.element.hasBlocks
  return item.kind === 'markdown' && conversion.isBlock(item.id)
}

/** Write what stands between two blocks as a paragraph. */
function writeRun(run: readonly HtmlItem[], conversion: Conversion): void {
  const [first] = run
  if (first === undefined) return
  const sentence = conversion.startSentence({ canBecomeBlock: true }).trim()
  conversion.phrasing(run, noMarks)
  sentence.end()
  if (sentence.count + sentence.floats.length === 0) return
  writeParagraph(sentence, lineOfItem(first, conversion), conversion.writer)
}

function lineOfItem(item: HtmlItem, { nodes }: Conversion): number {
  if (item.kind === 'markdown') return nodes.lineOf(item.id)
  return item.kind === 'element' ? item.element.line : item.line
}

function writeElement(element: HtmlElement, conversion: Conversion): void {
  const { writer } = conversion
  conversion.inElement(() => {
    const outer = writer.align
    const align = alignOf(element) ?? outer
    const write = Object.hasOwn(elements, element.name) ? elements[element.name] : undefined
    if (write !== undefined) {
      // Other elements do not pass it on to what they hold.
      writer.align = /^h[1-6]$/.test(element.name) ? align : undefined
      write(element, conversion)
      writer.align = outer
      return
    }
    const { around } = conversion
    conversion.around = withMarksOf(element, noMarks, conversion).within(around)
    conversion.flow(element.children, align)
    conversion.around = around
  })
}
