/**
 * ADF to Confluence's storage format: XHTML with macros, well-formed for every document.
 * @module
 */
import type { AdfTextMarkType } from '../adf/marks.ts'
import type { AdfDoc } from '../adf/types.ts'
import { dateText } from './adf-to-text.ts'
import { escapeXml, replaceForbidden } from './escape.ts'
import { safeImageUrl, safeLinkUrl } from './safe-url.ts'
import {
  type AnyMark,
  type AnyNode,
  type ByNodeType,
  byNodeType,
  codeOf,
  findMark,
  marksOf,
  textValue,
  type UncheckedNode,
} from './unchecked-node.ts'

/**
 * Render a document in Confluence's storage format.
 * @param doc Any document; nodes that are not known give the text inside them.
 * @returns XHTML, well-formed once `ac:` and `ri:` are declared around it.
 *
 * @example
 * ```ts
 * adfToStorage(markdownToAdf('## Install').adf) // '<h2>Install</h2>'
 * ```
 */
export function adfToStorage(doc: AdfDoc): string {
  return children(doc)
}

function children({ content }: { readonly content?: unknown }): string {
  return Array.isArray(content) ? content.map(render).join('') : ''
}

function render(node: AnyNode): string {
  return byNodeType(renderers, node, undefined, unknown)
}

/** One element around the content. */
function around(tag: string): (node: AnyNode) => string {
  return (node) => `<${tag}>${children(node)}</${tag}>`
}

const renderers: ByNodeType<undefined, string> = {
  text: markedText,
  paragraph: (node) => `<p${alignment(node)}>${children(node)}</p>`,
  heading,
  hardBreak: () => '<br/>',
  rule: () => '<hr/>',
  bulletList: around('ul'),
  orderedList: (node) => `<ol${start(node)}>${children(node)}</ol>`,
  listItem: around('li'),
  taskList: around('ac:task-list'),
  taskItem: task,
  blockTaskItem: task,
  decisionList: around('ul'),
  decisionItem: around('li'),
  blockquote: around('blockquote'),
  codeBlock,
  panel: (node) =>
    macro(macroOfPanel[textValue(node.attrs?.panelType)] ?? 'panel', {}, richBody(node)),
  expand,
  nestedExpand: expand,
  table: (node) => `<table><tbody>${children(node)}</tbody></table>`,
  tableRow: around('tr'),
  tableHeader: (node) => `<th${spans(node)}>${children(node)}</th>`,
  tableCell: (node) => `<td${spans(node)}>${children(node)}</td>`,
  mediaSingle: around('p'),
  mediaGroup: around('p'),
  caption: around('em'),
  media,
  mediaInline: media,
  layoutSection: (node) =>
    `<ac:layout><ac:layout-section ac:type="${layoutType(node)}">${children(node)}</ac:layout-section></ac:layout>`,
  layoutColumn: around('ac:layout-cell'),
  inlineCard: card,
  blockCard: (node) => `<p>${card(node)}</p>`,
  embedCard: (node) => `<p>${card(node)}</p>`,
  status: ({ attrs }) =>
    macro('status', { title: textValue(attrs?.text), colour: colour(textValue(attrs?.color)) }, ''),
  date: ({ attrs }) => `<time datetime="${escapeXml(dateText(attrs?.timestamp))}"></time>`,
  // Users are known to Confluence by ids of its own, and emoji and placeholders are their text.
  mention: unknown,
  emoji: unknown,
  placeholder: unknown,
  extension,
  inlineExtension: extension,
  bodiedExtension: extension,
}

function unknown(node: AnyNode): string {
  const { text, attrs = {} } = node
  return (
    escapeXml(textValue(text) || textValue(attrs.text) || textValue(attrs.shortName)) +
    children(node)
  )
}

function heading(node: UncheckedNode<'heading'>): string {
  const level = node.attrs?.level
  const tag = `h${[1, 2, 3, 4, 5, 6].includes(level as number) ? level : 6}`
  return `<${tag}>${children(node)}</${tag}>`
}

function start({ attrs }: UncheckedNode<'orderedList'>): string {
  return Number.isInteger(attrs?.order) ? ` start="${attrs?.order}"` : ''
}

function task(node: UncheckedNode<'taskItem' | 'blockTaskItem'>): string {
  const status = node.attrs?.state === 'DONE' ? 'complete' : 'incomplete'
  return `<ac:task><ac:task-status>${status}</ac:task-status><ac:task-body>${children(node)}</ac:task-body></ac:task>`
}

function expand(node: UncheckedNode<'expand' | 'nestedExpand'>): string {
  return macro('expand', { title: textValue(node.attrs?.title) }, richBody(node))
}

