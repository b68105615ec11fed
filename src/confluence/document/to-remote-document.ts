/** Converts a document to the form that Confluence shows. @module */
import {
  type AnyMark,
  type AnyNode,
  codeOf,
  contentOf,
  findMark,
  marksOf,
  textValue,
} from '../../convert/adf/any-node.ts'
import { formulaAttributes, inDollars, isFormulaBlock, texOf } from '../../convert/adf/formula.ts'
import { encodeAnchor, headingNamer } from '../../convert/adf/heading-names.ts'
import { inlineAttributes } from '../../convert/adf/images.ts'
import { decodePart } from '../../convert/adf/node-text.ts'
import type { AdfDoc, AdfMarkType, AdfParentType } from '../../convert/adf/types.ts'
import { editorLanguage } from '../../convert/code-info.ts'
import { encodeFileName } from '../../convert/embedded-images/data-urls.ts'
import { safeLinkUrl } from '../../convert/render/escape.ts'
import type { PlacedFile } from '../body/page-body.ts'
import { siteKinds } from '../body/site-kinds.ts'
import { linkedFileName } from '../rest-v1.ts'
import {
  isReference,
  type RemoteContext,
  type RemoteDocument,
  remoteContext,
  remoteMediaGroup,
  remoteMediaInline,
  remoteMediaSingle,
  type ToRemote,
  withImagesApart,
} from './remote-images.ts'

