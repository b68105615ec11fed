/**
 * ADF to Confluence's storage format: XHTML with macros, well-formed for every document.
 * @module
 */
import type { AdfDoc, AdfMark, AdfNode } from '../adf/types.ts'
import { dateText } from './adf-to-text.ts'
import { escapeXml, replaceForbidden } from './escape.ts'
import { safeImageUrl, safeLinkUrl } from './safe-url.ts'

/**
 * Render a document.
 * @param doc Any document; nodes that are not known give the text inside them.
 */
export function adfToStorage(doc: AdfDoc): string {
  return children(doc)
}

/** Confluence's own macros for ADF's panels. */
const macroOfPanel: Readonly<Record<string, string>> = {
  info: 'info',
  note: 'note',
  tip: 'tip',
  success: 'tip',
  warning: 'warning',
  error: 'warning',
}

/** Nodes that are one element around their content. */
const elements: Readonly<Record<string, string>> = {
  bulletList: 'ul',
  listItem: 'li',
  blockquote: 'blockquote',
  tableRow: 'tr',
  taskList: 'ac:task-list',
  decisionList: 'ul',
  decisionItem: 'li',
  mediaSingle: 'p',
  caption: 'em',
  mediaGroup: 'p',
  layoutColumn: 'ac:layout-cell',
}

function children({ content }: Pick<AdfNode, 'content'>): string {
  return Array.isArray(content) ? content.map((node) => render(node as AdfNode)).join('') : ''
}

function render(node: AdfNode): string {
  const { type, attrs = {} } = node
  const element = Object.hasOwn(elements, type) ? elements[type] : undefined
  if (element !== undefined) return `<${element}>${children(node)}</${element}>`
  switch (type) {
    case 'text':
      return markedText(node)
    case 'paragraph':
      return `<p${alignment(node)}>${children(node)}</p>`
    case 'heading': {
      const tag = `h${[1, 2, 3, 4, 5, 6].includes(attrs.level as number) ? attrs.level : 6}`
      return `<${tag}>${children(node)}</${tag}>`
    }
    case 'hardBreak':
      return '<br/>'
    case 'rule':
      return '<hr/>'
    case 'orderedList':
      return `<ol${Number.isInteger(attrs.order) ? ` start="${attrs.order}"` : ''}>${children(node)}</ol>`
    case 'taskItem':
    case 'blockTaskItem':
      return `<ac:task><ac:task-status>${attrs.state === 'DONE' ? 'complete' : 'incomplete'}</ac:task-status><ac:task-body>${children(node)}</ac:task-body></ac:task>`
    case 'codeBlock':
      return codeBlock(node)
    case 'panel':
      return macro(macroOfPanel[text(attrs.panelType)] ?? 'panel', {}, richBody(node))
    case 'expand':
    case 'nestedExpand':
      return macro('expand', { title: text(attrs.title) }, richBody(node))
    case 'table':
      return `<table><tbody>${children(node)}</tbody></table>`
    case 'tableHeader':
      return `<th${spans(attrs)}>${children(node)}</th>`
    case 'tableCell':
      return `<td${spans(attrs)}>${children(node)}</td>`
    case 'media':
    case 'mediaInline':
      return media(node)
    case 'layoutSection':
      return `<ac:layout><ac:layout-section ac:type="${layoutType(node)}">${children(node)}</ac:layout-section></ac:layout>`
    case 'inlineCard':
      return link(text(attrs.url), undefined, escapeXml(text(attrs.url)))
    case 'blockCard':
    case 'embedCard':
      return `<p>${link(text(attrs.url), undefined, escapeXml(text(attrs.url)))}</p>`
    case 'status':
      return macro('status', { title: text(attrs.text), colour: colour(text(attrs.color)) }, '')
    case 'date':
      return `<time datetime="${escapeXml(dateText(attrs.timestamp))}"></time>`
    case 'extension':
    case 'inlineExtension':
    case 'bodiedExtension':
      return extension(node)
    default:
      return escapeXml(ownText(node)) + children(node)
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function ownText({ text: own, attrs = {} }: AdfNode): string {
  return text(own) || text(attrs.text) || text(attrs.shortName)
}

const elementOfMark: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
}

function markedText(node: AdfNode): string {
  let xml = escapeXml(text(node.text))
  for (const mark of Array.isArray(node.marks) ? (node.marks as readonly AdfMark[]) : []) {
    const element = Object.hasOwn(elementOfMark, mark.type) ? elementOfMark[mark.type] : undefined
    if (element !== undefined) xml = `<${element}>${xml}</${element}>`
    else if (mark.type === 'subsup') {
      const raised = mark.attrs?.type === 'sub' ? 'sub' : 'sup'
      xml = `<${raised}>${xml}</${raised}>`
    } else if (mark.type === 'link') xml = link(text(mark.attrs?.href), mark.attrs?.title, xml)
  }
  return xml
}

function link(address: string, title: unknown, inside: string): string {
  const url = safeLinkUrl(address)
  if (url === undefined) return `${inside} (${escapeXml(address)})`
  const titled = typeof title === 'string' ? ` title="${escapeXml(title)}"` : ''
  return `<a href="${escapeXml(url)}"${titled}>${inside}</a>`
}

function alignment({ marks }: AdfNode): string {
  const align = Array.isArray(marks)
    ? marks.find((mark) => mark?.type === 'alignment')?.attrs?.align
    : undefined
  if (align === 'center') return ' style="text-align: center;"'
  return align === 'end' ? ' style="text-align: right;"' : ''
}

function spans(attrs: Readonly<Record<string, unknown>>): string {
  return ['colspan', 'rowspan']
    .filter((name) => Number.isInteger(attrs[name]) && (attrs[name] as number) > 1)
    .map((name) => ` ${name}="${attrs[name]}"`)
    .join('')
}

function codeBlock(node: AdfNode): string {
  const code = Array.isArray(node.content)
    ? node.content.map((child) => text(child?.text)).join('')
    : ''
  const language = text(node.attrs?.language)
  return macro('code', language === '' ? {} : { language }, plainBody(code))
}

function macro(name: string, parameters: Readonly<Record<string, string>>, body: string): string {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => parameter(key, value))
  return `<ac:structured-macro ac:name="${escapeXml(name)}">${given.join('')}${body}</ac:structured-macro>`
}

