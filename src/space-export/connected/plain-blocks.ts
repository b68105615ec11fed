/**
 * Puts what people write in Confluence into the forms that Markdown has, and says of each block what it
 * could not keep. What has no form at all stays as it is, and becomes a block of ADF.
 * @module
 */
import { texOf } from '../../adf/formula.ts'
import { safeLinkUrl } from '../../render/escape.ts'
import { isLoneImage } from '../../render/markdown-escape.ts'
import {
  type AnyMark,
  type AnyNode,
  contentOf,
  findMark,
  marksOf,
  textValue,
} from '../../render/unchecked-node.ts'

/** What is known of what blocks name. */
export interface PlainContext {
  /** Gives the title of the page that an address leads to; undefined for any other address. */
  titleOf(url: string): string | undefined
  /** Gives the name of a file that is no image, by its reference. */
  fileName(url: string): string | undefined
  /** Told what was not kept, in words. */
  say(what: string): void
}

/** Put blocks into forms of Markdown. */
export function plainBlocks(nodes: readonly AnyNode[], context: PlainContext): AnyNode[] {
  return nodes.flatMap((node) => plainNode(node, context))
}

type Row = (node: AnyNode, context: PlainContext) => readonly AnyNode[]

function plainNode(node: AnyNode, context: PlainContext): readonly AnyNode[] {
  const content = contentOf(node).map((child) => blockOf(child, node))
  const filled = Array.isArray(node.content)
    ? { ...node, content: plainBlocks(content, context) }
    : node
  const row = rows.get(node.type)
  return row === undefined ? [filled] : row(filled, context)
}

const rows: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    text: (node) => [withSafeLinks(node)],
    paragraph(node) {
      const alignment = findMark(node, 'alignment')
      const { marks: _, ...own } = node
      const content = contentOf(own)
      if (content.length === 0) return []
      if (isLoneImage(content)) return content.filter(isImage).map(asBlock)
      if (content.every(({ type }) => type === 'extension')) return content
      return [alignment === undefined ? own : { ...own, marks: [alignment] }]
    },
    heading: ({ marks: _, ...own }) => [own],
    layoutSection(node, { say }) {
      say('its columns stand one below the other')
      return contentOf(node).flatMap(contentOf)
    },
    bodiedExtension(node, { say }) {
      say(`of the macro ${macroOf(node)} only what it holds is kept`)
      return contentOf(node)
    },
    multiBodiedExtension(node, { say }) {
      say(`of the macro ${macroOf(node)} only what it holds is kept`)
      return contentOf(node).flatMap(contentOf)
    },
    extension(node, { say }) {
      const body = textValue(parametersOf(node).__bodyContent)
      if (body === '') return [node]
      say(`the macro ${macroOf(node)} is kept as code`)
      return [{ type: 'codeBlock', content: [{ type: 'text', text: body }] }]
    },
    inlineExtension(node, { say }) {
      const key = macroOf(node)
      if (key === 'anchor' || texOf(node) !== undefined) return [node]
      const { key: issue, title, name, url } = parametersOf(node)
      const words =
        textValue(node.attrs?.text) || [issue, title, name, url].map(textValue).find(Boolean)
      say(`of the macro ${key} in a sentence ${words ? 'only its words are' : 'nothing is'} kept`)
      return words ? [{ type: 'text', text: words }] : []
    },
    panel(node, { say }) {
      const type = textValue(node.attrs?.panelType)
      if (knownPanels.has(type) || isImportant(type, node)) return [node]
      say('its panel is one of notes')
      return [{ ...node, attrs: { panelType: 'info' } }]
    },
    decisionList(node, { say }) {
      say('its decisions are a list')
      const content = contentOf(node).map((item): AnyNode => {
        return { type: 'listItem', content: [{ type: 'paragraph', content: contentOf(item) }] }
      })
      return [{ type: 'bulletList', content }]
    },
    taskList(node) {
      const content = contentOf(node)
      return content.length === 0 ? [] : [{ ...node, content }]
    },
    taskItem: (node) => (contentOf(node).length === 0 ? [] : [node]),
    tableHeader: plainCell,
    tableCell: plainCell,
    mediaGroup: (node, context) =>
      contentOf(node).flatMap((media) => plainMedia(asBlock(media), context)),
    mediaSingle: plainMedia,
    mediaInline(node, context) {
      const name = context.fileName(textValue(node.attrs?.id))
      return name === undefined ? [node] : [linked(textValue(node.attrs?.id), name)]
    },
    inlineCard: (node, context) => [card(node, context)],
    blockCard: (node, context) => [{ type: 'paragraph', content: [card(node, context)] }],
    embedCard: (node, context) => [{ type: 'paragraph', content: [card(node, context)] }],
    status(node, { say }) {
      say('a status is kept as its words')
      return [node]
    },
  }),
)

