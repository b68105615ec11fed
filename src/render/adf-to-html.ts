/**
 * ADF to HTML: semantic and safe. Every tag and attribute name here is a constant; content reaches
 * the output only through the escaper, addresses only through the allow-list.
 * @module
 */
import type { AdfDoc, AdfNode } from '../adf/types.ts'
import { dateText } from './adf-to-text.ts'
import { anchorName, type DocumentIds, documentIds } from './document-ids.ts'
import { escapeHtml } from './escape.ts'
import { type CodeOptions, codeBlocks } from './html-code.ts'
import { markedText } from './html-marks.ts'
import { mediaHtml } from './html-media.ts'
import { tableHtml } from './html-table.ts'
import { safeLinkUrl } from './safe-url.ts'

export type HtmlOptions = CodeOptions

/**
 * Render a document.
 * @param doc Any document; nodes that are not known are shown as the text inside them.
 * @param options How to show diagrams.
 */
export function adfToHtml(doc: AdfDoc, options: HtmlOptions = {}): string {
  return new HtmlRenderer(documentIds(doc), options).render(doc.content)
}

const panelLabels: Readonly<Record<string, string>> = {
  info: 'Info',
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  error: 'Error',
  success: 'Success',
}

class HtmlRenderer {
  readonly #ids: DocumentIds
  #hasContents = false
  readonly #codeBlock: (node: AdfNode) => string

  constructor(ids: DocumentIds, options: HtmlOptions) {
    this.#ids = ids
    this.#codeBlock = codeBlocks(options)
  }

  render(nodes: unknown): string {
    if (!Array.isArray(nodes)) return ''
    let html = ''
    for (const node of nodes) if (isNode(node)) html += this.#node(node)
    return html
  }

  #node(node: AdfNode): string {
    const { type, attrs = {} } = node
    const inside = (): string => this.render(node.content)
    switch (type) {
      case 'text':
        return markedText(node, this.#ids.resolve)
      case 'paragraph':
        return `<p${alignment(node)}>${inside()}</p>`
      case 'heading':
        return this.#heading(node)
      case 'hardBreak':
        return '<br>'
      case 'rule':
        return '<hr>'
      case 'bulletList':
        return `<ul>${inside()}</ul>`
      case 'orderedList':
        return `<ol${Number.isInteger(attrs.order) && attrs.order !== 1 ? ` start="${attrs.order}"` : ''}>${inside()}</ol>`
      case 'listItem':
        return `<li>${inside()}</li>`
      case 'taskList':
        return `<ul class="tasks">${this.#tasks(node)}</ul>`
      case 'taskItem':
      case 'blockTaskItem':
        return taskItem(node, inside())
      case 'decisionList':
        return `<ul class="decisions">${inside()}</ul>`
      case 'decisionItem':
        return `<li>${inside()}</li>`
      case 'blockquote':
        return `<blockquote>${inside()}</blockquote>`
      case 'codeBlock':
        return this.#codeBlock(node)
      case 'panel':
        return panel(text(attrs.panelType), inside())
      case 'table':
        return tableHtml(node, (nodes) => this.render(nodes))
      case 'expand':
      case 'nestedExpand':
        return `<details><summary>${escapeHtml(text(attrs.title) || 'Details')}</summary>${inside()}</details>`
      case 'mediaSingle':
        return `<figure${figureClass(attrs)}>${inside()}</figure>`
      case 'caption':
        return `<figcaption>${inside()}</figcaption>`
      case 'mediaGroup':
        return `<div class="media-group">${inside()}</div>`
      case 'media':
      case 'mediaInline':
        return mediaHtml(node, this.#ids.resolve)
      case 'layoutSection':
        return `<div class="layout">${inside()}</div>`
      case 'layoutColumn':
        return `<div class="column">${inside()}</div>`
      case 'inlineCard':
        return card(attrs)
      case 'blockCard':
      case 'embedCard':
        return `<p>${card(attrs)}</p>`
      case 'status':
        return `<span class="status${statusColor(attrs.color)}">${escapeHtml(text(attrs.text))}</span>`
      case 'date':
        return time(dateText(attrs.timestamp))
      case 'mention':
        return `<span class="mention">${escapeHtml(text(attrs.text) || `@${text(attrs.id)}`)}</span>`
      case 'emoji':
        return escapeHtml(text(attrs.text) || text(attrs.shortName))
      case 'placeholder':
        return escapeHtml(text(attrs.text))
      case 'inlineExtension':
        return anchorName(node) === undefined
          ? this.#unknown(node)
          : `<span id="${escapeHtml(this.#ids.nextId(node))}"></span>`
      case 'extension':
        return attrs.extensionKey === 'toc' ? this.#contents(node) : this.#unknown(node)
      default:
        return this.#unknown(node)
    }
  }

  #heading(node: AdfNode): string {
    const level = Number(node.attrs?.level)
    const tag = Number.isInteger(level) && level >= 1 && level <= 6 ? `h${level}` : 'h6'
    const id = escapeHtml(this.#ids.nextId(node))
    return `<${tag} id="${id}"${alignment(node)}>${this.render(node.content)}</${tag}>`
  }

  /** The macro `toc`: links to all headings. Only the first, as a list for each grows too fast. */
  #contents(node: AdfNode): string {
    if (this.#hasContents) return this.#unknown(node)
    this.#hasContents = true
    let html = ''
    for (const { id, level, text: shown } of this.#ids.headings) {
      const depth = level >= 1 && level <= 6 ? level : 6
      html += `<li class="level-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(shown)}</a></li>`
    }
    return html === '' ? '' : `<nav class="contents" aria-label="Contents"><ul>${html}</ul></nav>`
  }

  /** A list inside the list belongs to the task before it; lists hold nothing but items. */
  #tasks({ content }: AdfNode): string {
    if (!Array.isArray(content)) return ''
    let html = ''
    for (const child of content) {
      const inside = this.render([child])
      html += /^<li/.test(inside) ? inside : `<li class="subtasks">${inside}</li>`
    }
    return html
  }

