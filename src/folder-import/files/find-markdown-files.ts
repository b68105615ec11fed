/** Finds the Markdown files of folders: in order, without what is ignored, safe from symlink cycles. @module */
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { matchesGlob } from 'node:path/posix'
import type { NoticeCode } from '../notices.ts'
import { type IgnoreLayer, isIgnored, parseIgnoreRules, readIgnoreRules } from './ignore-rules.ts'
import { isInside, isWithin } from './is-within.ts'
import { isAbsent } from './read-regular-file.ts'
import type { Selection } from './select-paths.ts'
import { compareNames, markdownEnding } from './tree-paths.ts'

/** A file of Markdown in a tree. */
export interface MarkdownFile {
  /** Relative to the base, with `/` between its parts. */
  readonly path: string
  readonly file: string
  /** What it says, where that does not come from a disk. */
  readonly text?: string
}

interface WalkOptions {
  /** Patterns as in `.gitignore`, relative to the base. */
  readonly exclude: readonly string[]
  /** Patterns as shells have them, relative to the base: other files are left out, unless there is none. */
  readonly glob: readonly string[]
  onNotice(path: string, code: NoticeCode, detail: string): void
  /** Hears of the files that are no Markdown. */
  onOther(path: string): void
  /** Hears of each file of Markdown and each folder that a pattern leaves out. */
  onIgnored(): void
}

/**
 * Find the files, folder by folder, in the order of their names with numbers as numbers.
 * @param selection What to look through.
 * @param options What to leave out, and who hears of what was left out.
 */
export async function* findMarkdownFiles(
  { base, folders, files }: Selection,
  options: WalkOptions,
): AsyncGenerator<MarkdownFile> {
  const bounds = await findRepository(base)
  const excluded: IgnoreLayer = {
    folder: slashes(base),
    rules: parseIgnoreRules(options.exclude.join('\n')),
  }
  for (const file of files) {
    const path = pathIn(base, file)
    const isOut = isIgnored([excluded], slashes(file), false) || !isWanted(path, options)
    if (isOut) options.onIgnored()
    else yield { path, file }
  }
  for (const folder of folders) {
    const ruled = foldersBetween(bounds, folder)
    const chain = [await realpath(folder)]
    yield* walk(folder, { base, bounds, excluded, layers: [], ruled, chain, options })
  }
}

/**
 * Find the folder that files may lie in: the Git repository around it, or else itself.
 * @param base Where to start.
 */
export async function findRepository(base: string): Promise<string> {
  for (let folder = base; ; folder = dirname(folder)) {
    const isRepository = await stat(join(folder, '.git')).then(
      () => true,
      () => false,
    )
    if (isRepository) return realpath(folder)
    if (dirname(folder) === folder) return realpath(base)
  }
}

interface Walk {
  readonly base: string
  readonly bounds: string
  readonly excluded: IgnoreLayer
  /** What `.gitignore` files say, the outermost first. */
  readonly layers: readonly IgnoreLayer[]
  /** Folders whose `.gitignore` is still to be read, the outermost first. */
  readonly ruled: readonly string[]
  /** Real paths of the folders that this one is in. */
  readonly chain: readonly string[]
  readonly options: WalkOptions
}

async function* walk(folder: string, state: Walk): AsyncGenerator<MarkdownFile> {
  const { base, options } = state
  const { entries, layers } = await readFolder(folder, state)
  // What the user excludes comes last, so it counts most.
  const rules = [...layers, state.excluded]
  for (const entry of entries) {
    const file = join(folder, entry.name)
    const path = pathIn(base, file)
    if (isIgnored(rules, slashes(file), false)) {
      if (entry.isDirectory() || markdownEnding.test(entry.name)) options.onIgnored()
      continue
    }
    const found = await resolveEntry(entry, file, state)
    if (found === undefined) continue
    if (isIgnored(rules, slashes(file), found.isFolder)) {
      options.onIgnored()
      continue
    }
    if (!found.isFolder) {
      if (!markdownEnding.test(entry.name)) options.onOther(path)
      else if (isWanted(path, options)) yield { path, file }
      else options.onIgnored()
      continue
    }
    if (entry.name === 'node_modules') continue
    if (state.chain.includes(found.realPath)) {
      options.onNotice(path, 'symlink-cycle', '')
      continue
    }
    yield* walk(file, { ...state, layers, ruled: [file], chain: [...state.chain, found.realPath] })
  }
}

function isWanted(path: string, { glob }: WalkOptions): boolean {
  return glob.length === 0 || glob.some((pattern) => matchesGlob(path, pattern))
}

/** Files that put pages in order, among those that are hidden. */
const hiddenNavigation: ReadonlySet<string> = new Set(['.pages', '.nav.yml'])

/** Without its rules a folder is left out: what they keep back may be private. */
async function readFolder(
  folder: string,
  { base, layers, ruled, options }: Walk,
): Promise<{ readonly entries: readonly Dirent[]; readonly layers: readonly IgnoreLayer[] }> {
  try {
    const entries = (await readdir(folder, { withFileTypes: true }))
      .filter(({ name }) => !name.startsWith('.') || hiddenNavigation.has(name))
      .sort((a, b) => compareNames(a.name, b.name))
    const more: IgnoreLayer[] = []
    for (const one of ruled) more.push({ folder: slashes(one), rules: await readIgnoreRules(one) })
    return { entries, layers: [...layers, ...more] }
  } catch (error) {
    options.onNotice(pathIn(base, folder), 'folder-unreadable', (error as Error).message)
    return { entries: [], layers }
  }
}

async function resolveEntry(
  entry: Dirent,
  file: string,
  { base, bounds, options }: Walk,
): Promise<{ isFolder: boolean; realPath: string } | undefined> {
  if (!entry.isSymbolicLink()) {
    if (entry.isDirectory()) return { isFolder: true, realPath: await realpath(file) }
    return entry.isFile() ? { isFolder: false, realPath: file } : undefined
  }
  try {
    const realPath = await realpath(file)
    const isFolder = (await stat(realPath)).isDirectory()
    if (isWithin(realPath, bounds)) return { isFolder, realPath }
    if (isFolder || markdownEnding.test(file)) {
      options.onNotice(pathIn(base, file), 'symlink-outside', realPath)
    }
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // What cannot be looked at may be a folder of files.
    if (isAbsent(error) && !markdownEnding.test(file)) return undefined
    // A link that leads to itself is one of the system's own cycles.
    const kind = code === 'ELOOP' ? 'symlink-cycle' : 'symlink-broken'
    options.onNotice(pathIn(base, file), kind, '')
    return undefined
  }
}

/** The outermost first. */
function foldersBetween(outer: string, inner: string): string[] {
  const folders = [inner]
  for (let folder = inner; isInside(folder, outer); ) {
    folder = dirname(folder)
    folders.unshift(folder)
  }
  return folders
}

function pathIn(base: string, file: string): string {
  return slashes(relative(base, file))
}

function slashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}
