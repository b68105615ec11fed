/**
 * Canonical form of storage format: equal for blocks with the same content. Saving adds ids, and
 * the editor moves marks, wraps cells and adds empty lines.
 * @module
 */
import { createHash } from 'node:crypto'
import { canonicalLanguage } from '../body/canonical-adf.ts'
import type { StorageElement, StorageNode } from './storage-tree.ts'
import {
  childOf,
  isInline,
  isMacro,
  roomInside,
  type StorageRoom,
  textInside,
} from './storage-tree.ts'

export function canonicalStorage(nodes: readonly StorageNode[]): string {
  const pieces = piecesOf(nodes, 'blocks')
  return pieces.length === 0 ? '' : JSON.stringify(pieces)
}

type Piece = unknown

function piecesOf(nodes: readonly StorageNode[], room: StorageRoom): readonly Piece[] {
  const reader = new PieceReader(room)
  reader.read(nodes, noMarks)
  return reader.end()
}

/** Reads the content of an element: blocks, and sentences between them. */
class PieceReader {
  readonly #room: StorageRoom
  readonly #pieces: Piece[] = []
  #run = new CanonicalRun()

  constructor(room: StorageRoom) {
    this.#room = room
  }

  end(): readonly Piece[] {
    this.#endRun()
    return this.#pieces
  }

  read(nodes: readonly StorageNode[], marks: LeafMarks): void {
    for (const node of nodes) {
      if (node.kind === 'text') this.#run.addText(node.text, marks)
      else if (node.name === 'ac:inline-comment-marker') this.read(node.children, marks)
      else if (isInline(node.name)) this.#readInline(node, marks)
      else if (isMacro(node) || node.name === 'ac:image') this.#readObject(node, marks)
      else if (!isNoise(node)) this.#addBlocks(blockPieces(node))
    }
  }

  #readInline(node: StorageElement, marks: LeafMarks): void {
    if (node.name === 'br') this.#run.addBreak()
    else if (node.name === 'ac:link') this.#readLink(node, marks)
    else if (node.children.length === 0) {
      const attributes = canonicalAttributes(node.attributes)
      if (attributes.length > 0) this.#run.addObject([node.name, attributes], marks)
    } else this.read(node.children, withMark(marks, markOf(node)))
  }

  #readLink(link: StorageElement, marks: LeafMarks): void {
    const body = childOf(link, 'ac:link-body') ?? childOf(link, 'ac:plain-text-link-body')
    const targets = link.children.filter((child) => child !== body)
    const target = ['ac:link', canonicalAttributes(link.attributes), piecesOf(targets, 'blocks')]
    if (body === undefined) this.#run.addObject(target, marks)
    else this.read(body.children, withMark(marks, brief(target)))
  }

  #readObject(node: StorageElement, marks: LeafMarks): void {
    const isBlock = this.#room === 'blocks' && marks === noMarks
    if (isBlock) this.#addBlocks([blockPiece(node)])
    else this.#run.addObject(blockPiece(node), marks)
  }

  #addBlocks(blocks: readonly Piece[]): void {
    this.#endRun()
    for (const block of blocks) this.#pieces.push(block)
  }

  #endRun(): void {
    const leaves = this.#run.leaves()
    if (leaves.length > 0) this.#pieces.push(['p', [], leaves])
    this.#run = new CanonicalRun()
  }
}

function withMark(marks: LeafMarks, mark: string | undefined): LeafMarks {
  if (mark === undefined || marks.names.includes(mark)) return marks
  const names = [...marks.names, mark].sort()
  return { names, key: brief(names) }
}

const markSynonyms: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  ins: 'u',
  tt: 'code',
}

/** Elements without attributes mark nothing. */
function markOf({ name, attributes }: StorageElement): string | undefined {
  const significant = canonicalAttributes(attributes)
  if (significant.length === 0 && (name === 'span' || name === 'font' || name === 'a'))
    return undefined
  const markName = Object.hasOwn(markSynonyms, name) ? (markSynonyms[name] as string) : name
  return significant.length === 0 ? markName : brief([markName, significant])
}

function isNoise(node: StorageElement): boolean {
  if (node.name !== 'colgroup') return noise.has(node.name)
  return node.children.every(
    (child) => child.kind === 'text' || canonicalAttributes(child.attributes).length === 0,
  )
}

const noise: ReadonlySet<string> = new Set(['ac:parameter', 'ac:task-id', 'ac:task-uuid'])

const wrappers: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot', 'div'])

function blockPieces(node: StorageElement): readonly Piece[] {
  const attributes = canonicalAttributes(node.attributes)
  if (attributes.length === 0 && wrappers.has(node.name)) return piecesOf(node.children, 'blocks')
  if (roomInside(node.name) !== 'sentence') return [blockPiece(node)]
  const pieces = piecesOf(node.children, 'sentence')
  const isSentence = node.name === 'p' && attributes.length === 0
  if (pieces.length === 0 && node.name === 'p') return []
  return isSentence ? pieces : [[node.name, attributes, pieces]]
}

function blockPiece(node: StorageElement): Piece {
  const { name, children } = node
  const attributes = canonicalAttributes(node.attributes)
  if (name === 'ac:plain-text-body') return [name, textInside(children).replaceAll('\r\n', '\n')]
  const parameters = isMacro(node)
    ? canonicalParameters(node, ({ children: inside }) => brief(piecesOf(inside, 'blocks')))
    : []
  const pieces = piecesOf(children, isMacro(node) ? 'blocks' : roomInside(name))
  return [name, attributes, parameters, pieces]
}

const maxBrief = 100