const accountId = /^(?:[0-9a-f]{24}|\d{1,12}:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** A mention without an account id becomes the name. */
const remoteMention: ToRemote = (node, { kind }) => {
  const id = textValue(node.attrs?.id)
  if (siteKinds[kind].hasAdf && accountId.test(id)) return [node]
  return textNodes(textValue(node.attrs?.text) || `@${id}`)
}

/**
 * Cloud needs an emoji's id and characters, or shows a star. Storage format only has the
 * characters.
 */
const remoteEmoji: ToRemote = (node, { kind }) => {
  const { shortName, id, text } = node.attrs ?? {}
  const characters = textValue(text)
  if (siteKinds[kind].hasAdf && textValue(id) !== '') return [node]
  return textNodes(characters || textValue(shortName))
}

/** Confluence turns tasks with blocks into plain tasks. */
const remoteBlockTask: ToRemote = (task) => {
  const blocks: readonly AnyNode[] = Array.isArray(task.content) ? task.content : []
  const sentences = blocks.map((block): readonly AnyNode[] => {
    if (block.type !== 'extension') return Array.isArray(block.content) ? block.content : []
    const { layout: _, ...macro } = block.attrs ?? {}
    return [{ ...block, type: 'inlineExtension', attrs: macro }]
  })
  const joined = sentences
    .filter(({ length }) => length > 0)
    .flatMap((sentence, index) => (index === 0 ? sentence : [{ type: 'hardBreak' }, ...sentence]))
  return [{ ...task, type: 'taskItem', content: joined }]
}

function textNodes(text: string): readonly AnyNode[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

const remoteCodeBlock: ToRemote = (node, { kind, settings }) => {
  const code = codeOf({ ...node, type: 'codeBlock' })
  const language = textValue(node.attrs?.language)
  const codeBlock =
    siteKinds[kind].hasAdf && language !== '' ? withEditorLanguage(node, language) : node
  if (code === '') return [codeBlock]
  const { diagramMacros, formulaMacros } = settings
  if (Object.hasOwn(diagramMacros, language)) {
    // Confluence stores a macro's plain-text body under this name.
    const attrs = macro(diagramMacros[language] as string, '__bodyContent', code)
    return [{ type: 'extension', attrs: { ...attrs, text: code } }]
  }
  if (formulaMacros === undefined || !isFormulaBlock(code, language)) return [codeBlock]
  const attrs = macro(formulaMacros.block, 'body', code)
  return [{ type: 'extension', attrs: { ...attrs, text: inDollars(code) } }]
}

function withEditorLanguage(node: AnyNode, language: string): AnyNode {
  const name = editorLanguage(language.toLowerCase())
  return name === language ? node : { ...node, attrs: { ...node.attrs, language: name } }
}

const remoteInlineExtension: ToRemote = (node, { settings: { formulaMacros } }) => {
  const tex = texOf(node)
  if (tex === undefined) return [node]
  const text = inDollars(tex)
  if (formulaMacros !== undefined) {
    const attrs = { ...macro(formulaMacros.inline, 'body', tex), text }
    return [{ type: 'inlineExtension', attrs }]
  }
  // A missing macro would show as an error.
  return [{ type: 'text', text, marks: [{ type: 'code' }] }]
}

function macro(name: string, parameter: string, value: string): NonNullable<AnyNode['attrs']> {
  return {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: name,
    parameters: {
      macroParams: { [parameter]: { value } },
      macroMetadata: { schemaVersion: { value: '1' }, title: name },
    },
  }
}

/**
 * Convert images and links to the page's files, diagrams and formulas to the site's macros, anchors
 * to Confluence's names. Anything else that Confluence cannot show becomes text.
 * @returns A valid document.
 */
export function toRemoteDocument(doc: AdfDoc, target: RemoteDocument): AdfDoc {
  const [remote] = remoteNodes([doc], remoteContext(target))
  return withRemoteAnchors(doc, remote as AnyNode) as unknown as AdfDoc
}

const rows: Readonly<Record<string, ToRemote>> = {
  blockTaskItem: remoteBlockTask,
  codeBlock: remoteCodeBlock,
  emoji: remoteEmoji,
  inlineExtension: remoteInlineExtension,
  mediaGroup: remoteMediaGroup,
  mediaInline: remoteMediaInline,
  mediaSingle: remoteMediaSingle,
  mention: remoteMention,
  paragraph: (node) => [withoutMark(node, 'fontSize')],
}

function remoteNodes(nodes: readonly AnyNode[], context: RemoteContext): readonly AnyNode[] {
  const converted = nodes.flatMap((node) => {
    const filled = filledNode(node, context)
    return Object.hasOwn(rows, node.type)
      ? (rows[node.type] as ToRemote)(filled, context)
      : [filled]
  })
  return withRemoteLinks(converted, context)
}

function filledNode(node: AnyNode, context: RemoteContext): AnyNode {
  const { type, content } = node
  if (!Array.isArray(content)) return node
  const children = remoteNodes(content, context)
  const isOfCloud = siteKinds[context.kind].hasAdf
  const parentType = type as AdfParentType
  return { ...node, content: isOfCloud ? withImagesApart(parentType, children) : children }
}

/** Each link repeats its anchor, so a long one in many links would fill the page. */
const maxAnchorLength = 255

function withRemoteAnchors(before: AnyNode, after: AnyNode): AnyNode {
  const remoteNames = remoteNamesOf(after)
  if (remoteNames.length === 0) return after
  const nameHeading = headingNamer()
  const byAnchor = new Map<string, string>()
  const bySlug = new Map<string, string>()
  for (const [index, heading] of headingsOf(before).entries()) {
    const { slug, anchor } = nameHeading(heading)
    const remote = remoteNames[index] as string
    byAnchor.set(anchor, remote)
    bySlug.set(slug, remote)
  }
  const repoint = (node: AnyNode): AnyNode => {
    const href = textValue(findMark(node, 'link')?.attrs?.href)
    const name = href.startsWith('#') && href.length > 1 ? decodePart(href.slice(1)) : undefined
    const remote = name && (byAnchor.get(name) ?? bySlug.get(name))
    const linked = remote && remote !== name ? withAddress(node, `#${encodeAnchor(remote)}`) : node
    const { content } = linked
    return Array.isArray(content) ? { ...linked, content: content.map(repoint) } : linked
  }
  return repoint(after)
}

function remoteNamesOf(doc: AnyNode): readonly string[] {
  const nameHeading = headingNamer()
  return headingsOf(doc).map((heading) => {
    const { anchor } = nameHeading(heading)
    return anchor.length > maxAnchorLength ? '' : anchor
  })
}

function headingsOf({ content }: AnyNode): readonly AnyNode[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((node: AnyNode) => (node.type === 'heading' ? [node] : headingsOf(node)))
}

/**
 * Convert the links of adjacent nodes. A forbidden address is shown behind the text.
 * @param nodes Nodes of one sentence, or any others.
 */
function withRemoteLinks(nodes: readonly AnyNode[], context: RemoteContext): readonly AnyNode[] {
  return nodes.flatMap((node, index) => {
    const href = hrefOf(node)
    if (href === undefined) return [node]
    const address = remoteAddress(href, context)
    if (address !== undefined) return [address === href ? node : withAddress(node, address)]
    const unlinked = withoutMark(node, 'link')
    const next = nodes[index + 1]
    const isLast = next === undefined || hrefOf(next) !== href
    return node.type === 'text' && isLast && !isReference(href)
      ? [unlinked, { type: 'text', text: ` (${href})` }]
      : [unlinked]
  })
}

/** Undefined when the address is forbidden or its file is not attached. */
function remoteAddress(href: string, context: RemoteContext): string | undefined {
  if (!isReference(href)) return safeLinkUrl(href) === undefined ? undefined : href
  const { baseUrl, pageId } = context
  const file = context.findFile(href)
  if (file === undefined || pageId === undefined) return undefined
  const path = [pageId, file.name].map(encodeURIComponent).join('/')
  return `${baseUrl}/download/attachments/${path}`
}

function hrefOf(node: AnyNode): string | undefined {
  const link = marksOf(node).find(({ type }) => type === 'link')
  return link && textValue(link.attrs?.href)
}

function withAddress(node: AnyNode, href: string): AnyNode {
  const marks = marksOf(node).map(
    (mark): AnyMark =>
      mark.type === 'link' ? { type: 'link', attrs: { ...mark.attrs, href } } : mark,
  )
  return { ...node, marks }
}

function withoutMark(node: AnyNode, mark: AdfMarkType): AnyNode {
  const marks = marksOf(node).filter(({ type }) => type !== mark)
  if (marks.length === marksOf(node).length) return node
  const { marks: _, ...bare } = node
  return marks.length === 0 ? bare : { ...bare, marks }
}

/** The page and the settings that a document was sent with. */
export type RemotePlace = Omit<RemoteDocument, 'kind' | 'pageId'> & { readonly pageId: string }

/** Convert a node of Cloud back: files, formulas and diagrams as an import brings them. */
export function toLocalNode(node: AnyNode, place: RemotePlace): AnyNode {
  const local = localOf(node, place)
  const { content } = local
  const marks = marksOf(local)
  return {
    ...local,
    ...(Array.isArray(content)
      ? { content: contentOf(local).map((child) => toLocalNode(child, place)) }
      : {}),
    ...(marks.length > 0 ? { marks: localMarks(marks, place) } : {}),
  }
}

function localOf(node: AnyNode, { files, settings }: RemotePlace): AnyNode {
  const { type, attrs = {} } = node
  if ((type === 'media' || type === 'mediaInline') && typeof attrs.id === 'string') {
    const file = files.find(({ fileId }) => fileId === attrs.id)
    if (file === undefined) return node
    const { id: _, collection: __, ...described } = attrs
    const address = `attachment:${file.sha256}`
    const media = { ...described, type: 'external', url: address } as const
    return { ...node, attrs: type === 'media' ? media : inlineAttributes(media) }
  }
  if (type !== 'extension' && type !== 'inlineExtension') return node
  const key = textValue(attrs.extensionKey)
  const { formulaMacros, diagramMacros } = settings
  if (type === 'inlineExtension') {
    const isFormula = key !== '' && key === formulaMacros?.inline
    return isFormula ? { type, attrs: { ...formulaAttributes(bodyOf(attrs, 'body')) } } : node
  }
  if (key !== '' && key === formulaMacros?.block) return codeBlock(bodyOf(attrs, 'body'), 'math')
  const language = Object.keys(diagramMacros).find((name) => diagramMacros[name] === key)
  return language === undefined ? node : codeBlock(bodyOf(attrs, '__bodyContent'), language)
}

function codeBlock(text: string, language: string): AnyNode {
  return { type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text }] }
}

