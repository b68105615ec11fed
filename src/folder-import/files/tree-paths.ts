/** Paths in the tree of an import: relative to its base, with `/` between their parts. @module */
import { dirname, relative, sep } from 'node:path'
import { decodePart } from '../../adf/node-text.ts'

/**
 * Give the folder of a path.
 * @param path A file or a folder, without a `/` behind it.
 * @returns `''` at the base.
 */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/**
 * Follow a relative path.
 * @param path With `/` between its parts; one at its start leads from the base.
 * @returns `undefined` when it leads out of the base.
 */
export function joinPaths(folder: string, path: string): string | undefined {
  const parts = path.startsWith('/') || folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/**
 * Give the way from a folder to a path, as an address.
 * @param path Where it leads; both start at the base.
 * @returns Percent-encoded.
 */
export function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/')
  const to = path.split('/')
  let common = 0
  while (common < from.length && from[common] === to[common]) common += 1
  const steps = [...from.slice(common).map(() => '..'), ...to.slice(common)]
  return steps.map(encodeURIComponent).join('/')
}

/**
 * Give the last part of a path.
 * @param path A file or a folder, without a `/` behind it.
 */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Tell the way to a file.
 * @param base Absolute path of the folder that it starts at.
 */
export function pathFrom(base: string, file: string): string {
  return withSlashes(relative(base, file))
}

/** Write a path of this machine with `/` between its parts. */
export function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}

/** Write a name so that it is the same whatever its case, and however its accents are made. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Compare names as people order them. */
export function compareNames(a: string, b: string): number {
  // The same everywhere, whatever the locale of the machine.
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b))
}

const collator = new Intl.Collator('en', { numeric: true })

/** How the names of Markdown files end. */
export const markdownEnding: RegExp = /\.(?:md|mdx|markdown|mdown|mkd|qmd)$/i

/** Give the name of a file without its ending. */
export function stemOf(path: string): string {
  return nameOf(path).replace(markdownEnding, '')
}

/** What a folder's page may come from; the first wins. */
export const indexNames: readonly RegExp[] = ['readme', 'index', '_index'].map(
  (name) => new RegExp(`^${name}${markdownEnding.source}`, 'i'),
)

/** Tell whether the name of a file says to most generators that it is no page. */
export function isUnderlined(path: string): boolean {
  const stem = stemOf(path)
  return stem.startsWith('_') && stem !== '_index'
}

/**
 * Tell whether a path lies in a folder, or is it.
 * @param path Absolute, without symlinks.
 */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || isInside(path, folder)
}

/** Tell whether a path lies in a folder. */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Find the deepest folder that holds both; their paths are absolute. */
export function commonFolder(a: string, b: string): string {
  let common = a
  while (!isWithin(b, common)) common = dirname(common)
  return common
}

/** A date or up to three digits a part before the words, as in `01-intro`, `1.2-x` or `2024-01-31-news`. */
const numbered = /^(\d{4}-\d{2}-\d{2}|\d{1,3}(?:\.\d{1,3}){0,9})[-_ .)]{1,3}(?=[\p{L}@$])/u

/** Words that are written in capitals. */
const acronyms: ReadonlySet<string> = new Set(
  'ai api aws ca cd ci cli cpu csv css dns faq gcp gpu grpc html http https id ide io ip json jwt ldap llm mcp oauth oidc os pdf pr rbac rpc saml sdk sql ssh sso tcp tls toml ui udp url ux vm vpn xml yaml'.split(
    ' ',
  ),
)

/**
 * Make a title of a name.
 * @param name Of a folder, or of a file without its ending.
 */
export function readableName(name: string): string {
  const words = decodePart(name)
    .replace(numbered, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
  if (words === '') return name
  // Somebody who wrote capitals meant them.
  if (/\p{Lu}/u.test(words)) return words
  const spelled = words.split(' ').map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
  const [first = '', ...rest] = spelled
  const opening = /^\p{Ll}+$/u.test(first) ? first.charAt(0).toUpperCase() + first.slice(1) : first
  return [opening, ...rest].join(' ')
}

/**
 * Read the numbers that a name starts with.
 * @returns Undefined when it starts with words.
 */
export function leadingNumbers(name: string): readonly number[] | undefined {
  return numbered.exec(name)?.[1]?.split(/[.-]/).map(Number)
}