/** Hash long values, because values nest and would grow at each level. */
function brief(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length <= maxBrief ? json : createHash('sha256').update(json).digest('base64url')
}

/** Ids, versions and sizes that Confluence adds, and attributes for Cloud only. */
const dropped: ReadonlySet<string> = new Set([
  'ac:macro-id',
  'ac:schema-version',
  'ac:local-id',
  'local-id',
  'ri:version-at-save',
  'ac:task-list-id',
  'ac:original-width',
  'ac:original-height',
  'ac:custom-width',
  'ac:layout',
  'ac:src',
  'data-layout',
  'data-table-width',
  'data-table-display-mode',
  'data-mce-resize',
  'data-mce-style',
  'data-card-appearance',
  'scope',
  'rel',
  'data-local-id',
])

/** Classes about layout and editing; a color has an attribute of its own. */
const droppedClass =
  /^(?:auto-cursor-target|wrapped|relative-table|fixed-table|content-wrapper|confluence[\w-]*|external-link|placeholder-inline-tasks|highlight-[\w#-]*|tablesorter[\w-]*|mce[\w-]*)$/i

const defaults: ReadonlySet<string> = new Set(['colspan=1', 'rowspan=1', 'ac:width=auto'])

function canonicalAttributes(attributes: ReadonlyMap<string, string>): readonly string[] {
  const result: string[] = []
  for (const [name, value] of attributes) {
    if (dropped.has(name) || name.startsWith('xmlns')) continue
    const canonical = canonicalValue(name, value)
    const attribute = `${name}=${canonical}`
    if (canonical !== '' && !defaults.has(attribute)) result.push(attribute)
  }
  return result.sort()
}

function canonicalValue(name: string, value: string): string {
  if (name === 'style') return canonicalStyle(value)
  if (name !== 'class') return value.trim()
  const classes = value
    .split(/\s+/)
    .filter((className) => className !== '' && !droppedClass.test(className))
  return classes.sort().join(' ')
}

function canonicalStyle(value: string): string {
  return value
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .split(';')
    .map((declaration) => declaration.replaceAll(/(\d)\.0(?=\D|$)/g, '$1'))
    .filter((declaration) => declaration !== '' && declaration !== 'text-align:left')
    .sort()
    .join(';')
}

const macroDefaults: ReadonlySet<string> = new Set([
  'breakoutMode=wide',
  'breakoutWidth=760',
  'collapse=false',
  'linenumbers=false',
  'firstline=1',
  'atlassian-macro-output-type=INLINE',
])

/**
 * @param inside Writes parameters that are more than text: pages, files, people.
 */
function canonicalParameters(
  macro: StorageElement,
  inside: (parameter: StorageElement) => string,
): readonly string[] {
  const result: string[] = []
  for (const child of macro.children) {
    if (child.kind === 'text' || child.name !== 'ac:parameter') continue
    const name = child.attributes.get('ac:name') ?? ''
    const isPlain = child.children.every(({ kind }) => kind === 'text')
    const value = isPlain ? textInside(child.children).trim() : inside(child)
    const canonical = name === 'language' ? (canonicalLanguage(value) ?? '') : value
    const parameter = `${name}=${canonical}`
    const isSignificant = value !== '' && name !== '_parentId' && !macroDefaults.has(parameter)
    if (isSignificant) result.push(parameter)
  }
  return result.sort()
}

type Leaf =
  | { readonly text: string; readonly marks: string }
  | { readonly object: unknown; readonly marks: string }

interface LeafMarks {
  readonly names: readonly string[]
  readonly key: string
}

const noMarks: LeafMarks = { names: [], key: '' }

const lineBreak: Leaf = { object: 'br', marks: '' }

class CanonicalRun {
  readonly #leaves: Leaf[] = []

  /** Add text; all kinds of spaces are equal, carry no marks, and end what precedes them. */
  addText(text: string, marks: LeafMarks): void {
    const spaced = text.replaceAll(/[\s\u00A0]+/g, ' ')
    const last = this.#leaves.at(-1)
    if (last === undefined || !('text' in last)) {
      if (spaced !== '') this.#leaves.push({ text: spaced, marks: spaced === ' ' ? '' : marks.key })
      return
    }
    const words = spaced.trimStart()
    const previous = { ...last, text: words === spaced ? last.text : `${last.text} ` }
    const hasSameMarks = last.marks === marks.key
    this.#leaves[this.#leaves.length - 1] = hasSameMarks
      ? { ...previous, text: previous.text + words }
      : previous
    if (!hasSameMarks && words !== '') this.#leaves.push({ text: words, marks: marks.key })
  }

  addObject(object: unknown, marks: LeafMarks): void {
    this.#leaves.push({ object, marks: marks.key })
  }

  addBreak(): void {
    this.#leaves.push(lineBreak)
  }

  leaves(): readonly Leaf[] {
    const leaves = [...this.#leaves]
    const isBlank = (leaf: Leaf | undefined): boolean =>
      leaf === lineBreak || (leaf !== undefined && 'text' in leaf && leaf.text.trim() === '')
    while (isBlank(leaves.at(-1))) leaves.pop()
    let begin = 0
    while (begin < leaves.length && isSpace(leaves[begin] as Leaf)) begin += 1
    return leaves.slice(begin).map((leaf, at, trimmed) => {
      if (!('text' in leaf)) return leaf
      const started = at === 0 ? leaf.text.trimStart() : leaf.text
      const text = at === trimmed.length - 1 ? started.trimEnd() : started
      return { ...leaf, text: text.replaceAll(/ {2,}/g, ' ') }
    })
  }
}

function isSpace(leaf: Leaf): boolean {
  return 'text' in leaf && leaf.text.trim() === ''
}
