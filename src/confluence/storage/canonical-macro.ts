/** Macros in a form that stays the same when Confluence saves a page again. @module */
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
