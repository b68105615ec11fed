/** `markport space export`: a space as files that `markport import` reads back. @module */
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { counted } from '../../base/counted.ts'
import { unpackHere } from '../../embedded-wiki/store/packing/unpack-version.ts'
import { getSpace } from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { type ExportCounts, exportEntries, noCounts } from '../../space-export/export-entries.ts'
import { listExportedPages, whyNotExported } from '../../space-export/exported-pages.ts'
import { writePageText } from '../../space-export/page-text.ts'
import { noteExport } from '../../space-export/record-export.ts'
import { FolderInUseError, writeFolder } from '../../space-export/write-folder.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, CommandError } from '../context.ts'
import { printResult } from '../output.ts'
import { commandLineActor, type Store, withStore } from '../store/store.ts'

export function registerSpaceExport(space: Command, context: CliContext): void {
  const command = space
    .command('export')
    .description(
      'Write the pages of a space as files, with images, labels and order; markport import reads them back.',
    )
    .argument('<key>', 'The space.')
    .argument('<dir>', 'A folder that is empty, or not there.')
  addOptions(command, ['publicUrl', ...storeOptions]).action((key: string, dir: string) => {
    const values = readOptions(command, context.env)
    return withStore(context, values, async (store) => {
      const found = await findExportable(store, key)
      await noteExport(store, { key: found.key, form: 'folder' }, commandLineActor)
      const counts = noCounts()
      const listed = await listExportedPages(store.database, found)
      const work = {
        database: store.database,
        unpack: unpackHere,
        origin: values.publicUrl === undefined ? undefined : new URL(values.publicUrl).origin,
        writePage: async (...page: Parameters<typeof writePageText>) => writePageText(...page),
      }
      await writeFolder(resolve(dir), exportEntries(found, listed, work, counts)).catch((error) => {
        throw worded(error, dir)
      })
      tellNotes(context, counts)
      const { pages, files, blocks, verbatim } = counts
      const result = { key: found.key, id: found.id, folder: resolve(dir), pages, files }
      const asAdf = Object.fromEntries(blocks)
      printResult(
        context,
        values.json ?? false,
        { ...result, blocksAsAdf: asAdf, verbatim },
        () => [
          `Exported the space ${found.key} to ${dir}: ${counted(pages, 'page')}, ${counted(files, 'attached file')}.`,
          `Read it back with: markport import ${dir} --space KEY --parent ID`,
        ],
      )
    })
  })
}

/** Find a space whose pages are here. */
async function findExportable({ database }: Store, key: string): Promise<Space> {
  const space = await getSpace(database, key)
  const why = await whyNotExported(database, space)
  if (why !== undefined) throw new CommandError(why)
  return space
}

function worded(error: unknown, dir: string): unknown {
  if (error instanceof FolderInUseError) {
    return new CommandError(
      `${dir} is not empty, and an export overwrites nothing. Name a folder that is empty or not there.`,
    )
  }
  const { code, path } = error as NodeJS.ErrnoException
  if (code === undefined || path === undefined) return error
  const way =
    code === 'ENAMETOOLONG'
      ? 'Its page stands too deep for this disk: move it up.'
      : 'Make room or choose another folder.'
  return new CommandError(`${path} cannot be written (${code}): the export is not whole. ${way}`, {
    cause: error,
  })
}

function tellNotes({ stderr }: CliContext, { blocks, verbatim }: ExportCounts): void {
  for (const [path, count] of blocks) {
    stderr.line(`${path}: ${counted(count, 'block')} that no Markdown says, kept as code of ADF.`)
  }
  for (const path of verbatim) {
    stderr.line(
      `${path}: its links and images stay as they are, and its images are no files: changed, it would not come back to the letter.`,
    )
  }
}
