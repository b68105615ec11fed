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

/** As Confluence orders marks; those that are not here come last. */
const markOrder = ['link', 'em', 'strong', 'strike', 'subsup', 'underline', 'textColor', 'code']

/**
 * Save a document.
 * @param doc As it was sent.
 * @param page Where to.
 */
export function saveAdf(doc: AdfJson, page: BodyPage): AdfJson {
  return rebuild(doc, (node) => [saveNode(node, page)])[0]!
}

function saveNode(node: AdfJson, page: BodyPage): AdfJson {
  const content = node.content && mergeTexts(node.content)
  const marked = withMarks(node, saveMarks(node.marks ?? []))
  const saved = withAttrs(marked, saveAttrs(node, page))
  const type = node.type === 'blockTaskItem' ? 'taskItem' : node.type
  if (content === undefined) return { ...saved, type }
  return { ...saved, type, content }
}

function saveMarks(marks: readonly AdfMark[]): readonly AdfMark[] {
  const isCode = marks.some((mark) => mark.type === 'code')
  const besideCode = ['code', 'link', 'annotation']
  return marks
    .filter((mark) => mark.type !== 'fontSize' && (!isCode || besideCode.includes(mark.type)))
    .map((mark) =>
      mark.type === 'link'
        ? { ...mark, attrs: { ...mark.attrs, __confluenceMetadata: linkMetadata(mark) } }
        : mark,
    )
    .sort((a, b) => markRank(a) - markRank(b))
}

function markRank(mark: AdfMark): number {
  const rank = markOrder.indexOf(mark.type)
  return rank < 0 ? markOrder.length : rank
}

function linkMetadata({ attrs }: Pick<AdfJson, 'attrs'>): object | null {
  const address = String(attrs?.href ?? attrs?.url ?? '')
  return address.includes('/wiki/spaces/') ? { linkType: 'page' } : null
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
    case 'status':
      return { style: 'bold', ...attrs }
    case 'codeBlock':
      return { ...attrs, language: language(attrs.language) }
    case 'mediaSingle':
      return { layout: 'align-start', ...sizeOf(node), ...attrs }
    case 'media':
      return { ...attrs, ...fileAttrs(attrs.id, page.files) }
    case 'inlineCard':
    case 'blockCard':
    case 'embedCard':
      return { ...attrs, __confluenceMetadata: linkMetadata(node) }
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
  return { width: width ?? 760, widthType: 'pixel' }
}

/** An old id of a file becomes the newest one's. */
function fileAttrs(id: unknown, files: readonly BodyFile[]): Record<string, unknown> {
  const file = files.find((one) => one.fileIds.includes(String(id)))
  if (file === undefined) return {}
  return {
    id: file.fileIds[0],
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
    localId: attrs.localId ?? newUuid(),
    parameters: {
      ...parameters,
      macroParams: { ...parameters.macroParams, _parentId: { value: page.id } },
      macroMetadata: {
        macroId: { value: newUuid() },
        schemaVersion: { value: '1' },
        ...parameters.macroMetadata,
      },
    },
  }
}