/** A macro that fills a paragraph stands for it. */
function blockOf(node: AnyNode, { type, content }: AnyNode): AnyNode {
  const isAlone = type === 'paragraph' && contentOf({ type, content }).length === 1
  const isMacro = node.type === 'inlineExtension' && !isSaid(node)
  return isAlone && isMacro ? { ...node, type: 'extension' } : node
}

/** What Markdown has words for. */
function isSaid(node: AnyNode): boolean {
  return (
    macroOf(node) === 'anchor' || texOf(node) !== undefined || textValue(node.attrs?.text) !== ''
  )
}

/** Of which Markdown has alerts. */
const knownPanels: ReadonlySet<string> = new Set(['info', 'tip', 'warning', 'error', 'success'])

/** Written by what is important in Markdown. */
function isImportant(type: string, node: AnyNode): boolean {
  const [first] = contentOf(node)
  const [only, ...others] = first === undefined ? [] : contentOf(first)
  return type === 'note' && others.length === 0 && only?.text === 'Important'
}

function plainCell(node: AnyNode, { say }: PlainContext): readonly AnyNode[] {
  const { background, ...attrs } = node.attrs ?? {}
  if (background !== undefined) say('colours of its cells are not kept')
  return [{ ...node, attrs }]
}

function isImage({ type }: AnyNode): boolean {
  return type === 'media' || type === 'mediaInline'
}

function asBlock(image: AnyNode): AnyNode {
  const { attrs = {} } = image
  const { id: _, collection: __, data: ___, ...look } = attrs
  const isShown = image.type === 'media'
  const media = isShown
    ? image
    : { ...image, type: 'media', attrs: { ...look, type: 'external', url: attrs.id } }
  return { type: 'mediaSingle', content: [media] }
}

function plainMedia(node: AnyNode, { fileName, say }: PlainContext): readonly AnyNode[] {
  const [media] = contentOf(node)
  const { type, url, alt, id } = media?.attrs ?? {}
  if (type === 'external') {
    const name = fileName(textValue(url))
    return name === undefined ? [node] : [paragraphOf(linked(textValue(url), name))]
  }
  say('a file that the page has not is kept as its name')
  return [paragraphOf({ type: 'text', text: textValue(alt) || textValue(id) || 'Image' })]
}

function paragraphOf(...content: readonly AnyNode[]): AnyNode {
  return { type: 'paragraph', content }
}

function linked(href: string, words: string): AnyNode {
  return { type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] }
}

function card({ attrs }: AnyNode, { titleOf }: PlainContext): AnyNode {
  const url = textValue(attrs?.url)
  const isSafe = url !== '' && safeLinkUrl(url) !== undefined
  return isSafe ? linked(url, titleOf(url) ?? url) : { type: 'text', text: url || 'Card' }
}

/** A link that could do more than lead somewhere is its words. */
function withSafeLinks(node: AnyNode): AnyNode {
  const isSafe = ({ type, attrs }: AnyMark): boolean =>
    type !== 'link' ||
    /^attachment:/.test(textValue(attrs?.href)) ||
    safeLinkUrl(textValue(attrs?.href)) !== undefined
  const marks = marksOf(node)
  return marks.every(isSafe) ? node : { ...node, marks: marks.filter(isSafe) }
}

function macroOf({ attrs }: AnyNode): string {
  return textValue(attrs?.extensionKey) || 'without a name'
}

function parametersOf({ attrs }: AnyNode): Readonly<Record<string, unknown>> {
  const { macroParams } = Object(attrs?.parameters)
  return Object.fromEntries(
    Object.entries(Object(macroParams)).map(([name, entry]) => [name, Object(entry).value]),
  )
}
