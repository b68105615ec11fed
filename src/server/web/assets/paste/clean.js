/**
 * Cleans HTML: styles become tags, wrappers are removed, words are put into paragraphs, and blocks
 * are moved to where Markdown allows them. Counts everything that is left out.
 * @module
 */
import { add, collect, marksOf, writeRuns } from './inline.js'

/**
 * @param styleOf Reads the style of an element.
 * @param addressOf Gives the address of an image; undefined if we do not have its bytes.
 * @returns The body of a new document.
 */
export function cleanHtml(body, { lose, styleOf, addressOf }) {
  const clean = document.implementation.createHTMLDocument('').body
  const context = { lose, styleOf, addressOf, holders: holdersOf(body), marks: {}, depth: 0 }
  return writeBlocks(clean, body, context)
}

const blockNames =
  /^(?:address|article|aside|blockquote|center|d[dlt]|details|dir|div|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|menu|nav|ol|p|pre|section|summary|table|ul)$/
/** Elements nested deeper than this become plain words. */
const maxDepth = 60

/** Elements that wrap blocks, such as the `b` around everything from Google Docs. */
function holdersOf(body) {
  const holders = new WeakSet()
  const blocks =
    'p, div, ul, ol, table, pre, h1, h2, h3, h4, h5, h6, blockquote, details, hr, section'
  for (const block of body.querySelectorAll(blocks)) {
    for (let up = block.parentElement; up !== null && !holders.has(up); up = up.parentElement) {
      holders.add(up)
    }
  }
  return holders
}

/* Blocks */

function writeBlocks(target, parent, context) {
  const inner = { ...context, depth: context.depth + 1 }
  let runs = []
  const endParagraph = () => {
    writeParagraphs(target, runs)
    runs = []
  }
  for (const node of parent.childNodes) {
    const name = node.nodeType === Node.ELEMENT_NODE ? node.localName : ''
    const isBlock = name !== '' && (blockNames.test(name) || context.holders.has(node))
    if (!isBlock || inner.depth > maxDepth) {
      collect(runs, node, inner)
      continue
    }
    endParagraph()
    writeBlock(target, node, { ...inner, marks: marksOf(node, inner.marks, inner) })
  }
  endParagraph()
  return target
}

function writeBlock(target, node, context) {
  if (/^h[1-6]$/.test(node.localName)) {
    writeLine(target, node.localName, node, context)
    return
  }
  switch (node.localName) {
    case 'hr':
      add(target, 'hr')
      return
    case 'pre':
      writeCode(target, linesOf(node), node.dataset.language)
      return
    case 'blockquote': {
      const { alert, title } = node.dataset
      const attributes = {
        ...(alert && { 'data-alert': alert }),
        ...(title && { 'data-title': title }),
      }
      const quote = writeBlocks(add(target, 'blockquote', attributes), node, context)
      if (quote.childNodes.length === 0) quote.remove()
      return
    }
    case 'details': {
      const details = add(target, 'details')
      const summary = node.querySelector(':scope > summary')
      writeLine(details, 'summary', summary ?? node.ownerDocument.createElement('p'), context)
      summary?.remove()
      writeBlocks(details, node, context)
      return
    }
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      writeList(target, node, context)
      return
    case 'li':
      writeList(target, { children: [node], childNodes: [node] }, context)
      return
    case 'table':
      writeTable(target, node, context)
      return
    case 'dt':
      writeBlocks(target, node, { ...context, marks: { ...context.marks, strong: true } })
      return
    default:
      if (node.localName === 'p' && node.textContent.trim() === '') skipLine(target)
      writeBlocks(target, node, context)
  }
}

/** Writes a heading as one line. */
function writeLine(target, name, node, context) {
  const runs = []
  for (const child of node.childNodes) collect(runs, child, context)
  const isSaid = runs.some(({ text = '', element }) => element !== undefined || text.trim() !== '')
  if (!isSaid) return
  const words = runs.map((run) => {
    if (run.isBreak) return { text: ' ', marks: {} }
    return { ...run, marks: { ...run.marks, strong: false } }
  })
  writeRuns(add(target, name), words)
}

/** Two breaks end a paragraph. Paragraphs in a monospaced font are lines of code. */
function writeParagraphs(target, runs) {
  let part = []
  const end = () => {
    while (part.at(-1)?.isBreak) part.pop()
    const words = part.filter(({ text }) => text === undefined || text.trim() !== '')
    if (words.length === 0) return
    const isCode = words.every(({ marks, isBreak }) => isBreak || marks?.code === 'font')
    if (isCode) writeCode(target, part.map(({ text }) => text ?? '\n').join(''), undefined)
    else writeRuns(add(target, 'p'), part)
  }
  for (const [index, run] of runs.entries()) {
    if (run.isBreak && part.length === 0) continue
    part.push(run)
    if (!run.isBreak || !runs[index + 1]?.isBreak) continue
    end()
    part = []
  }
  end()
}

/** Writes a code block; lines without a language continue the block before. */
function writeCode(target, text, language) {
  const last = target.lastElementChild
  if (language === undefined && last?.dataset.isLines !== undefined) {
    last.firstChild.append('\n'.repeat(1 + Number(last.dataset.isLines)), text.trimEnd())
    last.dataset.isLines = '0'
    return
  }
  const pre = add(target, 'pre', language === undefined ? { 'data-is-lines': '0' } : {})
  add(pre, 'code', { class: `language-${language ?? ''}` }).append(text.replace(/\s+$/, ''))
}

