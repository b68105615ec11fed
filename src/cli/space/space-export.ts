/** `markport space export`: writes a space as files that `markport import` can read. @module */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { readerOfAll } from '../../auth/reader.ts'
import { counted } from '../../base/visible-text.ts'
import { findConnection } from '../../delivery/connections/space-connections.ts'
import { getSpace } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import {
  type ExportCounts,
  type ExportEntry,
  type ExportWork,
  exportEntries,
  noCounts,
  warningLines,
} from '../../space-export/export-entries.ts'
import { listExportedPages, noExport } from '../../space-export/exported-pages.ts'
import { writePageText } from '../../space-export/page-text.ts'
import { noteExport } from '../../space-export/record-export.ts'
import { zipArchive } from '../../space-export/zip-archive.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { printResult } from '../output.ts'
import { commandLineActor, withStore } from '../store/store.ts'

class FolderInUseError extends Error {}

/**
 * Write all files, the mark of a complete export last.
 * @param folder Must be missing or empty.
 * @throws {FolderInUseError} When it is not empty.
 */
export async function writeFolder(
  folder: string,
  entries: AsyncIterable<ExportEntry>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new FolderInUseError(folder)
  const made = new Set<string>()
  for await (const { path, bytes } of entries) {
    const file = join(folder, path)
    const parent = dirname(file)
    if (!made.has(parent)) await mkdir(parent, { recursive: true })
    made.add(parent)
    await writeFile(file, bytes)
  }
}

class FileInUseError extends Error {}

/** Write an archive; an incomplete one is deleted. */
async function writeArchive(file: string, entries: AsyncIterable<ExportEntry>): Promise<void> {
  const output = createWriteStream(file, { flags: 'wx' })
  try {
    await pipeline(zipArchive(entries), output)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new FileInUseError(file)
    await rm(file, { force: true })
    throw error
  }
}

interface Target {
  readonly form: 'folder' | 'archive'
  /** As it was given. */
  readonly path: string
}

interface ExportFlags {
  readonly zip?: string
}

export function registerSpaceExport(space: Command, context: CliContext): void {
  const command = space
    .command('export')
    .description(
      'Write the pages of a space as files, with images, labels and order; markport import reads them back.',
    )
    .argument('<key>', 'The space.')
    .argument('[dir]', 'A folder that is empty, or not there.')
    .option('--zip <file>', 'Write an archive instead of a folder; the file must not be there.')
  addOptions(command, ['publicUrl', ...storeOptions]).action((key: string, dir?: string) => {
    const values = readOptions(command, context.env)
    const target = targetOf(dir, command.opts<ExportFlags>().zip)
    return withStore(context, values, async (store) => {
      const { database } = store
      const reader = readerOfAll(database)
      const found = await getSpace(database, key)
      const connection = await findConnection(database, found.id)
      if (connection !== undefined) throw new CommandError(noExport(found.key, connection))
      await noteExport(store, { key: found.key, form: target.form }, commandLineActor)
      const counts = noCounts()
      const origin = values.publicUrl === undefined ? undefined : new URL(values.publicUrl).origin
      const pages = await listExportedPages(reader, found)
      const work = { reader, origin, writePage }
      const write = target.form === 'folder' ? writeFolder : writeArchive
      await write(resolve(target.path), exportEntries(found, pages, work, counts)).catch(
        (error: unknown) => {
          throw worded(error, target.path)
        },
      )
      const lines = warningLines(counts)
      for (const line of lines) context.stderr.line(line)
      tellResult(context, { space: found, target, counts, isJson: values.json ?? false })
      if (lines.length > 0) {
        throw new CommandError(
          `${counted(lines.length, 'thing')} could not be kept as it was; warnings.txt in the export says what.`,
        )
      }
    })
  })
}

function targetOf(dir: string | undefined, zip: string | undefined): Target {
  if (dir !== undefined && zip === undefined) return { form: 'folder', path: dir }
  if (zip !== undefined && dir === undefined) return { form: 'archive', path: zip }
  throw new UsageError('Say where to: either a folder, or --zip FILE.')
}

interface Exported {
  readonly space: Space
  readonly target: Target
  readonly counts: ExportCounts
  readonly isJson: boolean
}

function tellResult(context: CliContext, { space, target, counts, isJson }: Exported): void {
  const { pages, files, warnings } = counts
  const { form, path } = target
  const result = {
    ...{ key: space.key, id: space.id, [form]: resolve(path), pages, files },
    warnings: Object.fromEntries(warnings),
  }
  const folder = form === 'folder' ? path : 'FOLDER'
  printResult(context, isJson, result, () => [
    `Exported the space ${space.key} to ${path}: ${counted(pages, 'page')}, ${counted(files, 'attached file')}.`,
    `${form === 'folder' ? 'Read' : 'Unpack it, and read'} it back with: markport import ${folder} --space KEY --parent ID`,
  ])
}

const writePage: ExportWork['writePage'] = async (...page) => writePageText(...page)

function worded(error: unknown, path: string): unknown {
  if (error instanceof FolderInUseError) {
    return new CommandError(
      `${path} is not empty, and an export overwrites nothing. Name a folder that is empty or not there.`,
    )
  }
  if (error instanceof FileInUseError) {
    return new CommandError(
      `${path} is there already, and an export overwrites nothing. Name another file.`,
    )
  }
  const { code, path: file } = error as NodeJS.ErrnoException
  if (code === undefined || file === undefined) return error
  const way =
    code === 'ENAMETOOLONG'
      ? 'Its page stands too deep for this disk: move it up.'
      : 'Make room or choose another place.'
  return new CommandError(`${file} cannot be written (${code}): the export is not whole. ${way}`, {
    cause: error,
  })
}
