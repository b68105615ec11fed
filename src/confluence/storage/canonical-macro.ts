/** Macros and runs of text in the canonical form of storage format. @module */
import { textInside } from './storage-names.ts'
import type { StorageElement } from './storage-tree.ts'

/** Names of languages that Confluence takes for another name of the same. */
const languages: ReadonlyMap<string, string> = new Map([
  ['bash', 'shell'],
  ['js', 'javascript'],
  ['py', 'python'],
  ['cpp', 'c++'],
  ['c#', 'csharp'],
  ['vb', 'visualbasic'],
  ['text', 'plaintext'],
])

/** What macros do without being told. */
const defaults: ReadonlySet<string> = new Set([
  ...['breakoutMode=wide', 'breakoutWidth=760', 'collapse=false', 'linenumbers=false'],
  ...['firstline=1', 'atlassian-macro-output-type=INLINE'],
])

/**
 * Write the parameters of a macro canonically.
 * @param inside Writes a parameter that holds more than text: a page, a file, a person.
 */
export function canonicalParameters(
  macro: StorageElement,
  inside: (parameter: StorageElement) => string,
): readonly string[] {
  const kept: string[] = []
  for (const child of macro.children) {
    if (child.kind === 'text' || child.name !== 'ac:parameter') continue
    const name = child.attributes.get('ac:name') ?? ''
    const isPlain = child.children.every(({ kind }) => kind === 'text')
    const value = isPlain ? textInside(child.children).trim() : inside(child)
    const written = `${name}=${name === 'language' ? canonicalLanguage(value) : value}`
    const isSaid = value !== '' && name !== '_parentId' && !defaults.has(written)
    if (isSaid) kept.push(written)
  }
  return kept.sort()
}

function canonicalLanguage(language: string): string {
  const name = language.toLowerCase()
  return languages.get(name) ?? name
}

/** A text with its marks, a line break, or a thing that is no text. */
type Leaf =
  | { readonly text: string; readonly marks: string }
  | { readonly object: unknown; readonly marks: string }

/** The marks on a text, in one order. */
export interface LeafMarks {
  readonly names: readonly string[]
  /** Equal for the same marks. */
  readonly key: string
}

export const noMarks: LeafMarks = { names: [], key: '' }

const lineBreak: Leaf = { object: 'br', marks: '' }

/** Collects a sentence. */
export class CanonicalRun {
  readonly #leaves: Leaf[] = []

  /** Add text; spaces of all kinds are alike, say nothing of marks, and end what stands before them. */
  addText(text: string, marks: LeafMarks): void {
    const spaced = text.replaceAll(/[\s\u00A0]+/g, ' ')
    const last = this.#leaves.at(-1)
    if (last === undefined || !('text' in last)) {
      if (spaced !== '') this.#leaves.push({ text: spaced, marks: spaced === ' ' ? '' : marks.key })
      return
    }
    const words = spaced.trimStart()
    const before = { ...last, text: words === spaced ? last.text : `${last.text} ` }
    const isOne = last.marks === marks.key
    this.#leaves[this.#leaves.length - 1] = isOne
      ? { ...before, text: before.text + words }
      : before
    if (!isOne && words !== '') this.#leaves.push({ text: words, marks: marks.key })
  }

  /** Add what is no text, such as a macro. */
  addObject(object: unknown, marks: LeafMarks): void {
    this.#leaves.push({ object, marks: marks.key })
  }

  addBreak(): void {
    this.#leaves.push(lineBreak)
  }

  /** List what was added, without the spaces and line breaks that readers do not see at its ends. */
  leaves(): readonly Leaf[] {
    const leaves = [...this.#leaves]
    const isBlank = (leaf: Leaf | undefined): boolean =>
      leaf === lineBreak || (leaf !== undefined && 'text' in leaf && leaf.text.trim() === '')
    while (isBlank(leaves.at(-1))) leaves.pop()
    let begin = 0
    while (begin < leaves.length && isSpace(leaves[begin] as Leaf)) begin += 1
    return leaves.slice(begin).map((leaf, at, kept) => {
      if (!('text' in leaf)) return leaf
      const before = at === 0 ? leaf.text.trimStart() : leaf.text
      const text = at === kept.length - 1 ? before.trimEnd() : before
      return { ...leaf, text: text.replaceAll(/ {2,}/g, ' ') }
    })
  }
}

function isSpace(leaf: Leaf): boolean {
  return 'text' in leaf && leaf.text.trim() === ''
}
