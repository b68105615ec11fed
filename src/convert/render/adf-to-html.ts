/**
 * Renders ADF as safe HTML: all tags and attribute names are constants, content passes the escaper,
 * and addresses pass an allow-list.
 * @module
 */
import {
  type AnyMark,
  type AnyNode,
  type ByNodeType,
  byNodeType,
  findMark,
  isNode,
  marksOf,
  pixelsOf,
  textValue,
} from '../adf/any-node.ts'
import { texOf } from '../adf/formula.ts'
import { anchorName, DocumentIds } from '../adf/heading-names.ts'
import { imageAddress } from '../adf/images.ts'
import { dateText } from '../adf/node-text.ts'
import type { AdfDoc, AdfTextMarkType } from '../adf/types.ts'
import { escapeHtml, safeImageUrl, safeLinkUrl } from './escape.ts'
import { panelHtml, tableHtml, tabsAt } from './html-blocks.ts'
import { type CodeOptions, CodeRenderer } from './html-code.ts'

export type HtmlOptions = CodeOptions

/**
 * Render a document as HTML that is safe on any page: no scripts, no styles, no addresses but those
 * of the web, mail and telephone.
 * @param doc Any document; nodes that are not known are shown as the text inside them.
 * @param options How to show diagrams.
 * @returns The blocks, without an element around them. Ids start with `h-` and `a-`.
 *
 * @example
 * ```ts
 * adfToHtml(markdownToAdf('## Install').adf) // '<h2 id="h-install">Install</h2>'
 * ```
 */
export function adfToHtml(doc: AdfDoc, options: HtmlOptions = {}): string {
  return render(doc.content, new Page(doc, options))
}

/** What is counted and limited on one page. */
class Page {
  readonly ids: DocumentIds
  readonly code: CodeRenderer
  tables = 0
  tabGroups = 0
  hasContents = false

  constructor(doc: AdfDoc, options: CodeOptions) {
    this.ids = new DocumentIds(doc)
    this.code = new CodeRenderer(options)
  }
}

function render(nodes: unknown, page: Page): string {
  if (!Array.isArray(nodes)) return ''
  let html = ''
  for (let at = 0; at < nodes.length; at += 1) {
    const [node, tabs] = [nodes[at], tabsAt(nodes, at)]
    if (tabs.length > 0) html += tabGroup(tabs, page)
    else if (isNode(node)) html += byNodeType(renderers, node, page, unknown)
    at += Math.max(0, tabs.length - 1)
  }
  return html
}

/** Render a group of tabs; the first is open. */
function tabGroup(tabs: readonly AnyNode[], page: Page): string {
  page.tabGroups += 1
  const name = `tabs-${page.tabGroups}`
  const tab = (node: AnyNode, index: number): string =>
    details(node, page, ` name="${name}"${index === 0 ? ' open' : ''}`)
  return `<div class="tabs">${tabs.map(tab).join('')}</div>`
}

const renderers: ByNodeType<Page, string> = {
  text: (node, { ids }) => markedText(node, ids),
  paragraph: (node, page) => `<p${alignment(node)}>${render(node.content, page)}</p>`,
  heading,
  hardBreak: () => '<br>',
  rule: () => '<hr>',
  bulletList: around('ul'),
  orderedList: (node, page) => `<ol${start(node)}>${render(node.content, page)}</ol>`,
  listItem: around('li'),
  taskList: (node, page) => `<ul class="tasks">${tasks(node, page)}</ul>`,
  taskItem: (node, page) => taskItem(node, render(node.content, page)),
  blockTaskItem: (node, page) => taskItem(node, render(node.content, page)),
  decisionList: around('ul', ' class="decisions"'),
  decisionItem: around('li'),
  blockquote: around('blockquote'),
  codeBlock: (node, page) => page.code.codeBlock(node),
  panel: (node, page) => panelHtml(node, (nodes) => render(nodes, page)),
  table: (node, page) => {
    page.tables += 1
    return tableHtml(node, page.tables, (nodes) => render(nodes, page))
  },
  // Tables render their rows and cells themselves.
  tableRow: unknown,
  tableHeader: unknown,
  tableCell: unknown,
  expand: (node, page) => details(node, page),
  nestedExpand: (node, page) => details(node, page),
  mediaSingle: (node, page) =>
    `<figure${figureClass(node)}>${withShare(node, render(node.content, page))}</figure>`,
  caption: around('figcaption'),
  mediaGroup: around('div', ' class="media-group"'),
  media: (node, { ids }) => mediaHtml(node, ids),
  mediaInline: (node, { ids }) => mediaHtml(node, ids),
  layoutSection: around('div', ' class="layout"'),
  layoutColumn: around('div', ' class="column"'),
  inlineCard: card,
  blockCard: (node) => `<p>${card(node)}</p>`,
  embedCard: (node) => `<p>${card(node)}</p>`,
  status: ({ attrs }) =>
    `<span class="status${statusColor(attrs?.color)}">${escapeHtml(textValue(attrs?.text))}</span>`,
  date: ({ attrs }) => time(dateText(attrs?.timestamp)),
  mention: ({ attrs }) =>
    `<span class="mention">${escapeHtml(textValue(attrs?.text) || `@${textValue(attrs?.id)}`)}</span>`,
  emoji: ({ attrs }) => escapeHtml(textValue(attrs?.text) || textValue(attrs?.shortName)),
  placeholder: ({ attrs }) => escapeHtml(textValue(attrs?.text)),
  inlineExtension,
  extension: (node, page) =>
    node.attrs?.extensionKey === 'toc' ? contents(node, page) : unknown(node, page),
  bodiedExtension: unknown,
}

