/** Classifies the elements of storage format. @module */
import type { StorageElement, StorageNode } from './storage-tree.ts'

const inline: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'b',
  'big',
  'br',
  'cite',
  'code',
  'del',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'ac:emoticon',
  'ac:inline-comment-marker',
  'ac:link',
  'ac:link-body',
  'ac:placeholder',
  'ac:plain-text-link-body',
])

const unseen: ReadonlySet<string> = new Set([
  'ac:parameter',
  'ac:task-id',
  'ac:task-uuid',
  'ac:task-status',
  'ac:default-parameter',
  'col',
  'colgroup',
])

const sentences: ReadonlySet<string> = new Set(['p', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const cells: ReadonlySet<string> = new Set([
  'li',
  'td',
  'th',
  'dt',
  'dd',
  'ac:task-body',
  'caption',
])

export type StorageRoom = 'blocks' | 'cell' | 'sentence'

export function roomInside(name: string): StorageRoom {
  if (sentences.has(name)) return 'sentence'
  return cells.has(name) ? 'cell' : 'blocks'
}

export function isInline(name: string): boolean {
  return inline.has(name)
}

export function isUnseen(name: string): boolean {
  return unseen.has(name)
}

export function isMacro({ name }: StorageElement): boolean {
  return name === 'ac:structured-macro' || name === 'ac:macro'
}

export function childOf(element: StorageElement, name: string): StorageElement | undefined {
  return element.children.find(
    (child): child is StorageElement => child.kind === 'element' && child.name === name,
  )
}

export function textInside(nodes: readonly StorageNode[]): string {
  return nodes
    .map((node) => (node.kind === 'text' ? node.text : textInside(node.children)))
    .join('')
}

const codeMacros: ReadonlySet<string> = new Set(['code', 'noformat'])

/** Read the code of a macro; undefined when it shows none. */
export function codeOfMacro(macro: StorageElement): string | undefined {
  const body = childOf(macro, 'ac:plain-text-body')
  if (body === undefined || !codeMacros.has(macro.attributes.get('ac:name') ?? '')) return undefined
  return textInside(body.children)
}
