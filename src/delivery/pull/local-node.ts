/** Nodes of a page at a site in the form that Markdown becomes: the way back from `toRemoteDocument`. @module */
import { formulaAttributes } from '../../adf/formula.ts'
import { inlineAttributes } from '../../adf/images.ts'
import { linkedFileName } from '../../confluence/attach-files.ts'
import type { DocumentSettings, PlacedFile } from '../../confluence/body/page-body.ts'
import { childrenOf } from '../../confluence/body/sent-node.ts'
import { encodeFileName } from '../../convert/embedded-images/linked-file-url.ts'
import { type AnyMark, type AnyNode, marksOf, textValue } from '../../render/unchecked-node.ts'

/** What a page and its site are known by. */
export interface RemotePlace {
  readonly baseUrl: string
  readonly pageId: string
  readonly settings: DocumentSettings
  readonly files: readonly PlacedFile[]
}

/** Put a node back into the form that it was converted to. */
export function toLocalNode(node: AnyNode, place: RemotePlace): AnyNode {
  const own = localOf(node, place)
  const { content } = own
  const marks = marksOf(own)
  return {
    ...own,
    ...(Array.isArray(content)
      ? { content: childrenOf(own).map((child) => toLocalNode(child, place)) }
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
  const own = isImageName(name) ? undefined : (linkedFileName(name) ?? name)
  return `attachment:${sha256}${own === undefined ? '' : `/${encodeFileName(own)}`}`
}

/** Images of imports are attached by such names, and linked to without one. */
function isImageName(name: string): boolean {
  return /^markport-[0-9a-f]{12}\.\w+$/.test(name)
}

function linkedFile(href: string, { baseUrl, pageId, files }: RemotePlace): PlacedFile | undefined {
  const start = `${baseUrl}/download/attachments/${encodeURIComponent(pageId)}/`
  if (!href.startsWith(start)) return undefined
  return files.find(({ name }) => href === start + encodeURIComponent(name))
}
