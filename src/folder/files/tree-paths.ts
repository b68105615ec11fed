/** Paths in the tree of an import: relative to its base, with `/` between their parts. @module */
import { dirname, relative, sep } from 'node:path'
import { decodePart } from '../../convert/adf/node-text.ts'

/** Give the folder of a path; `''` at the base. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Resolve a relative path; a leading `/` starts at the base. Undefined when it leaves the base. */
export function joinPaths(folder: string, path: string): string | undefined {
  const parts = path.startsWith('/') || folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Give the relative address between two paths from the base, percent-encoded. */
export function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/')
  const to = path.split('/')
  let common = 0
  while (common < from.length && from[common] === to[common]) common += 1
  const steps = [...from.slice(common).map(() => '..'), ...to.slice(common)]
  return steps.map(encodeURIComponent).join('/')
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function pathFrom(base: string, file: string): string {
  return withSlashes(relative(base, file))
}

export function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}

/** Fold a name so that case and Unicode composition do not matter. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b))
}

const collator = new Intl.Collator('en', { numeric: true })

export const markdownEnding: RegExp = /\.(?:md|mdx|markdown|mdown|mkd|qmd)$/i

export function stemOf(path: string): string {
  return nameOf(path).replace(markdownEnding, '')
}

export const indexNames: readonly RegExp[] = ['readme', 'index', '_index'].map(
  (name) => new RegExp(`^${name}${markdownEnding.source}`, 'i'),
)

/** Whether a file is named as the page of its folder. */
export function isIndex(path: string): boolean {
  return indexNames.some((name) => name.test(nameOf(path)))
}

/** Underscored names are no pages in most generators. */
export function isUnderlined(path: string): boolean {
  const stem = stemOf(path)
  return stem.startsWith('_') && stem !== '_index'
}

export function isBelowUnderline(path: string): boolean {
  return isUnderlined(path) || /(?:^|\/)_[^/]*\//.test(path)
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || isInside(path, folder)
}

export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

export function commonFolder(a: string, b: string): string {
  let common = a
  while (!isWithin(b, common)) common = dirname(common)
  return common
}

/** Give the deepest folder that holds all of these folders of the tree. */
export function folderAround(folders: readonly string[]): string {
  const [first = '', ...others] = folders
  const isAround = (folder: string): boolean =>
    others.every((other) => other === folder || other.startsWith(`${folder}/`))
  let around = first
  while (around !== '' && !isAround(around)) around = folderOf(around)
  return around
}

/** A date, or parts of up to three digits, before words: `01-intro`, `1.2-x`, `2024-01-31-news`. */
const numbered = /^(\d{4}-\d{2}-\d{2}|\d{1,3}(?:\.\d{1,3}){0,9})[-_ .)]{1,3}(?=[\p{L}@$])/u

const acronyms: ReadonlySet<string> = new Set(
  'ai api aws ca cd ci cli cpu csv css dns faq gcp gpu grpc html http https id ide io ip json jwt ldap llm mcp oauth oidc os pdf pr rbac rpc saml sdk sql ssh sso tcp tls toml ui udp url ux vm vpn xml yaml'.split(
    ' ',
  ),
)

/** @param name Of a folder, or of a file without its ending. */
export function readableName(name: string): string {
  if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(name)) return name
  const words = decodePart(name)
    .replace(numbered, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
  if (words === '') return name
  // Capitals in the name are intentional.
  if (/\p{Lu}/u.test(words)) return words
  const spelled = words.split(' ').map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
  const [first = '', ...rest] = spelled
  const opening = /^\p{Ll}+$/u.test(first) ? first.charAt(0).toUpperCase() + first.slice(1) : first
  return [opening, ...rest].join(' ')
}

/** @returns Undefined when the name starts with words. */
export function leadingNumbers(name: string): readonly number[] | undefined {
  return numbered.exec(name)?.[1]?.split(/[.-]/).map(Number)
}
