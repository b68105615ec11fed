/**
 * Parts of the canonical form of storage format: equal for blocks with the same content. Saving adds
 * ids, and the editor moves marks, wraps cells and adds empty lines.
 * @module
 */
import { createHash } from 'node:crypto'
import { canonicalLanguage } from '../body/canonical-adf.ts'
import { elementNames, type StorageElement, textInside } from './storage-tree.ts'

export function withMark(marks: LeafMarks, mark: string | undefined): LeafMarks {
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

/** Returns undefined for other elements: without attributes they format nothing. */
export function markOf({ name, attributes }: StorageElement): string | undefined {
  const significant = canonicalAttributes(attributes)
  if (significant.length === 0 && (name === 'span' || name === 'font' || name === 'a'))
    return undefined
  const markName = Object.hasOwn(markSynonyms, name) ? (markSynonyms[name] as string) : name
  return significant.length === 0 ? markName : brief([markName, significant])
}

const maxBrief = 100

/** Hash long values, because values nest and would grow at each level. */
export function brief(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length <= maxBrief ? json : createHash('sha256').update(json).digest('base64url')
}

/** Ids, versions and sizes that Confluence adds, and attributes for Cloud only. */
const dropped = elementNames(`
  ac:macro-id ac:schema-version ac:local-id local-id ri:version-at-save ac:task-list-id
  ac:original-width ac:original-height ac:custom-width ac:layout ac:src data-layout
  data-table-width data-table-display-mode data-mce-resize data-mce-style data-card-appearance
  scope rel data-local-id`)

/** Classes that only concern layout and editing; colors have their own attribute. */
const droppedClass =
  /^(?:auto-cursor-target|wrapped|relative-table|fixed-table|content-wrapper|confluence[\w-]*|external-link|placeholder-inline-tasks|highlight-[\w#-]*|tablesorter[\w-]*|mce[\w-]*)$/i

const defaults: ReadonlySet<string> = new Set(['colspan=1', 'rowspan=1', 'ac:width=auto'])

export function canonicalAttributes(attributes: ReadonlyMap<string, string>): readonly string[] {
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
 * @param inside Writes the parameters that are pages, files or people instead of text.
 */
export function canonicalParameters(
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

export interface LeafMarks {
  readonly names: readonly string[]
  readonly key: string
}

export const noLeafMarks: LeafMarks = { names: [], key: '' }

const lineBreak: Leaf = { object: 'br', marks: '' }

export class CanonicalRun {
  readonly #leaves: Leaf[] = []

  /** Add text. All kinds of spaces are equal, have no marks, and separate the text around them. */
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
