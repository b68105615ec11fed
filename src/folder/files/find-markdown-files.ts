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

interface WalkedFiles {
  readonly files: MarkdownFile[]
  /** Paths of files other than Markdown. */
  readonly others: string[]
  /** How many files of Markdown and folders were left out. */
  ignored: number
}

export async function findMarkdownFiles(
  { base, folders, files, isPart }: Selection,
  options: WalkOptions,
): Promise<WalkedFiles> {
  const globs = options.glob.map(wildcardMatcher)
  const isWanted = (path: string): boolean =>
    globs.length === 0 || globs.some((matches) => matches(path))
  const excluded: IgnoreLayer = {
    folder: withSlashes(base),
    rules: parseIgnoreRules(options.exclude.join('\n')),
  }
  const result: WalkedFiles = { files: [], others: [], ignored: 0 }
  const wholeFolders = isPart ? [base] : folders
  for (const file of files) {
    const path = pathFrom(base, file)
    const isOut = isIgnored([excluded], withSlashes(file), false) || !isWanted(path)
    if (isOut) result.ignored += 1
    else result.files.push({ path, file })
  }
  const named = new Set(result.files.map(({ path }) => path))
  for (const folder of wholeFolders) {
    const real = options.fileSystem.realPath(folder)
    await walk(folder, { base, real, named, excluded, chain: [real], isWanted, options, result })
  }
  return result
}

interface Walk {
  readonly base: string
  readonly real: string
  /** Paths that are listed already, because the user named them. */
  readonly named: ReadonlySet<string>
  readonly excluded: IgnoreLayer
  readonly chain: readonly string[]
  /** A generator's hidden folder holds files for pages, but no pages. */
  readonly isHidden?: boolean
  isWanted(path: string): boolean
  readonly options: WalkOptions
  readonly result: WalkedFiles
}

async function walk(folder: string, state: Walk): Promise<void> {
  const { base, excluded, options, result } = state
  const isExcluded = (file: string, isFolder: boolean, use: FileUse): boolean =>
    isIgnored([excluded], withSlashes(file), isFolder) ||
    options.fileSystem.refusalOf(file, isFolder, use) !== undefined
  for (const entry of await readFolder(folder, state)) {
    const file = join(folder, entry.name)
    const path = pathFrom(base, file)
    const use = hiddenNavigation.has(entry.name) ? 'settings' : 'page'
    if (isExcluded(file, entry.kind === 'folder', use)) {
      if (entry.kind === 'folder' || markdownEnding.test(entry.name)) result.ignored += 1
      continue
    }
    const target = resolveEntry(entry, file, { ...state, use })
    if (target === undefined) continue
    if (isExcluded(file, target.isFolder, use)) {
      result.ignored += 1
      continue
    }
    if (!target.isFolder) {
      if (!markdownEnding.test(entry.name)) result.others.push(path)
      else if (state.isHidden || state.named.has(path)) continue
      else if (state.isWanted(path)) {
        const isLinked = target.realPath !== file
        result.files.push({ path, file, ...(isLinked && { target: target.realPath }) })
      } else result.ignored += 1
      continue
    }
    if (entry.name === 'node_modules') continue
    if (state.chain.includes(target.realPath)) {
      options.onNotice(path, 'symlink-cycle', '')
      continue
    }
    const chain = [...state.chain, target.realPath]
    const isHidden = state.isHidden || entry.name.startsWith('.')
    await walk(file, { ...state, real: target.realPath, chain, isHidden })
  }
}

/** Hidden files that order pages. */
export const hiddenNavigation: ReadonlySet<string> = new Set(['.pages', '.nav.yml', '.order'])

/** A folder whose ignore rules cannot be read is left out: its files may be private. */
async function readFolder(folder: string, { base, options }: Walk): Promise<readonly Entry[]> {
  const { fileSystem } = options
  try {
    // Asking about any name makes the guard read the folder's ignore rules, or fail.
    fileSystem.refusalOf(join(folder, 'any'), false)
    const entries = await fileSystem.list(folder)
    const isGeneratorFolder = (name: string, kind: Entry['kind']): boolean =>
      kind === 'folder' && fileSystem.refusalOf(join(folder, name), true) === undefined
    return entries
      .filter(
        ({ name, kind }) =>
          !name.startsWith('.') || hiddenNavigation.has(name) || isGeneratorFolder(name, kind),
      )
      .toSorted((a, b) => compareNames(a.name, b.name))
  } catch (error) {
    options.onNotice(pathFrom(base, folder), 'folder-unreadable', (error as Error).message)
    return []
  }
}

interface ResolvedEntry {
  readonly isFolder: boolean
  readonly realPath: string
}

function resolveEntry(
  entry: Entry,
  file: string,
  state: Walk & { readonly use: FileUse },
): ResolvedEntry | undefined {
  const { fileSystem } = state.options
  const realPath = join(state.real, entry.name)
  if (entry.kind === 'other') return undefined
  if (entry.kind === 'link') return followLink(file, state)
  const target = { isFolder: entry.kind === 'folder', realPath }
  // Behind a symlink other ignore rules apply.
  if (realPath === file) return target
  const refusal = fileSystem.refusalOf(realPath, target.isFolder, state.use)
  return refusal === undefined ? target : undefined
}

function followLink(
  file: string,
  { base, use, options }: Walk & { readonly use: FileUse },
): ResolvedEntry | undefined {
  const { fileSystem } = options
  const notice = (code: NoticeCode, detail: string): undefined => {
    options.onNotice(pathFrom(base, file), code, detail)
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