function unknown({ attrs = {}, text, content }: AnyNode, page: Page): string {
  const label = textValue(attrs.text) || textValue(attrs.extensionKey)
  const shown = label === '' ? '' : `<span class="unknown">${escapeHtml(label)}</span>`
  return shown + escapeHtml(textValue(text)) + render(content, page)
}

function inlineExtension(node: AnyNode, page: Page): string {
  const tex = texOf(node)
  if (tex !== undefined) return page.code.formula(tex)
  if (anchorName(node) === undefined) return unknown(node, page)
  return `<span id="${escapeHtml(page.ids.nextId(node))}"></span>`
}

function around(tag: string, attributes = ''): (node: AnyNode, page: Page) => string {
  return ({ content }, page) => `<${tag}${attributes}>${render(content, page)}</${tag}>`
}

function heading(node: AnyNode, page: Page): string {
  const level = Number(node.attrs?.level)
  const tag = Number.isInteger(level) && level >= 1 && level <= 6 ? `h${level}` : 'h6'
  const id = escapeHtml(page.ids.nextId(node))
  return `<${tag} id="${id}"${alignment(node)}>${render(node.content, page)}</${tag}>`
}

function contents(node: AnyNode, page: Page): string {
  if (page.hasContents) return unknown(node, page)
  page.hasContents = true
  let html = ''
  for (const { id, level, text } of page.ids.headings) {
    const depth = level >= 1 && level <= 6 ? level : 6
    html += `<li class="level-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`
  }
  return html === '' ? '' : `<nav class="contents" aria-label="Contents"><ul>${html}</ul></nav>`
}

function start({ attrs = {} }: AnyNode): string {
  return Number.isInteger(attrs.order) && attrs.order !== 1 ? ` start="${attrs.order}"` : ''
}

/** HTML lists may hold only items, so a nested task list goes into the task before it. */
function tasks({ content }: AnyNode, page: Page): string {
  if (!Array.isArray(content)) return ''
  let html = ''
  for (const child of content) {
    const inside = render([child], page)
    html += /^<li/.test(inside) ? inside : `<li class="subtasks">${inside}</li>`
  }
  return html
}

function details({ attrs, content }: AnyNode, page: Page, attributes = ''): string {
  const title = escapeHtml(textValue(attrs?.title) || 'Details')
  return `<details${attributes}><summary>${title}</summary>${render(content, page)}</details>`
}

function alignment(node: AnyNode): string {
  const align = findMark(node, 'alignment')?.attrs?.align
  if (align === 'center') return ' class="align-center"'
  return align === 'end' ? ' class="align-end"' : ''
}

/** The words of a task are its checkbox's label; blocks may not stand in a label. */
function taskItem({ type, attrs = {} }: AnyNode, inside: string): string {
  const isDone = attrs.state === 'DONE'
  const box = (label: string): string =>
    `<input type="checkbox" disabled${label}${isDone ? ' checked' : ''}>`
  if (type === 'taskItem')
    return `<li class="task"><label>${box('')} <span>${inside}</span></label></li>`
  const label = isDone ? 'Done' : 'To do'
  return `<li class="task">${box(` aria-label="${label}"`)} <div>${inside}</div></li>`
}

