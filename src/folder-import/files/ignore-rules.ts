/** The patterns of `.gitignore`, as Git reads them: https://git-scm.com/docs/gitignore @module */
import { dirname } from 'node:path/posix'
import ignore, { type Ignore } from 'ignore'

/** Rules, and the folder that they count from. */
export interface IgnoreLayer {
  /** Absolute, with `/` between its parts. */
  readonly folder: string
  readonly rules: Ignore
}

/** No path is longer, and expressions made of longer patterns may be too large. */
const maxPattern = 4_096

/**
 * Parse the lines of a `.gitignore`.
 * @param text The file's text, or one pattern.
 * @throws {RangeError} When one of them is too long to be judged.
 */
export function parseIgnoreRules(text: string): Ignore {
  const long = text.split('\n').findIndex(({ length }) => length > maxPattern)
  if (long !== -1) {
    throw new RangeError(
      `Line ${long + 1} of the rules that leave files out has more than ${maxPattern} characters: shorten it.`,
    )
  }
  return ignore({ ignorecase: false }).add(text)
}

/**
 * Tell whether rules leave a file or folder out; the last rule that matches decides. Folders above it
 * are not judged: the user may have named one that is left out, or taken one in again.
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
    const relative = path.slice(folder.endsWith('/') ? folder.length : folder.length + 1)
    const { ignored, unignored } = testAlone(rules, isFolder ? `${relative}/` : relative)
    if (ignored || unignored) return ignored
  }
  return false
}

/** The library judges the folders above a path first; here these are taken in before it is asked. */
function testAlone(rules: Ignore, path: string): { ignored: boolean; unignored: boolean } {
  const result = rules.test(path)
  const above = dirname(path)
  if (!result.ignored || above === '.' || !rules.ignores(`${above}/`)) return result
  const taken: string[] = []
  for (let folder = above; folder !== '.'; folder = dirname(folder)) {
    taken.push(`!/${folder.replace(/[\\*?[\] ]/g, '\\$&')}/`)
  }
  return ignore({ ignorecase: false }).add(rules).add(taken).test(path)
}
