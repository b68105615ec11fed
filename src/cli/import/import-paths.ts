/** The paths on the command line of an import: files, folders, globs and standard input. @module */
import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { decodeMarkdown } from '../../folder-import/documents/read-markdown.ts'
import { selectPaths } from '../../folder-import/files/select-paths.ts'
import { markdownEnding } from '../../folder-import/files/tree-paths.ts'
import type { StandardInput } from '../../folder-import/folder-options.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'

interface ImportSources {
  readonly paths: readonly string[]
  readonly input?: StandardInput
  readonly workingFolder: string
  /** The folder that the tree of pages starts at. */
  readonly base: string
}

/**
 * Find what is to be imported.
 * @throws {UsageError} For a path that is not there, or a title without standard input.
 */
export async function readPaths(
  written: readonly string[],
  title: string | undefined,
  { stdin }: CliContext,
): Promise<ImportSources> {
  const workingFolder = resolve()
  if (written.includes('-')) {
    if (written.length > 1) throw new UsageError('- stands alone: it is one page.')
    const input = { title, markdown: await readInput(stdin) }
    return { paths: [], input, workingFolder, base: workingFolder }
  }
  if (title !== undefined) {
    throw new UsageError('--title goes with -; files have their titles inside.')
  }
  const paths = (await Promise.all(written.map(expand))).flat()
  return { paths, workingFolder, base: selectPaths(paths).base }
}

/** A path that is there is itself, whatever characters it has. */
async function expand(written: string): Promise<string[]> {
  const path = resolve(written)
  if (existsSync(path)) return [path]
  if (!/[*?[{]/.test(written)) throw new UsageError(`${written} is not there.`)
  const found: string[] = []
  for await (const match of glob(written, { exclude: ['**/node_modules/**'] })) {
    if (markdownEnding.test(match)) found.push(resolve(match))
  }
  if (found.length === 0) throw new UsageError(`No Markdown file matches ${written}.`)
  return found.sort()
}

async function readInput(stdin: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  try {
    return decodeMarkdown(Buffer.concat(chunks))
  } catch (error) {
    throw new CommandError(`standard input: ${(error as Error).message}`, { cause: error })
  }
}