function parameter(name: string, value: string): string {
  return `<ac:parameter ac:name="${escapeXml(name)}">${escapeXml(value)}</ac:parameter>`
}

function richBody(node: AdfNode): string {
  return `<ac:rich-text-body>${children(node)}</ac:rich-text-body>`
}

/** A CDATA section ends at its first `]]>`, so one inside is spread over two sections. */
function plainBody(code: string): string {
  const safe = replaceForbidden(code).replaceAll(']]>', ']]]]><![CDATA[>')
  return `<ac:plain-text-body><![CDATA[${safe}]]></ac:plain-text-body>`
}

function media(node: AdfNode): string {
  const { attrs = {}, marks } = node
  const alt = text(attrs.alt)
  const url = attrs.type === 'external' ? safeImageUrl(text(attrs.url)) : undefined
  if (url === undefined) return escapeXml(alt || text(attrs.url) || text(attrs.id))
  const described = alt === '' ? '' : ` ac:alt="${escapeXml(alt)}"`
  const image = `<ac:image${described}><ri:url ri:value="${escapeXml(url)}"/></ac:image>`
  const mark = Array.isArray(marks) ? marks.find((one) => one?.type === 'link') : undefined
  return mark === undefined ? image : link(text(mark.attrs?.href), undefined, image)
}

function layoutType({ content }: AdfNode): string {
  return Array.isArray(content) && content.length === 3 ? 'three_equal' : 'two_equal'
}

function colour(color: string): string {
  const known: Readonly<Record<string, string>> = {
    purple: 'Purple',
    blue: 'Blue',
    red: 'Red',
    yellow: 'Yellow',
    green: 'Green',
  }
  return Object.hasOwn(known, color) ? (known[color] as string) : ''
}

function extension(node: AdfNode): string {
  const { attrs = {} } = node
  const given = (attrs.parameters as { macroParams?: Record<string, { value?: unknown }> } | null)
    ?.macroParams
  const parameters: Record<string, string> = {}
  for (const [name, entry] of Object.entries(given ?? {})) parameters[name] = text(entry?.value)
  const body = node.content === undefined ? '' : richBody(node)
  return macro(text(attrs.extensionKey), parameters, body)
}
