/** Finds the Markdown files of folders: in order, without what is ignored, safe from symlink cycles. @module */
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type IgnoreLayer, isIgnored, parseIgnoreRules } from './ignore-rules.ts'
import type { NoticeCode } from './notices.ts'
import type { Selection } from './selection.ts'

export interface MarkdownFile {
  /** Relative to the base, with `/` between its parts. */
  readonly path: string
  readonly file: string
}

export interface WalkOptions {
  /** Patterns as in `.gitignore`, relative to the base. */
  readonly exclude: readonly string[]
  onNotice(path: string, code: NoticeCode, detail: string): void
}

const markdownName = /\.(?:md|markdown)$/i

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
    if (!isIgnored([excluded], slashes(file), false)) yield { path: pathIn(base, file), file }
  }
  for (const folder of folders) {
    // What the user excludes stays last, so it counts most.
    const layers: IgnoreLayer[] = [excluded]
    for (const above of foldersBetween(bounds, folder)) layers.unshift(...(await readLayer(above)))
    const chain = [await realpath(folder)]
    yield* walk(folder, { base, bounds, layers, chain, options })
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

/**
 * Tell whether a path lies in a folder, or is it.
 * @param path Absolute, without symlinks.
 * @param folder The same.
 */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || isInside(path, folder)
}

/**
 * Compare names as people order them.
 * @param a A name.
 * @param b Another.
 */
export function compareNames(a: string, b: string): number {
  // The same everywhere, whatever the locale of the machine.
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b))
}

const collator = new Intl.Collator('en', { numeric: true })

interface Walk {
  readonly base: string
  readonly bounds: string
  readonly layers: readonly IgnoreLayer[]
  /** Real paths of the folders that this one is in. */
  readonly chain: readonly string[]
  readonly options: WalkOptions
}

async function* walk(folder: string, state: Walk): AsyncGenerator<MarkdownFile> {
  const { base, options } = state
  const entries = await readFolder(folder, state)
  for (const entry of entries) {
    const file = join(folder, entry.name)
    const path = pathIn(base, file)
    if (isIgnored(state.layers, slashes(file), false)) continue
    const found = await resolveEntry(entry, file, state)
    if (found === undefined || isIgnored(state.layers, slashes(file), found.isFolder)) continue
    if (!found.isFolder) {
      if (markdownName.test(entry.name)) yield { path, file }
      continue
    }
    if (entry.name === 'node_modules') continue
    if (state.chain.includes(found.realPath)) {
      options.onNotice(path, 'symlink-cycle', '')
      continue
    }
    const layers = [
      ...state.layers.slice(0, -1),
      ...(await readLayer(file)),
      ...state.layers.slice(-1),
    ]
    yield* walk(file, { ...state, layers, chain: [...state.chain, found.realPath] })
  }
}

async function readFolder(folder: string, { base, options }: Walk): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter(({ name }) => !name.startsWith('.'))
      .sort((a, b) => compareNames(a.name, b.name))
  } catch (error) {
    options.onNotice(pathIn(base, folder), 'folder-unreadable', (error as Error).message)
    return []
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
    if (isFolder || markdownName.test(file)) {
      options.onNotice(pathIn(base, file), 'symlink-outside', realPath)
    }
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ELOOP' && !markdownName.test(file)) return undefined
    // A link that leads to itself is one of the system's own cycles.
    const kind = code === 'ELOOP' ? 'symlink-cycle' : 'symlink-broken'
    options.onNotice(pathIn(base, file), kind, '')
    return undefined
  }
}

async function readLayer(folder: string): Promise<IgnoreLayer[]> {
  try {
    const text = await readFile(join(folder, '.gitignore'), 'utf8')
    return [{ folder: slashes(folder), rules: parseIgnoreRules(text) }]
  } catch {
    return []
  }
}

/** The innermost first, so that putting each in front leaves the outermost there. */
function foldersBetween(outer: string, inner: string): string[] {
  const folders = [inner]
  for (let folder = inner; isInside(folder, outer); ) {
    folder = dirname(folder)
    folders.push(folder)
  }
  return folders
}

/**
 * Tell whether a path lies in a folder.
 * @param path Absolute.
 * @param folder Absolute.
 */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function pathIn(base: string, file: string): string {
  return slashes(relative(base, file))
}

function slashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}
