/** Bodies of Cloud: ADF as JSON text. @module */

import { randomBytes } from 'node:crypto'
import { saveAdf } from './adf-api-save.ts'
import { type AdfJson, type AdfMark, rebuild, withMarks } from './adf-node.ts'
import { Refusal } from './refusal.ts'
import type { SimulatorSwitches } from './simulator.ts'
import type { BodyFile, SiteBody } from './site-body.ts'

export function adfBody(switches: SimulatorSwitches): SiteBody {
  return {
    empty: JSON.stringify({ type: 'doc', content: [], version: 1 }),
    apiSave(sent, page) {
      const doc = readAdf(sent)
      if (switches.unknownMedia === 'refused') checkMedia(doc, page.files)
      return JSON.stringify(saveAdf(doc, page))
    },
    editorSave: (body) => JSON.stringify(saveAdfInEditor(JSON.parse(body))),
    changeBlock: (body, block, change) =>
      JSON.stringify(changeTexts(JSON.parse(body), block, change)),
    addMarker: (body, text, nth, marker) =>
      JSON.stringify(markAdf(JSON.parse(body), text, nth, marker)),
    isSame: (one, other) => withoutIds(one) === withoutIds(other),
    markers: (body) => adfMarkers(JSON.parse(body)),
  }
}

function withoutIds(body: string): string {
  return JSON.stringify(JSON.parse(body), (name, value) =>
    ['localId', 'macroId', '__confluenceMetadata'].includes(name) ? undefined : value,
  )
}

function readAdf(sent: string): AdfJson {
  const refused = new Refusal({ kind: 'bad-body', message: 'Error parsing ADF' })
  let doc: AdfJson
  try {
    doc = JSON.parse(sent)
  } catch {
    throw refused
  }
  if (doc?.type !== 'doc' || !Array.isArray(doc.content)) throw refused
  return doc
}

function checkMedia(doc: AdfJson, files: readonly BodyFile[]): void {
  rebuild(doc, (node) => {
    const id = node.attrs?.id
    const isBlock = node.type === 'media' && node.attrs?.type === 'file'
    const isFile = isBlock || node.type === 'mediaInline'
    if (isFile && !files.some((one) => one.fileIds.includes(String(id))))
      throw new Refusal({ kind: 'bad-request', message: 'ATTACHMENT_VALIDATION_ERROR' })
    return [node]
  })
}

function changeTexts(doc: AdfJson, block: number, change: (text: string) => string): AdfJson {
  const changed = doc.content?.[block]
  if (changed === undefined) throw new Error(`there is no block ${block}`)
  const [node] = rebuild(changed, (one) =>
    one.type === 'text' ? [{ ...one, text: change(one.text ?? '') }] : [one],
  )
  return { ...doc, content: doc.content!.with(block, node!) }
}

interface Range {
  readonly start: number
  readonly end: number
}

/** `nth` counts from 0; a text may cross formatting, but not blocks. */
function markAdf(doc: AdfJson, text: string, nth: number, marker: string): AdfJson {
  let left = nth
  let isDone = false
  const [marked] = rebuild(doc, (node) => {
    const inline = node.content?.some((child) => child.type === 'text') ? node.content : undefined
    if (inline === undefined || isDone) return [node]
    const flat = inline.map((child) => child.text ?? '\n').join('')
    for (let at = flat.indexOf(text); at >= 0; at = flat.indexOf(text, at + 1)) {
      if (left-- > 0) continue
      isDone = true
      return [{ ...node, content: markRange(inline, { start: at, end: at + text.length }, marker) }]
    }
    return [node]
  })
  if (!isDone) throw new Error(`no place ${nth} of ${JSON.stringify(text)}`)
  return marked!
}

function markRange(nodes: readonly AdfJson[], range: Range, id: string): AdfJson[] {
  const mark = { type: 'annotation', attrs: { annotationType: 'inlineComment', id } }
  let offset = 0
  return nodes.flatMap((node) => {
    const text = node.text ?? '\n'
    const start = Math.max(range.start - offset, 0)
    const end = Math.min(range.end - offset, text.length)
    offset += text.length
    if (node.text === undefined || start >= end) return [node]
    const marks = [...(node.marks ?? []), mark]
    return [
      { ...node, text: text.slice(0, start) },
      { ...node, text: text.slice(start, end), marks },
      { ...node, text: text.slice(end) },
    ].filter((piece) => piece.text !== '')
  })
}

function adfMarkers(doc: AdfJson): readonly string[] {
  const found = new Set<string>()
  rebuild(doc, (node) => {
    for (const mark of node.marks ?? [])
      if (mark.type === 'annotation') found.add(String(mark.attrs?.id))
    return [node]
  })
  return [...found]
}

const tableWidths: Readonly<Record<string, number>> = {
  default: 760,
  wide: 960,
  'full-width': 1800,
}
/** Nodes that get no `localId`. */
const unnamed = ['hardBreak', 'mediaSingle', 'mediaGroup']
const widened = ['codeBlock', 'expand', 'layoutSection']

export function saveAdfInEditor(doc: AdfJson): AdfJson {
  return rebuild(doc, (node, depth) => [rewrite(node, depth)])[0]!
}

function rewrite(node: AdfJson, depth: number): AdfJson {
  if (node.type === 'doc') return node
  const marks = [...(node.marks ?? [])].reverse().map(withoutMetadata)
  if (depth === 1 && widened.includes(node.type) && !marks.some((one) => one.type === 'breakout'))
    marks.push({ type: 'breakout', attrs: { mode: 'wide', width: 760 } })
  const marked = withMarks(node, marks)
  if (node.type === 'text') return marked
  if (unnamed.includes(node.type))
    return node.attrs === undefined ? marked : withoutMetadata(marked)
  return { ...marked, attrs: rewriteAttrs(node) }
}

function withoutMetadata<Part extends AdfMark>(part: Part): Part {
  if (part.attrs === undefined) return part
  const attrs = Object.entries(part.attrs).filter(([name]) => !name.startsWith('__'))
  return { ...part, attrs: Object.fromEntries(attrs) }
}

function rewriteAttrs(node: AdfJson): Record<string, unknown> {
  const attrs: Record<string, unknown> = { ...withoutMetadata(node).attrs }
  attrs.localId ??= randomBytes(6).toString('hex')
  if (node.type === 'table') attrs.width ??= tableWidths[String(attrs.layout ?? 'default')]
  if (attrs.parameters !== undefined) attrs.parameters = withoutParent(attrs.parameters)
  return attrs
}

function withoutParent(parameters: unknown): unknown {
  const { macroParams, ...rest } = parameters as { macroParams?: Record<string, unknown> }
  const { _parentId: _, ...params } = macroParams ?? {}
  return { macroParams: params, ...rest }
}