function bodyOf(attrs: Readonly<Record<string, unknown>>, name: string): string {
  const { macroParams } = Object(attrs.parameters)
  return textValue(Object(Object(macroParams)[name]).value)
}

function localMarks(marks: readonly AnyMark[], place: RemotePlace): readonly AnyMark[] {
  return marks.map((mark) => {
    const file = mark?.type === 'link' ? linkedFile(textValue(mark.attrs?.href), place) : undefined
    return file === undefined
      ? mark
      : { ...mark, attrs: { ...mark.attrs, href: linkReference(file) } }
  })
}

function linkReference({ sha256, name }: PlacedFile): string {
  const fileName = isImageName(name) ? undefined : (linkedFileName(name) ?? name)
  return `attachment:${sha256}${fileName === undefined ? '' : `/${encodeFileName(fileName)}`}`
}

function isImageName(name: string): boolean {
  return /^markport-[0-9a-f]{12}\.\w+$/.test(name)
}

function linkedFile(href: string, { baseUrl, pageId, files }: RemotePlace): PlacedFile | undefined {
  const start = `${baseUrl}/download/attachments/${encodeURIComponent(pageId)}/`
  if (!href.startsWith(start)) return undefined
  return files.find(({ name }) => href === start + encodeURIComponent(name))
}
