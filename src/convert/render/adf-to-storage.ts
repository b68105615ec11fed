/** Renders ADF in Confluence's storage format, well-formed for every document. @module */

import {
  type AnyNode,
  type ByNodeType,
  byNodeType,
  contentOf,
  findMark,
  textValue,
} from '../adf/any-node.ts'
import { inDollars, texOf } from '../adf/formula.ts'
import { dateText } from '../adf/node-text.ts'
import type { AdfDoc } from '../adf/types.ts'
import { escapeXml } from './escape.ts'
import { cellStorage, codeBlockStorage, mediaStorage, tableStorage } from './storage-blocks.ts'
import {
  linkedHeadings,
  linkStorage,
  macro,
  markedTextStorage,
  plainBody,
  richBody,
  type StorageContext,
  xmlAttributes,
} from './storage-marks.ts'

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
  return children(doc, { linked: linkedHeadings(doc), isOfSite: false })
}

/**
 * Render each block for a page of Data Center, with the places of comments and with `file` images
 * as attachments by name.
 * @returns One text for each block; together they are the body.
 */
export function storageBlocks(doc: AdfDoc): readonly string[] {
  const context = { linked: linkedHeadings(doc), isOfSite: true }
  return contentOf(doc).map((node) => children({ content: [node] }, context))
}

function children(node: Pick<AnyNode, 'content'>, context: StorageContext): string {
  return contentOf(node)
    .map((node) => byNodeType(renderers, node, context, unknown))
    .join('')
}

type Render = (node: AnyNode, context: StorageContext) => string

function around(tag: string): Render {
  return (node, context) => `<${tag}>${children(node, context)}</${tag}>`
}

const renderers: ByNodeType<StorageContext, string> = {
  text: markedTextStorage,
  paragraph: (node, context) => `<p${style(node)}>${children(node, context)}</p>`,
  heading,
  hardBreak: () => '<br/>',
  rule: () => '<hr/>',
  bulletList: around('ul'),
  orderedList: (node, context) => `<ol${start(node)}>${children(node, context)}</ol>`,
  listItem: around('li'),
  taskList,
  taskItem: task,
  blockTaskItem: task,
  // Data Center has no decisions, so they become lists.
  decisionList: around('ul'),
  decisionItem: around('li'),
  blockquote: around('blockquote'),
  codeBlock: codeBlockStorage,
  panel,
  expand,
  nestedExpand: expand,
  table: (node, context) => tableStorage(node, children(node, context)),
  tableRow: around('tr'),
  tableHeader: (node, context) => cellStorage(node, children(node, context)),
  tableCell: (node, context) => cellStorage(node, children(node, context)),
  mediaSingle,
  mediaGroup: around('p'),
  caption: children,
  media: mediaStorage,
  mediaInline: mediaStorage,
  layoutSection: (node, context) =>
    `<ac:layout><ac:layout-section ac:type="${layoutType(node)}">${children(node, context)}</ac:layout-section></ac:layout>`,
  layoutColumn: around('ac:layout-cell'),
  inlineCard: (node) => card(node, 'inline'),
  blockCard: (node) => `<p>${card(node, 'block')}</p>`,
  embedCard: (node) => `<p>${card(node, 'embed')}</p>`,
  status: ({ attrs }) =>
    macro('status', { title: textValue(attrs?.text), colour: colour(textValue(attrs?.color)) }, ''),
  date,
  // Confluence's user ids are not known here, so mentions become text.
  mention: ({ attrs }) => escapeXml(textValue(attrs?.text) || `@${textValue(attrs?.id)}`),
  emoji: unknown,
  placeholder: unknown,
  extension,
  inlineExtension: (node, context) => {
    // Without the macro's app Confluence shows an error, so documents for sites keep the formula as
    // text unless the app is there.
    const tex = context.isOfSite ? undefined : texOf(node)
    return tex === undefined
      ? extension(node, context)
      : `<code>${escapeXml(inDollars(tex))}</code>`
  },
  bodiedExtension: extension,
}

function unknown(node: AnyNode, context: StorageContext): string {
  const { text, attrs = {} } = node
  const shown = textValue(text) || textValue(attrs.text) || textValue(attrs.shortName)
  return escapeXml(shown) + children(node, context)
}

function heading(node: AnyNode, context: StorageContext): string {
  const level = node.attrs?.level
  const tag = `h${[1, 2, 3, 4, 5, 6].includes(level as number) ? level : 6}`
  const places = (context.linked.get(node) ?? []).map((name) => macro('anchor', { '': name }, ''))
  return `<${tag}${style(node)}>${places.join('')}${children(node, context)}</${tag}>`
}

function start({ attrs }: AnyNode): string {
  return Number.isInteger(attrs?.order) ? ` start="${attrs?.order}"` : ''
}

