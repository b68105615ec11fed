/** The patterns of `.gitignore`, as Git reads them: https://git-scm.com/docs/gitignore @module */
import { join } from 'node:path'
import { isAbsent, readRegularFile } from './read-regular-file.ts'

export interface IgnoreRule {
  readonly pattern: RegExp
  /** `!pattern`: what an earlier rule left out is taken in again. */
  readonly isNegated: boolean
  readonly isOnlyForFolders: boolean
}

/** Rules, and the folder that they count from. */
export interface IgnoreLayer {
  /** Absolute, with `/` between its parts. */
  readonly folder: string
  readonly rules: readonly IgnoreRule[]
}

/**
 * Read the `.gitignore` of a folder.
 * @param folder Its path.
 * @returns No rules where there is none.
 * @throws {Error} When it cannot be read: nobody knows then what it leaves out.
 */
export async function readIgnoreRules(folder: string): Promise<IgnoreRule[]> {
  try {
    return parseIgnoreRules(String(await readRegularFile(join(folder, '.gitignore'))))
  } catch (error) {
    const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR'
    if (isFolder || isAbsent(error)) return []
    throw error
  }
}

/**
 * Parse the lines of a `.gitignore`.
 * @param text The file's text, or one pattern.
 */
export function parseIgnoreRules(text: string): IgnoreRule[] {
  return text.split(/\r?\n/).flatMap(parseRule)
}

/**
 * Tell whether rules leave a file or folder out; the last rule that matches decides.
 * @param layers The outermost folder first.
 * @param path Its absolute path, with `/` between its parts.
 * @param isFolder Whether it is a folder.
 */
export function isIgnored(
  layers: readonly IgnoreLayer[],
  path: string,
  isFolder: boolean,
): boolean {
  for (const { folder, rules } of layers.toReversed()) {
    const relative = path.slice(folder.length + 1)
    const rule = rules.findLast(
      ({ pattern, isOnlyForFolders }) => (isFolder || !isOnlyForFolders) && pattern.test(relative),
    )
    if (rule !== undefined) return !rule.isNegated
  }
  return false
}

function parseRule(line: string): IgnoreRule[] {
  // Trailing spaces count only when escaped.
  let glob = line.replace(/(?<!\\)[ \t]+$/, '')
  if (glob === '' || glob.startsWith('#')) return []
  const isNegated = glob.startsWith('!')
  if (isNegated) glob = glob.slice(1)
  const isOnlyForFolders = glob.endsWith('/')
  if (isOnlyForFolders) glob = glob.slice(0, -1)
  const isAnchored = glob.includes('/')
  const source = globSource(glob.replace(/^\//, ''))
  const pattern = new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${source}$`, 'u')
  return [{ pattern, isNegated, isOnlyForFolders }]
}

const piece = /\*\*\/|\/\*\*$|\*+|\?|\[!?\]?[^\]/]*\]|\\.|[\s\S]/gu

function globSource(glob: string): string {
  return glob.replace(piece, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '/**') return '/.+'
    if (part.startsWith('*')) return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.length > 2 && part.startsWith('[')) return characterClass(part)
    return literal(part.length > 1 ? part.slice(1) : part)
  })
}

function characterClass(part: string): string {
  const isNegated = part[1] === '!'
  const inside = part
    .slice(isNegated ? 2 : 1, -1)
    .replace(/[\\[\]^]|(?:[&]{2}|[-]{2}|[~]{2})/g, '\\$&')
  return inside === '' ? literal(part) : `[${isNegated ? '^/' : ''}${inside}]`
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
