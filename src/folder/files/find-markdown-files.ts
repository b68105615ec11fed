/** Finds the Markdown files of folders, in order and safe from symlink cycles. @module */
import { join } from 'node:path'
import type { NoticeCode } from '../notices.ts'
import type { Entry, FileSystem, FileUse } from './guarded-files.ts'
import { type IgnoreLayer, isIgnored, parseIgnoreRules } from './ignore-rules.ts'
import { isAbsent } from './read-failure.ts'
import type { Selection } from './select-paths.ts'
import { compareNames, markdownEnding, pathFrom, withSlashes } from './tree-paths.ts'
import { wildcardMatcher } from './wildcards.ts'

export interface MarkdownFile {
  readonly path: string
  readonly file: string
  /** The file behind the symlink. */
  readonly target?: string
}

interface WalkOptions {
  readonly fileSystem: FileSystem
  /** Patterns as in `.gitignore`, from the base. */
  readonly exclude: readonly string[]
  /** Shell patterns from the base; other files are left out. Empty takes all. */
  readonly glob: readonly string[]
  onNotice(path: string, code: NoticeCode, detail: string): void
}

/** Hidden files that order pages. */
export const hiddenNavigation: ReadonlySet<string> = new Set(['.pages', '.nav.yml', '.order'])

/** A folder on the way down. */
interface WalkedFolder {
  readonly folder: string
  /** Real paths of the folder and of those above it; the folder's own comes last. */
  readonly chain: readonly string[]
  /** A generator's hidden folder holds files for pages, but no pages. */
  readonly isHidden: boolean
}

export async function findMarkdownFiles(selection: Selection, options: WalkOptions) {
  const { base } = selection
  const { fileSystem, onNotice } = options
  const globs = options.glob.map(wildcardMatcher)
  const isWanted = (path: string): boolean =>
    globs.length === 0 || globs.some((matches) => matches(path))
  const excluded: IgnoreLayer = {
    folder: withSlashes(base),
    rules: parseIgnoreRules(options.exclude.join('\n')),
  }
  const isExcluded = (file: string, isFolder: boolean): boolean =>
    isIgnored([excluded], withSlashes(file), isFolder)
  const files: MarkdownFile[] = []
  /** Paths of files other than Markdown. */
  const others: string[] = []
  /** How many files of Markdown and folders were left out. */
  let ignored = 0
  for (const file of selection.files) {
    const path = pathFrom(base, file)
    if (isExcluded(file, false) || !isWanted(path)) ignored += 1
    else files.push({ path, file })
  }
  /** Paths that are listed already, because the user named them. */
  const named = new Set(files.map(({ path }) => path))
  const walk = async ({ folder, chain, isHidden }: WalkedFolder): Promise<void> => {
    for (const entry of await readFolder(folder)) {
      const { name } = entry
      const file = join(folder, name)
      const path = pathFrom(base, file)
      const use = hiddenNavigation.has(name) ? 'settings' : 'page'
      const isOut = (isFolder: boolean): boolean =>
        isExcluded(file, isFolder) || fileSystem.refusalOf(file, isFolder, use) !== undefined
      const isMarkdown = markdownEnding.test(name)
      if (isOut(entry.isDirectory())) {
        if (entry.isDirectory() || isMarkdown) ignored += 1
        continue
      }
      const target = resolveEntry(entry, file, join(chain.at(-1) ?? folder, name), use)
      if (target === undefined) continue
      if (isOut(target.isFolder)) ignored += 1
      else if (target.isFolder) {
        if (name === 'node_modules') continue
        if (chain.includes(target.realPath)) onNotice(path, 'symlink-cycle', '')
        else {
          const below = {
            chain: [...chain, target.realPath],
            isHidden: isHidden || name[0] === '.',
          }
          await walk({ folder: file, ...below })
        }
      } else if (!isMarkdown) others.push(path)
      else if (isHidden || named.has(path)) continue
      else if (isWanted(path)) {
        const isLinked = target.realPath !== file
        files.push({ path, file, ...(isLinked && { target: target.realPath }) })
      } else ignored += 1
    }
  }
  /** A folder whose ignore rules cannot be read is left out: its files may be private. */
  const readFolder = async (folder: string): Promise<readonly Entry[]> => {
    try {
      // Asking about any name makes the guard read the folder's ignore rules, or fail.
      fileSystem.refusalOf(join(folder, 'any'), false)
      const isOfGenerator = (entry: Entry): boolean =>
        entry.isDirectory() && fileSystem.refusalOf(join(folder, entry.name), true) === undefined
      return (await fileSystem.list(folder))
        .filter(
          (entry) =>
            entry.name[0] !== '.' || hiddenNavigation.has(entry.name) || isOfGenerator(entry),
        )
        .toSorted((a, b) => compareNames(a.name, b.name))
    } catch (error) {
      onNotice(pathFrom(base, folder), 'folder-unreadable', (error as Error).message)
      return []
    }
  }
  const resolveEntry = (
    entry: Entry,
    file: string,
    realPath: string,
    use: FileUse,
  ): ResolvedEntry | undefined => {
    if (entry.isSymbolicLink()) return followLink(file, use)
    if (!entry.isFile() && !entry.isDirectory()) return undefined
    const target = { isFolder: entry.isDirectory(), realPath }
    // Behind a symlink other ignore rules apply.
    if (realPath === file) return target
    const refusal = fileSystem.refusalOf(realPath, target.isFolder, use)
    return refusal === undefined ? target : undefined
  }
  const followLink = (file: string, use: FileUse): ResolvedEntry | undefined => {
    const notice = (code: NoticeCode, detail: string): undefined => {
      onNotice(pathFrom(base, file), code, detail)
      return undefined
    }
    try {
      const realPath = fileSystem.realPath(file)
      const isFolder = fileSystem.isFolder(realPath)
      const refusal = fileSystem.refusalOf(realPath, isFolder, use)
      if (refusal === undefined) return { isFolder, realPath }
      return isFolder || markdownEnding.test(file)
        ? notice(`symlink-${refusal}`, realPath)
        : undefined
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A name without a Markdown ending may have been a folder.
      if (isAbsent(error) && !markdownEnding.test(file)) return undefined
      // The system reports a link to itself as ELOOP.
      return notice(code === 'ELOOP' ? 'symlink-cycle' : 'symlink-broken', '')
    }
  }
  for (const folder of selection.isPart ? [base] : selection.folders) {
    await walk({ folder, chain: [fileSystem.realPath(folder)], isHidden: false })
  }
  return { files, others, ignored }
}

interface ResolvedEntry {
  readonly isFolder: boolean
  readonly realPath: string
}