  /** Extensions and whatever comes after this program: their words, never their markup. */
  #unknown(node: AdfNode): string {
    const { attrs = {} } = node
    const label = text(attrs.text) || text(attrs.extensionKey)
    const shown = label === '' ? '' : `<span class="unknown">${escapeHtml(label)}</span>`
    const own = typeof node.text === 'string' ? escapeHtml(node.text) : ''
    return shown + own + this.render(node.content)
  }
}

function isNode(value: unknown): value is AdfNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function alignment({ marks }: AdfNode): string {
  const align = Array.isArray(marks)
    ? marks.find((mark) => mark?.type === 'alignment')?.attrs?.align
    : undefined
  if (align === 'center') return ' class="align-center"'
  return align === 'end' ? ' class="align-end"' : ''
}

/** The words of a task are the label of its box; blocks cannot stand in a label. */
function taskItem({ type, attrs = {} }: AdfNode, inside: string): string {
  const isDone = attrs.state === 'DONE'
  const box = (label: string): string =>
    `<input type="checkbox" disabled${label}${isDone ? ' checked' : ''}>`
  if (type === 'taskItem')
    return `<li class="task"><label>${box('')} <span>${inside}</span></label></li>`
  const label = isDone ? 'Done' : 'To do'
  return `<li class="task">${box(` aria-label="${label}"`)} <div>${inside}</div></li>`
}

function figureClass({ layout, width, widthType }: Readonly<Record<string, unknown>>): string {
  const names: string[] = []
  const layouts = ['wrap-left', 'wrap-right', 'align-start', 'align-end', 'wide', 'full-width']
  if (layouts.includes(String(layout))) names.push(`figure-${layout}`)
  const isShare = widthType === 'percentage' && Number(width) > 0 && Number(width) <= 100
  // Inline styles are off, so shares of the page's width go by tens.
  if (isShare) names.push(`share-${Math.max(1, Math.round(Number(width) / 10))}0`)
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`
}

function statusColor(color: unknown): string {
  return /^(?:purple|blue|red|yellow|green)$/.test(String(color)) ? ` status-${color}` : ''
}

function time(shown: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(shown)
  return isDate ? `<time datetime="${shown}">${shown}</time>` : `<time>${escapeHtml(shown)}</time>`
}

function panel(type: string, inside: string): string {
  const known = Object.hasOwn(panelLabels, type) ? type : 'custom'
  const label = panelLabels[known] ?? 'Note'
  return `<div class="panel panel-${known}" role="note" aria-label="${label}"><p class="panel-label">${label}</p>${inside}</div>`
}

function card(attrs: Readonly<Record<string, unknown>>): string {
  const address = text(attrs.url)
  const url = safeLinkUrl(address)
  if (url === undefined) return escapeHtml(address)
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${escapeHtml(address)}</a>`
}
