/**
 * Converts Markdown block by block, so that a long document is never in memory as a whole: parse,
 * convert each construct, fit it to ADF's nesting rules.
 * @module
 */
import { collectAnchors } from './anchor-macro.ts'
import { type Anchors, anchors, type WrittenHeadings } from './anchors.ts'
import { type Conversion, collectDefinitions, countBudget } from './conversion.ts'
import type { Fitting } from './fit.ts'
import { footnoteList } from './handlers/footnote.ts'
import { blockHandlers, inlineHandlers } from './handlers/index.ts'
import { plainWriter } from './handlers/writers.ts'
import { writtenWords } from './heading-words.ts'
import { headingList } from './headings.ts'
import { containedItems, htmlFlow } from './html/html-flow.ts'
import { htmlPhrasing } from './html/html-phrasing.ts'
import { type HtmlItem, hasHtml, htmlTree } from './html/html-tree.ts'
import type { LooseNode } from './loose-adf.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { tooDeep } from './nesting-depth.ts'
import { parseDocument } from './parse-document.ts'
import { type MarkdownNode, nodeId, type ParsedRoot } from './parse-markdown.ts'
import type { PlainBlock } from './plain-page.ts'
import { titleFilter } from './title-heading.ts'
import { type Warnings, warnings } from './warnings.ts'

/** The stages behind the parser are safe up to this depth. */
const defaultMaxDepth = 90

export interface BlockContext extends Fitting {
  /** Whether its links may still change until the document is complete. */
  readonly hasLinks: boolean
}

/** Receives a block and returns what the page shows in its place. */
export type TakeBlock = (block: LooseNode, context: BlockContext) => readonly LooseNode[]

export type TakePlain = (block: PlainBlock) => void

/** The result of a conversion beside the blocks. */
export interface ConvertedBlocks {
  readonly root: ParsedRoot
  readonly anchors: Anchors
  readonly warnings: Warnings
  headings(): WrittenHeadings
  pointLinks(): void
}

/**
 * Convert a document.
 * @param takePlain Receives plain blocks, already written as JSON.
 * @throws {MarkdownLimitError} When the document is over a limit.
 */
export function convertBlocks(
  markdown: string,
  {
    maxDepth = defaultMaxDepth,
    resolveImage = (url) => ({ url }),
    resolveLink = (url) => url,
    title,
  }: MarkdownOptions,
  take: TakeBlock,
  takePlain?: TakePlain,
): ConvertedBlocks {
  const root = parseDocument(markdown, maxDepth)
  const conversion = startConversion(
    { ...collectDefinitions(root), resolveImage, resolveLink },
    maxDepth,
  )
  const { anchors, footnotes } = conversion
  const headings = headingList()
  const fitted = warnings()
  const titled = titleFilter(title)
  const names = new Set<string>()
  const put = (block: LooseNode, hasLinks: boolean): void => {
    headings.addShown(take(block, { warnings: fitted, headings, hasLinks }))
  }
  let links = 0
  const putAll = (blocks: readonly LooseNode[]): void => {
    const hasLinks = anchors.countLinks() > links
    links = anchors.countLinks()
    if (footnotes.definitions.size > 0) collectAnchors(blocks, names)
    for (const block of blocks) {
      headings.addWritten(block)
      for (const shown of titled.pass(block)) put(shown, hasLinks)
    }
  }
  const write = takePlain && plainWriter(root.nodes, conversion.definitions)
  const isTaken = (id: number): boolean => {
    const plain = write?.(id)
    if (plain === undefined || !titled.passPlain(plain)) return false
    for (const heading of plain.headings) {
      headings.addWritten(heading)
      headings.addShown([heading])
    }
    for (const { code, line } of plain.warnings) conversion.warnings.add(code, line)
    for (const { attrs, line } of plain.links) anchors.addLink(attrs, line)
    for (const { name, line } of plain.targets) anchors.addTarget(name, line)
    links = anchors.countLinks()
    if (plain.json !== '') takePlain?.(plain)
    return true
  }
  forEachBlock(root, conversion, {
    markdown: (id, make) => isTaken(id) || putAll(conversion.blocks([make()])),
    html: (items) => putAll(conversion.flow(items)),
  })
  putAll(footnoteList(conversion, names))
  for (const only of titled.rest()) put(only, false)
  const removed = titled.removed()
  if (removed !== undefined) conversion.warnings.add('title-heading-removed', removed.line ?? 1)
  conversion.warnings.addAll(fitted)
  const writtenHeadings = (): WrittenHeadings => ({
    inOrder: headings.list(removed),
    markdown,
    words: () => writtenWords(root.nodes),
  })
  return {
    root,
    anchors,
    warnings: conversion.warnings,
    headings: writtenHeadings,
    pointLinks() {
      if (links > 0) anchors.resolve(writtenHeadings(), conversion.warnings)
    },
  }
}

