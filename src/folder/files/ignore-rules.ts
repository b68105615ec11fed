/** The patterns of `.gitignore`, as Git reads them: https://git-scm.com/docs/gitignore @module */
import { dirname, join, relative, sep } from 'node:path'
import { dirname as folderOf } from 'node:path/posix'
import ignore, { type Ignore } from 'ignore'
import type { GuardOptions } from './guarded-files.ts'
import { findGitFolders, listTrackedIgnored, readIfThere } from './harmless-git.ts'
import { isWithin, withSlashes } from './tree-paths.ts'

export interface IgnoreLayer {
  readonly folder: string
  readonly rules: Ignore
}

/** No path is longer, and longer patterns could become huge expressions. */
const maxPattern = 4_096

/** @throws {RangeError} When a line is too long. */
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
 * Tell whether rules exclude a path; the last matching rule decides. Folders above are not judged,
 * because the user may have named an excluded one.
 * @param layers The outermost first.
 * @param path Absolute, with `/` separators.
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

/** The library judges parent folders first, so they are included explicitly here. */
function testAlone(rules: Ignore, path: string): { ignored: boolean; unignored: boolean } {
  const result = rules.test(path)
  const above = folderOf(path)
  if (!result.ignored || above === '.' || !rules.ignores(`${above}/`)) return result
  const exceptions: string[] = []
  for (let folder = above; folder !== '.'; folder = folderOf(folder)) {
    exceptions.push(`!/${folder.replace(/[\\*?[\] ]/g, '\\$&')}/`)
  }
  return ignore({ ignorecase: false }).add(rules).add(exceptions).test(path)
}

/** Judge paths by Git's ignore rules, except those that the user named. */
export function gitIgnored(options: Pick<GuardOptions, 'top' | 'named' | 'allowIgnored'>) {
  const { top } = options
  const named = new Set(options.named)
  const allowed = parseIgnoreRules(options.allowIgnored.join('\n'))
  const git = findGitFolders(top)
  const layers = new Map<string, readonly IgnoreLayer[]>()
  const folders = new Map<string, boolean>()
  const rulesIn = (folder: string, file: string): readonly IgnoreLayer[] => {
    const text = readIfThere(file)
    return text === '' ? [] : [{ folder: withSlashes(folder), rules: parseIgnoreRules(text) }]
  }
  const layersAt = (folder: string): readonly IgnoreLayer[] => {
    const cachedLayers = layers.get(folder)
    if (cachedLayers !== undefined) return cachedLayers
    const above =
      folder === top ? rulesIn(top, join(git.common, 'info/exclude')) : layersAt(dirname(folder))
    const folderLayers = rulesIn(folder, join(folder, '.gitignore'))
    const allLayers = folderLayers.length === 0 ? above : [...above, ...folderLayers]
    layers.set(folder, allLayers)
    return allLayers
  }
  const isOut = (path: string, isFolder: boolean): boolean => {
    if (path === top || named.has(path)) return false
    const fromTop = withSlashes(relative(top, path))
    if (allowed.ignores(isFolder ? `${fromTop}/` : fromTop)) return false
    const above = dirname(path)
    return isFolderOut(above) || isIgnored(layersAt(above), withSlashes(path), isFolder)
  }
  const isFolderOut = (folder: string): boolean => {
    const cachedResult = folders.get(folder)
    if (cachedResult !== undefined) return cachedResult
    const isLeftOut = isOut(folder, true)
    folders.set(folder, isLeftOut)
    return isLeftOut
  }
  let tracked: ReadonlySet<string> | undefined
  const isTracked = (path: string): boolean => {
    tracked ??= withFoldersAbove(listTrackedIgnored(top))
    return tracked.size > 0 && tracked.has(withSlashes(relative(top, path)))
  }
  return {
    isOfGit: (path: string): boolean =>
      isWithin(path, git.gitFolder) ||
      isWithin(path, git.common) ||
      relative(top, path).split(sep).some(isGitName),
    /** Git ignores nothing that it tracks, and so no folder with a tracked file. */
    has: (path: string, isFolder: boolean): boolean =>
      (isFolder ? isFolderOut(path) : isOut(path, false)) && !isTracked(path),
  }
}

function withFoldersAbove(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const path of paths) {
    for (let at = path; at !== '.' && !all.has(at); at = folderOf(at)) all.add(at)
  }
  return all
}

/** Also matches names that some file systems treat as `.git`: CVE-2014-9390. */
function isGitName(name: string): boolean {
  const plain = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]|[. ]+$|:.*/gu, '')
  return /^(?:\.git|git~\d)$/i.test(plain)
}