/** An empty line between code lines belongs to the code. */
function skipLine({ lastElementChild: last }) {
  if (last?.dataset.isLines !== undefined)
    last.dataset.isLines = String(Number(last.dataset.isLines) + 1)
}

/** Reads the text of `pre`, whose lines may be elements. */
function linesOf(pre) {
  for (const line of pre.querySelectorAll('br')) line.replaceWith('\n')
  const lines = pre.querySelectorAll('div, p, li, .line, .token-line, .view-line')
  for (const line of lines) {
    const isEnded =
      /\n$/.test(line.textContent) || /^\n/.test(line.nextSibling?.textContent ?? '\n')
    if (!isEnded) line.append('\n')
  }
  return pre.textContent.replaceAll('\u00a0', ' ').replace(/^\n/, '')
}

/* Lists */

const letters = /^(?:lower|upper)-(?:alpha|latin|roman|greek)/

function writeList(target, node, context) {
  const name = node.localName === 'ol' ? 'ol' : 'ul'
  const last = target.lastElementChild
  const isOther = last?.localName === name && last.dataset.other === undefined
  const list = add(target, name, isOther ? { 'data-other': '' } : {})
  const kinds = [node, node.children[0]].map((element) =>
    element instanceof Element ? context.styleOf(element).listStyleType : '',
  )
  const isLettered = kinds.some((kind) => letters.test(kind)) || /^[aAiI]$/.test(node.type ?? '')
  if (name === 'ol' && isLettered) context.lose('list with letters')
  let number = name === 'ol' ? Number(node.getAttribute('start') || 1) : 0
  for (const child of node.childNodes) {
    if (child.localName === 'li') {
      number = child.value > 0 ? child.value : number
      const item = writeItem(list, child, number, context)
      if (item !== undefined) number += 1
    } else if (child.nodeType === Node.ELEMENT_NODE) {
      // Some programs nest a list directly in a list.
      const holder = child.ownerDocument.createElement('div')
      child.replaceWith(holder)
      holder.append(child)
      const above = list.lastElementChild ?? add(list, 'li', { 'data-number': number })
      writeBlocks(above, holder, { ...context, holders: holdersOf(holder) })
      tighten(above)
    }
  }
  if (list.children.length === 0) list.remove()
}

function writeItem(list, node, number, context) {
  const { task } = node.dataset
  const item = add(list, 'li', { 'data-number': number, ...(task && { 'data-task': task }) })
  writeBlocks(item, node, { ...context, marks: marksOf(node, context.marks, context) })
  if (item.childNodes.length === 0 && task === undefined) {
    item.remove()
    return undefined
  }
  tighten(item)
  return item
}

/** An item with one paragraph and nested lists needs no empty lines. */
function tighten(item) {
  const [first, ...rest] = item.children
  const isTight = rest.every(({ localName }) => localName === 'ul' || localName === 'ol')
  if (isTight && first?.localName === 'p') item.dataset.tight = ''
  else delete item.dataset.tight
}

/* Tables */

function writeTable(target, node, context) {
  const rows = [...node.querySelectorAll('tr')].filter((row) => row.closest('table') === node)
  const cells = rows.flatMap((row) => [...row.cells])
  const isLayout =
    node.getAttribute('role') === 'presentation' || node.querySelector('table') !== null
  if (cells.length <= 1 || isLayout) {
    for (const cell of cells) writeBlocks(target, cell, context)
    return
  }
  if (node.caption) writeBlocks(target, node.caption, { ...context, marks: { strong: true } })
  const table = add(target, 'table')
  for (const [index, row] of rows.entries()) {
    const isHead = index === 0 && [...row.cells].every(({ localName }) => localName === 'th')
    if (index === 0 && (isHead || row.parentElement.localName === 'thead')) table.dataset.head = ''
    const line = add(table, 'tr')
    for (const cell of row.cells)
      writeCell(line, cell, context, index === 0 && 'head' in table.dataset)
  }
  const isRich = table.querySelector('[data-rich], [colspan], [rowspan]') !== null
  if (isRich) table.dataset.rich = ''
}

function writeCell(line, node, context, isHead) {
  const spans = {
    ...(node.colSpan > 1 && { colspan: node.colSpan }),
    ...(node.rowSpan > 1 && { rowspan: node.rowSpan }),
  }
  const cell = add(line, isHead ? 'th' : 'td', spans)
  // Markdown has no header cells outside the first row, so their words become bold.
  const marks = { ...context.marks, strong: !isHead && node.localName === 'th' }
  writeBlocks(cell, node, { ...context, marks })
  if (isHead)
    for (const bold of cell.querySelectorAll('strong')) bold.replaceWith(...bold.childNodes)
  const blocks = [...cell.children]
  if (blocks.some(({ localName }) => localName !== 'p')) {
    cell.dataset.rich = ''
    return
  }
  for (const [index, paragraph] of blocks.entries()) {
    if (index > 0) paragraph.before(cell.ownerDocument.createElement('br'))
    paragraph.replaceWith(...paragraph.childNodes)
  }
}
