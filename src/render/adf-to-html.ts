/**
 * ADF to HTML: semantic and safe. Every tag and attribute name here is a constant; content reaches
 * the output only through the escaper, addresses only through the allow-list.
 * @module
 */
import type { AdfDoc, AdfNode } from '../adf/types.ts'
import { dateText } from './adf-to-text.ts'
import { anchorName, type DocumentIds, documentIds } from './document-ids.ts'
import { escapeHtml } from './escape.ts'
import { markedText } from './html-marks.ts'
import { mediaHtml } from './html-media.ts'
import { safeLinkUrl } from './safe-url.ts'

/**
 * Render a document.
 * @param doc Any document; nodes that are not known are shown as the text inside them.
 */
export function adfToHtml(doc: AdfDoc): string {
  return new HtmlRenderer(documentIds(doc)).render(doc.content)
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

  constructor(ids: DocumentIds) {
    this.#ids = ids
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
      case 'decisionList':
        return `<ul class="tasks">${inside()}</ul>`
      case 'taskItem':
      case 'blockTaskItem':
        return taskItem(attrs.state === 'DONE', inside())
      case 'decisionItem':
        return `<li class="decision">${inside()}</li>`
      case 'blockquote':
        return `<blockquote>${inside()}</blockquote>`
      case 'codeBlock':
        return codeBlock(node)
      case 'panel':
        return panel(text(attrs.panelType), inside())
      case 'table':
        return `<div class="table" role="region" aria-label="Table" tabindex="0"><table${attrs.isNumberColumnEnabled === true ? ' class="numbered"' : ''}><tbody>${inside()}</tbody></table></div>`
      case 'tableRow':
        return `<tr>${inside()}</tr>`
      case 'tableHeader':
        return `<th scope="col"${spans(attrs)}>${inside()}</th>`
      case 'tableCell':
        return `<td${spans(attrs)}>${inside()}</td>`
      case 'expand':
      case 'nestedExpand':
        return `<details><summary>${escapeHtml(text(attrs.title) || 'Details')}</summary>${inside()}</details>`
      case 'mediaSingle':
        return `<figure>${inside()}</figure>`
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
        return `<span class="status">${escapeHtml(text(attrs.text))}</span>`
      case 'date':
        return `<time>${escapeHtml(dateText(attrs.timestamp))}</time>`
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
        return attrs.extensionKey === 'toc' ? this.#contents() : this.#unknown(node)
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

  /** The macro `toc`: links to all headings. */
  #contents(): string {
    let html = ''
    for (const { id, level, text: shown } of this.#ids.headings) {
      const depth = level >= 1 && level <= 6 ? level : 6
      html += `<li class="level-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(shown)}</a></li>`
    }
    return html === '' ? '' : `<nav class="contents" aria-label="Contents"><ul>${html}</ul></nav>`
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

function taskItem(isDone: boolean, inside: string): string {
  const label = isDone ? 'Done' : 'To do'
  return `<li class="task"><input type="checkbox" disabled aria-label="${label}"${isDone ? ' checked' : ''}> <span>${inside}</span></li>`
}

function codeBlock(node: AdfNode): string {
  const { attrs = {}, content } = node
  const language = text(attrs.language)
  const isSafe = /^[A-Za-z0-9+#._-]{1,32}$/.test(language)
  const code = Array.isArray(content)
    ? content.map((child) => escapeHtml(text(child?.text))).join('')
    : ''
  return `<pre tabindex="0"><code${isSafe ? ` class="language-${language}"` : ''}>${code}</code></pre>`
}

function panel(type: string, inside: string): string {
  const known = Object.hasOwn(panelLabels, type) ? type : 'custom'
  const label = panelLabels[known] ?? 'Note'
  return `<div class="panel panel-${known}" role="note" aria-label="${label}"><p class="panel-label">${label}</p>${inside}</div>`
}

function spans(attrs: Readonly<Record<string, unknown>>): string {
  let html = ''
  for (const name of ['colspan', 'rowspan'] as const) {
    const value = attrs[name]
    if (Number.isInteger(value) && (value as number) > 1 && (value as number) <= 1_000) {
      html += ` ${name}="${value}"`
    }
  }
  return html
}

function card(attrs: Readonly<Record<string, unknown>>): string {
  const address = text(attrs.url)
  const url = safeLinkUrl(address)
  if (url === undefined) return escapeHtml(address)
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${escapeHtml(address)}</a>`
}