function figureClass({ attrs = {} }: AnyNode): string {
  const { layout } = attrs
  const layouts = ['wrap-left', 'wrap-right', 'align-start', 'align-end', 'wide', 'full-width']
  return layouts.includes(String(layout)) ? ` class="figure-${layout}"` : ''
}

/** A share of the page's width; our pages forbid inline styles. */
function withShare({ attrs = {} }: AnyNode, image: string): string {
  const { width, widthType } = attrs
  const isShare = widthType === 'percentage' && Number(width) > 0 && Number(width) <= 100
  return isShare ? image.replace('<img ', `<img width="${Number(width)}%" `) : image
}

function statusColor(color: unknown): string {
  return /^(?:purple|blue|red|yellow|green)$/.test(String(color)) ? ` status-${color}` : ''
}

function time(shown: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(shown)
  return isDate ? `<time datetime="${shown}">${shown}</time>` : `<time>${escapeHtml(shown)}</time>`
}

function card({ attrs }: AnyNode): string {
  const address = textValue(attrs?.url)
  const url = safeLinkUrl(address)
  if (url === undefined) return escapeHtml(address)
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${escapeHtml(address)}</a>`
}

type Wrap = (inside: string, mark: AnyMark, ids: DocumentIds) => string

const aroundText = (tag: string): Wrap => {
  const [start, end] = [`<${tag}>`, `</${tag}>`]
  return (inside) => start + inside + end
}

/** Innermost first, so that equal sets of marks look alike in any order. */
const wraps: Readonly<Record<AdfTextMarkType, Wrap | undefined>> = {
  code: aroundText('code'),
  backgroundColor: aroundText('mark'),
  subsup: (inside, { attrs }) =>
    attrs?.type === 'sub' ? `<sub>${inside}</sub>` : `<sup>${inside}</sup>`,
  strike: aroundText('s'),
  underline: aroundText('u'),
  em: aroundText('em'),
  strong: aroundText('strong'),
  link: (inside, mark, ids) => linkHtml(mark, inside, ids),
  // Pages forbid inline styles and show no comments.
  textColor: undefined,
  annotation: undefined,
}
const inOrder = Object.entries(wraps)

/** Render a text node; marks without a safe HTML form are dropped. */
function markedText(node: AnyNode, ids: DocumentIds): string {
  let html = escapeHtml(textValue(node.text))
  const marks = marksOf(node)
  if (marks.length === 0) return html
  for (const [type, wrap] of inOrder) {
    const mark = marks.find((candidate) => candidate?.type === type)
    if (mark !== undefined && wrap !== undefined) html = wrap(html, mark, ids)
  }
  return html
}

/** Render a link; a forbidden address is shown as text. */
function linkHtml({ attrs = {} }: AnyMark, inside: string, ids: DocumentIds): string {
  const address = textValue(attrs.href)
  const url = safeLinkUrl(address)
  if (url === undefined) return `${inside} <span class="address">(${escapeHtml(address)})</span>`
  const title = typeof attrs.title === 'string' ? ` title="${escapeHtml(attrs.title)}"` : ''
  if (url.startsWith('#')) {
    return `<a href="#${escapeHtml(ids.resolve(url.slice(1)))}"${title}>${inside}</a>`
  }
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow"${title}>${inside}</a>`
}

/** Render an image, or the description of one that cannot be shown. */
function mediaHtml(node: AnyNode, ids: DocumentIds): string {
  const { alt, id, width, height } = node.attrs ?? {}
  const address = imageAddress(node)
  const described = textValue(alt)
  // A link needs a name, so an image that is all of a link gets a word.
  const link = findMark(node, 'link')
  const words = described || (link !== undefined ? 'Image' : '')
  const url = address && safeImageUrl(address)
  const html = url
    ? `<img src="${escapeHtml(url)}" alt="${escapeHtml(words)}"${size({ width, height })} loading="lazy" referrerpolicy="no-referrer">`
    : `<span class="file">${escapeHtml(described || address || String(id ?? 'file'))}</span>`
  return link === undefined ? html : linkHtml(link, html, ids)
}

function size(attrs: { readonly width?: unknown; readonly height?: unknown }): string {
  let html = ''
  for (const name of ['width', 'height'] as const) {
    const pixels = pixelsOf(attrs[name])
    if (pixels !== undefined) html += ` ${name}="${pixels}"`
  }
  return html
}