interface BlockTakers {
  /** @param make Makes the node of this number. */
  markdown(id: number, make: () => MarkdownNode): void
  html(items: readonly HtmlItem[]): void
}

/** Visit the top of a document: Markdown blocks, and the HTML between them. */
function forEachBlock(root: ParsedRoot, conversion: Conversion, take: BlockTakers): void {
  const { nodes } = root
  if (!nodes.holds(0, 'html')) {
    const count = nodes.childCount(0)
    for (let index = 0; index < count; index += 1) {
      take.markdown(nodes.childOf(0, index), () => root.childAt(index))
    }
    return
  }
  // An element may open in one block and close in another, with Markdown between.
  let html: HtmlItem[] = []
  const takeHtml = (): void => {
    if (html.length === 0) return
    take.html(html)
    html = []
  }
  const takeAll = (items: readonly HtmlItem[]): void => {
    for (const item of items) {
      const contained = containedItems(item)
      if (item.kind === 'markdown') {
        takeHtml()
        take.markdown(nodeId(item.node), () => item.node)
      } else if (contained !== undefined) {
        takeHtml()
        conversion.inElement(() => takeAll(contained))
      } else html.push(item)
    }
    takeHtml()
  }
  takeAll(htmlTree(root.children, false, conversion))
}

/** Beyond this, short table rows stay short, which ADF allows. */
const maxEmptyCells = 20_000
/** Each macro takes some hundred characters of JSON; beyond this, formulas become code. */
const maxFormulas = 2_000

/**
 * Start a conversion.
 * @param collected What the whole document defines, and what becomes of its images and links.
 * @param maxDepth The most levels of HTML elements.
 */
function startConversion(
  collected: Pick<Conversion, 'definitions' | 'footnotes' | 'resolveImage' | 'resolveLink'>,
  maxDepth: number,
): Conversion {
  let localIds = 0
  let elements = 0
  const conversion: Conversion = {
    ...collected,
    warnings: warnings(),
    cells: countBudget(maxEmptyCells),
    formulas: countBudget(maxFormulas),
    anchors: anchors(),
    blocks: (nodes) =>
      hasHtml(nodes)
        ? conversion.flow(htmlTree(nodes, false, conversion))
        : each(nodes, (node) => handleBlock(node, conversion)),
    inlines: (nodes, marks = []) =>
      hasHtml(nodes)
        ? conversion.phrasing(htmlTree(nodes, true, conversion), marks)
        : each(nodes, (node) => conversion.inline(node, marks)),
    inline(node, marks) {
      const handler = inlineHandlers[node.type]
      if (handler === undefined) throw new TypeError(`no handler for ${node.type} in a sentence`)
      return handler(node, marks, conversion)
    },
    isBlock: ({ type }) => type in blockHandlers,
    flow: (items, align) => htmlFlow(items, conversion, align),
    phrasing: (items, marks) => htmlPhrasing(items, conversion, marks),
    inElement(convert) {
      elements += 1
      const result = convert()
      elements -= 1
      return result
    },
    checkHtmlDepth(depth, line) {
      if (elements + depth > maxDepth) throw tooDeep(elements + depth, line, maxDepth)
    },
    nextLocalId() {
      localIds += 1
      return `local-${localIds}`
    },
  }
  return conversion
}

/** Like `flatMap`, but several times as fast: this is the converter's innermost loop. */
function each(
  nodes: readonly MarkdownNode[],
  convert: (node: MarkdownNode) => readonly LooseNode[],
): readonly LooseNode[] {
  const [only] = nodes
  if (only !== undefined && nodes.length === 1) return convert(only)
  const all: LooseNode[] = []
  for (const node of nodes) for (const made of convert(node)) all.push(made)
  return all
}

function handleBlock(node: MarkdownNode, conversion: Conversion): readonly LooseNode[] {
  const handler = blockHandlers[node.type]
  if (handler === undefined) throw new TypeError(`no handler for ${node.type}`)
  return handler(node, conversion)
}
