/** What Cloud makes of ADF that comes by its API. @module */
import {
  type AdfJson,
  type AdfMark,
  mergeTexts,
  rebuild,
  withAttrs,
  withMarks,
} from './adf-node.ts'
import { newUuid } from './content-store.ts'
import type { BodyFile, BodyPage } from './site-body.ts'

const renamedLanguages: Readonly<Record<string, string>> = {
  bash: 'shell',
  js: 'javascript',
  py: 'python',
  cpp: 'c++',
  'c#': 'csharp',
  vb: 'visualbasic',
  text: 'plaintext',
}

/** Confluence's order of marks; others come last. */
const markOrder = ['link', 'em', 'strong', 'strike', 'subsup', 'underline', 'textColor', 'code']

export function saveAdf(doc: AdfJson, page: BodyPage): AdfJson {
  return rebuild(doc, (node) => [inOrder(saveNode(node, page))])[0]!
}

function inOrder({ type, text, attrs, marks, content, version }: AdfJson): AdfJson {
  return {
    ...(text === undefined ? {} : { text }),
    type,
    ...(attrs === undefined ? {} : { attrs }),
    ...(marks === undefined ? {} : { marks }),
    ...(content === undefined || (content.length === 0 && type !== 'doc') ? {} : { content }),
    ...(version === undefined ? {} : { version }),
  }
}

function saveNode(node: AdfJson, page: BodyPage): AdfJson {
  const type = node.type === 'blockTaskItem' ? 'taskItem' : node.type
  const content = node.content && mergeTexts(node.content)
  const marked = withMarks(node, saveMarks(node.marks ?? [], page))
  const saved = { ...withAttrs(marked, saveAttrs(node, page)), type }
  return content === undefined ? saved : { ...saved, content }
}

function saveMarks(marks: readonly AdfMark[], page: BodyPage): readonly AdfMark[] {
  const isCode = marks.some((mark) => mark.type === 'code')
  const besideCode = ['code', 'link', 'annotation']
  return marks
    .filter((mark) => mark.type !== 'fontSize' && (!isCode || besideCode.includes(mark.type)))
    .map((mark) =>
      mark.type === 'link'
        ? { ...mark, attrs: { ...linkMetadata(mark.attrs?.href, page), ...mark.attrs } }
        : mark,
    )
    .sort((a, b) => markRank(a) - markRank(b))
}

function markRank(mark: AdfMark): number {
  const rank = markOrder.indexOf(mark.type)
  return rank < 0 ? markOrder.length : rank
}

function linkMetadata(href: unknown, page: BodyPage): Record<string, unknown> {
  const [address = '', anchorName] = String(href ?? '').split('#')
  const anchor = anchorName === undefined ? {} : { anchorName }
  const self = { isRenamedTitle: true, linkType: 'self', ...anchor }
  if (address === '' && anchorName !== undefined) return { __confluenceMetadata: self }
  const id = /\/wiki\/spaces\/[^/]+\/pages\/(\d+)/.exec(address)?.[1]
  const target = id === undefined ? undefined : page.find({ id })
  if (target === undefined) return {}
  const { title: contentTitle, version } = target
  const other = { isRenamedTitle: true, linkType: 'page', contentTitle, ...anchor }
  return { __confluenceMetadata: { ...other, versionAtSave: String(version) } }
}

function saveAttrs(node: AdfJson, page: BodyPage): Record<string, unknown> {
  const attrs = { ...node.attrs }
  switch (node.type) {
    case 'orderedList':
      return { order: 1, ...attrs }
    case 'table':
      return { layout: 'default', localId: newUuid(), ...attrs }
    case 'tableCell':
    case 'tableHeader':
      return { colspan: 1, rowspan: 1, ...attrs, colwidth: floats(attrs.colwidth) }
    case 'mention':
      return { ...attrs, text: page.mentionOf(String(attrs.id)) ?? attrs.text }
    case 'status':
      return { style: 'bold', ...attrs }
    case 'codeBlock':
      return { ...attrs, language: language(attrs.language) }
    case 'mediaSingle':
      return { layout: 'align-start', ...sizeOf(node), ...attrs }
    case 'media':
    case 'mediaInline':
      return { ...attrs, ...fileAttrs(attrs.id, page.files) }
    case 'inlineCard':
    case 'blockCard':
    case 'embedCard':
      return { ...linkMetadata(attrs.url, page), ...attrs }
    case 'extension':
    case 'inlineExtension':
    case 'bodiedExtension':
      return { ...attrs, ...macroAttrs(attrs, page) }
    default:
      return attrs
  }
}

function floats(widths: unknown): unknown {
  return Array.isArray(widths) ? widths.map((width) => Number(width)) : undefined
}

function language(name: unknown): string | undefined {
  const lower = String(name ?? '').toLowerCase()
  return lower === '' ? undefined : (renamedLanguages[lower] ?? lower)
}

function sizeOf(node: AdfJson): Record<string, unknown> {
  if (node.attrs?.width !== undefined) return {}
  const width = node.content?.[0]?.attrs?.width
  return width === undefined ? {} : { width, widthType: 'pixel' }
}

/** Every image has this size here; Confluence reads it from the file. */
const fileSize = { width: 600, height: 200 }

function fileAttrs(id: unknown, files: readonly BodyFile[]): Record<string, unknown> {
  const file = files.find((one) => one.fileIds.includes(String(id)))
  if (file === undefined) return {}
  return {
    id: file.fileIds[0],
    ...fileSize,
    __fileName: file.name,
    __fileSize: file.size,
    __fileMimeType: file.mediaType,
  }
}

function macroAttrs(
  attrs: Readonly<Record<string, unknown>>,
  page: BodyPage,
): Record<string, unknown> {
  const parameters = (attrs.parameters ?? {}) as {
    macroParams?: object
    macroMetadata?: object
  }
  return {
    parameters: {
      ...parameters,
      macroParams: { ...parameters.macroParams, _parentId: { value: page.id } },
      macroMetadata: {
        macroId: { value: newUuid() },
        schemaVersion: { value: attrs.extensionKey === 'children' ? '2' : '1' },
        ...parameters.macroMetadata,
      },
    },
  }
}