/** Confluence wants a nested task list inside the task before it. */
function taskList({ content }: AnyNode, context: StorageContext): string {
  const end = '</ac:task-body></ac:task>'
  const tasks: string[] = []
  for (const child of contentOf({ content })) {
    const xml = children({ content: [child] }, context)
    const before = tasks.at(-1) ?? ''
    const isBelow = child.type === 'taskList' && before.endsWith(end)
    if (isBelow) tasks.splice(-1, 1, before.slice(0, -end.length), xml, end)
    else tasks.push(xml)
  }
  return `<ac:task-list>${tasks.join('')}</ac:task-list>`
}

function task(node: AnyNode, context: StorageContext): string {
  const status = node.attrs?.state === 'DONE' ? 'complete' : 'incomplete'
  return `<ac:task><ac:task-status>${status}</ac:task-status><ac:task-body>${children(node, context)}</ac:task-body></ac:task>`
}

/** Confluence's macros for ADF's panels; custom panels use the macro `panel`. */
const macroOfPanel: Readonly<Record<string, string>> = {
  info: 'info',
  note: 'note',
  tip: 'tip',
  success: 'tip',
  warning: 'warning',
  error: 'warning',
}

function panel(node: AnyNode, context: StorageContext): string {
  const { panelType, panelColor, panelIcon, panelIconId, panelIconText } = node.attrs ?? {}
  const type = textValue(panelType)
  const body = richBody(children(node, context))
  if (Object.hasOwn(macroOfPanel, type)) return macro(macroOfPanel[type] as string, {}, body)
  const look = {
    bgColor: textValue(panelColor),
    panelIcon: textValue(panelIcon),
    panelIconId: textValue(panelIconId),
    panelIconText: textValue(panelIconText),
  }
  return macro('panel', look, body)
}

function expand(node: AnyNode, context: StorageContext): string {
  return macro('expand', { title: textValue(node.attrs?.title) }, richBody(children(node, context)))
}

function mediaSingle(node: AnyNode, context: StorageContext): string {
  const nodes = contentOf(node)
  const image = nodes.find((child) => child.type === 'media')
  const isCaption = (child: AnyNode): boolean => child.type === 'caption'
  const caption = children({ content: nodes.filter(isCaption) }, context)
  if (image === undefined) return `<p>${children(node, context)}</p>`
  const others = nodes.filter((child) => child !== image && !isCaption(child))
  // Data Center reads only the file inside an image, so the caption becomes a paragraph.
  const isApart = context.isOfSite && caption !== ''
  const frame = { node, caption: isApart ? '' : caption }
  const xml = mediaStorage({ ...image, type: 'media' }, context, frame)
  const below = isApart ? `<p>${caption}</p>` : ''
  return `<p>${xml}${children({ content: others }, context)}</p>${below}`
}

function card({ attrs }: AnyNode, appearance: 'inline' | 'block' | 'embed'): string {
  const address = textValue(attrs?.url)
  return linkStorage(address, escapeXml(address), undefined, appearance)
}

function date({ attrs }: AnyNode): string {
  const shown = escapeXml(dateText(attrs?.timestamp))
  return /^\d{4}-\d\d-\d\d$/.test(shown) ? `<time datetime="${shown}"/>` : shown
}

/** Pixels for each level, as in Confluence's editor. */
const indentPixels = 30

function style(node: AnyNode): string {
  const align = findMark(node, 'alignment')?.attrs?.align
  const level = Number(findMark(node, 'indentation')?.attrs?.level)
  const isIndented = Number.isInteger(level) && level >= 1 && level <= 6
  const declared = [
    align === 'center' ? 'text-align: center;' : '',
    align === 'end' ? 'text-align: right;' : '',
    isIndented ? `margin-left: ${level * indentPixels}.0px;` : '',
  ]
  return xmlAttributes({ style: declared.filter(Boolean).join(' ') })
}

/** Name the layout by its column widths. */
function layoutType({ content }: AnyNode): string {
  const [first = 0, second = 0, third] = contentOf({ content }).map((column) =>
    Number(column.attrs?.width),
  )
  if (third !== undefined) return second > first ? 'three_with_sidebars' : 'three_equal'
  if (first === second || !(first > 0 && second > 0)) return 'two_equal'
  return first < second ? 'two_left_sidebar' : 'two_right_sidebar'
}

function colour(color: string): string {
  const isKnown = /^(?:purple|blue|red|yellow|green)$/.test(color)
  return isKnown ? color.replace(/^./, (letter) => letter.toUpperCase()) : ''
}

/** ADF has no place for plain-text bodies; Confluence keeps them under this name. */
const plainBodyName = '__bodyContent'

function extension(node: AnyNode, context: StorageContext): string {
  const { attrs = {} } = node
  const given = (attrs.parameters as { macroParams?: Record<string, { value?: unknown }> } | null)
    ?.macroParams
  const parameters: Record<string, string> = {}
  let body = node.content === undefined ? '' : richBody(children(node, context))
  for (const [name, entry] of Object.entries(given ?? {})) {
    const value = textValue(entry?.value)
    if (context.isOfSite && name === plainBodyName) body = plainBody(value)
    else parameters[name] = value
  }
  return macro(textValue(attrs.extensionKey), parameters, body)
}
