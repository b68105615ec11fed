/** `markport space export`: a space as files that `markport import` reads back. @module */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { counted } from '../../base/visible-text.ts'
import { openConnection } from '../../delivery/connections/open-connection.ts'
import type { SpaceConnection } from '../../delivery/connections/space-connection.ts'
import { findConnection } from '../../delivery/connections/space-connections.ts'
import { unpackHere } from '../../embedded-wiki/store/packing/unpack-version.ts'
import { getSpace } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { writeSitePage } from '../../space-export/connected/site-page-text.ts'
import { connectedSource } from '../../space-export/connected/site-source.ts'
import { type EmbeddedExport, embeddedSource } from '../../space-export/embedded-source.ts'
import {
  type ExportCounts,
  type ExportEntry,
  type ExportSource,
  exportEntries,
  noCounts,
} from '../../space-export/export-entries.ts'
import { writePageText } from '../../space-export/page-text.ts'
import { noteExport } from '../../space-export/record-export.ts'
import { zipArchive } from '../../space-export/zip-archive.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { printResult } from '../output.ts'
import { commandLineActor, type Store, withStore } from '../store/store.ts'
import { siteProblem } from './site-problem.ts'

/** There is something in the folder already. */
class FolderInUseError extends Error {}

/**
 * Write all files. One of markport's own is the last, so that an export that was interrupted has none.
 * @param folder Is not there, or empty.
 * @throws {FolderInUseError} When there is something in it.
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

/** The file is there already. */
class FileInUseError extends Error {}

/** Write all files as one archive, which is left only when it is whole. */
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

/** Where an export goes: into a folder, or into an archive. */
interface Target {
  readonly form: 'folder' | 'archive'
  /** As it was given. */
  readonly path: string
}

interface ExportFlags {
  readonly zip?: string
  readonly withSent?: boolean
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
    .option(
      '--with-sent',
      'Write beside pages that were not written as Markdown what was sent, into sent/.',
    )
  addOptions(command, ['publicUrl', ...storeOptions]).action((key: string, dir?: string) => {
    const values = readOptions(command, context.env)
    const { zip, withSent = false } = command.opts<ExportFlags>()
    const target = targetOf(dir, zip)
    return withStore(context, values, async (store) => {
      const { database } = store
      const found = await getSpace(database, key)
      const connection = await findConnection(database, found.id)
      await noteExport(store, { key: found.key, form: target.form }, commandLineActor)
      const counts = noCounts()
      try {
        const origin = values.publicUrl === undefined ? undefined : new URL(values.publicUrl).origin
        const source =
          connection === undefined
            ? await embeddedSource(found, { database, unpack: unpackHere, origin, writePage })
            : await siteSource(store, connection, context)
        const write = target.form === 'folder' ? writeFolder : writeArchive
        await write(resolve(target.path), exportEntries(source, counts, withSent))
      } catch (error) {
        const told = worded(error, target.path)
        throw connection === undefined ? told : siteProblem(connection.baseUrl, told)
      }
      tellNotes(context, counts)
      tellResult(context, { space: found, target, counts, isJson: values.json ?? false })
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
  const { pages, files, sent, blocks, verbatim, notes, failed } = counts
  const { form, path } = target
  const result = {
    ...{ key: space.key, id: space.id, [form]: resolve(path), pages, files, sent },
    ...{ blocksAsAdf: Object.fromEntries(blocks), verbatim },
    ...{ notes: Object.fromEntries(notes), failed: Object.fromEntries(failed) },
  }
  const folder = form === 'folder' ? path : 'FOLDER'
  printResult(context, isJson, result, () => [
    `Exported the space ${space.key} to ${path}: ${counted(pages, 'page')}, ${counted(files, 'attached file')}.`,
    `${form === 'folder' ? 'Read' : 'Unpack it, and read'} it back with: markport import ${folder} --space KEY --parent ID`,
  ])
  if (failed.size > 0) {
    throw new CommandError(
      `The export is not whole: ${failed.size} of its pages and files could not be read. Export again, into another ${form}.`,
    )
  }
}

const writePage: EmbeddedExport['writePage'] = async (...page) => writePageText(...page)

function siteSource(
  { database, clock }: Store,
  connection: SpaceConnection,
  { env }: CliContext,
): Promise<ExportSource> {
  const site = openConnection(connection, { database, clock, env })
  return connectedSource({
    ...{ database, connection, site },
    writePage: async (...page) => writeSitePage(...page),
  })
}

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

function tellNotes(
  { stderr }: CliContext,
  { blocks, verbatim, notes, failed }: ExportCounts,
): void {
  for (const [path, why] of failed) stderr.line(`${path}: not exported: ${why}`)
  for (const [path, words] of notes) for (const one of words) stderr.line(`${path}: ${one}`)
  for (const [path, count] of blocks) {
    stderr.line(`${path}: ${counted(count, 'block')} that no Markdown says, kept as code of ADF.`)
  }
  for (const path of verbatim) {
    stderr.line(
      `${path}: its links and images stay as they are, and its images are no files: changed, it would not come back to the letter.`,
    )
  }
}