function card({ attrs }: UncheckedNode<'inlineCard' | 'blockCard' | 'embedCard'>): string {
  const address = textValue(attrs?.url)
  return link(address, undefined, escapeXml(address))
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

type Wrap = (inside: string, mark: AnyMark) => string

const wrapIn =
  (tag: string): Wrap =>
  (inside) =>
    `<${tag}>${inside}</${tag}>`

const wraps: Readonly<Record<AdfTextMarkType, Wrap | undefined>> = {
  strong: wrapIn('strong'),
  em: wrapIn('em'),
  underline: wrapIn('u'),
  strike: wrapIn('s'),
  code: wrapIn('code'),
  subsup: (inside, { attrs }) =>
    attrs?.type === 'sub' ? `<sub>${inside}</sub>` : `<sup>${inside}</sup>`,
  link: (inside, { attrs }) => link(textValue(attrs?.href), attrs?.title, inside),
  // Colours are lost; comments have no place here.
  textColor: undefined,
  backgroundColor: undefined,
  annotation: undefined,
}

function isTextMark(type: unknown): type is AdfTextMarkType {
  return typeof type === 'string' && Object.hasOwn(wraps, type)
}

function markedText(node: UncheckedNode<'text'>): string {
  let xml = escapeXml(textValue(node.text))
  for (const mark of marksOf(node)) {
    const wrap = isTextMark(mark.type) ? wraps[mark.type] : undefined
    if (wrap !== undefined) xml = wrap(xml, mark)
  }
  return xml
}

function link(address: string, title: unknown, inside: string): string {
  const url = safeLinkUrl(address)
  if (url === undefined) return `${inside} (${escapeXml(address)})`
  const titled = typeof title === 'string' ? ` title="${escapeXml(title)}"` : ''
  return `<a href="${escapeXml(url)}"${titled}>${inside}</a>`
}

function alignment(node: UncheckedNode): string {
  const align = findMark(node, 'alignment')?.attrs?.align
  if (align === 'center') return ' style="text-align: center;"'
  return align === 'end' ? ' style="text-align: right;"' : ''
}

function spans({ attrs = {} }: UncheckedNode<'tableHeader' | 'tableCell'>): string {
  return (['colspan', 'rowspan'] as const)
    .filter((name) => Number.isInteger(attrs[name]) && (attrs[name] as number) > 1)
    .map((name) => ` ${name}="${attrs[name]}"`)
    .join('')
}

function codeBlock(node: UncheckedNode<'codeBlock'>): string {
  const language = textValue(node.attrs?.language)
  return macro('code', language === '' ? {} : { language }, plainBody(codeOf(node)))
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

function richBody(node: AnyNode): string {
  return `<ac:rich-text-body>${children(node)}</ac:rich-text-body>`
}

/** A CDATA section ends at its first `]]>`, so one inside is spread over two sections. */
function plainBody(code: string): string {
  const safe = replaceForbidden(code).replaceAll(']]>', ']]]]><![CDATA[>')
  return `<ac:plain-text-body><![CDATA[${safe}]]></ac:plain-text-body>`
}

function media(node: UncheckedNode<'media' | 'mediaInline'>): string {
  // Files in sentences have no address of their own.
  const attrs: NonNullable<UncheckedNode<'media'>['attrs']> = node.attrs ?? {}
  const alt = textValue(attrs.alt)
  const url = attrs.type === 'external' ? safeImageUrl(textValue(attrs.url)) : undefined
  if (url === undefined) return escapeXml(alt || textValue(attrs.url) || textValue(attrs.id))
  const described = alt === '' ? '' : ` ac:alt="${escapeXml(alt)}"`
  const image = `<ac:image${described}><ri:url ri:value="${escapeXml(url)}"/></ac:image>`
  const mark = findMark(node, 'link')
  return mark === undefined ? image : link(textValue(mark.attrs?.href), undefined, image)
}

function layoutType({ content }: UncheckedNode<'layoutSection'>): string {
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

type ExtensionType = 'extension' | 'inlineExtension' | 'bodiedExtension'

function extension(node: UncheckedNode<ExtensionType>): string {
  const { attrs = {} } = node
  const given = (attrs.parameters as { macroParams?: Record<string, { value?: unknown }> } | null)
    ?.macroParams
  const parameters: Record<string, string> = {}
  for (const [name, entry] of Object.entries(given ?? {}))
    parameters[name] = textValue(entry?.value)
  const body = node.content === undefined ? '' : richBody(node)
  return macro(textValue(attrs.extensionKey), parameters, body)
}
