/** `markport space`: create, list, rename, delete, export, connect and disconnect. @module */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { readerOfAll } from '../../accounts/reader.ts'
import type { SpaceConnection } from '../../confluence/delivery/connections/space-connection.ts'
import {
  findConnection,
  spaceConnections,
} from '../../confluence/delivery/connections/space-connections.ts'
import { counted } from '../../contract/base/visible-text.ts'
import {
  type ExportCounts,
  type ExportEntry,
  type ExportWork,
  exportEntries,
  noCounts,
  warningLines,
} from '../../wiki/export/export-entries.ts'
import { listExportedPages, noExport } from '../../wiki/export/exported-pages.ts'
import { writePageText } from '../../wiki/export/page-text.ts'
import { noteExport } from '../../wiki/export/record-export.ts'
import { zipArchive } from '../../wiki/export/zip-archive.ts'
import { getSpace, type ListedSpace, listSpaces } from '../../wiki/import/spaces.ts'
import type { Space } from '../../wiki/import/target-wiki.ts'
import { renameSpace } from '../../wiki/store/create-space.ts'
import { addOptions, readOptions, storeOptions } from '../command-options.ts'
import { type CliContext, CommandError, UsageError } from '../context.ts'
import { registerSpaceDelete } from '../store/purge.ts'
import { commandLineActor, onStore, withStore } from '../store/store.ts'
import { printResult, textTable } from '../text-output.ts'
import { registerConnect } from './space-connect.ts'
import { registerCreate, registerEdits } from './space-settings.ts'

export function registerSpace(program: Command, context: CliContext): void {
  const space = program
    .command('space')
    .description('Create, list, rename, export and delete spaces, and connect them to Confluence.')
  registerCreate(space, context)
  const list = space.command('list').description('List all spaces, and where each is.')
  onStore(list, context, async ({ database, ids, clock }) => {
    const connections = await spaceConnections(database, ids, clock).list()
    const byId = new Map(connections.map((connection) => [connection.spaceId, connection]))
    const spaces = (await listSpaces(database)).map((space) => toRow(space, byId.get(space.id)))
    return [
      spaces,
      textTable(
        ['ID', 'KEY', 'NAME', 'HOMEPAGE', 'WHERE'],
        spaces.map(({ id, key, name, homepageId, connection }) => [
          id,
          key,
          name,
          homepageId ?? 'none',
          connection === undefined ? 'here' : `${connection.remoteKey} at ${connection.url}`,
        ]),
      ),
    ]
  })
  registerRename(space, context)
  registerSpaceDelete(space, context)
  registerSpaceExport(space, context)
  registerEdits(space, context)
  registerConnect(space, context)
  registerDisconnect(space, context)
}

interface SpaceRow extends Omit<Space, 'homepageId'> {
  /** Confluence's id for a connected space; null where it has none. */
  readonly homepageId: string | null
  readonly connection?: { readonly kind: string; readonly url: string; readonly remoteKey: string }
}

function toRow(
  { id, key, name, importParentId }: ListedSpace,
  connection: SpaceConnection | undefined,
): SpaceRow {
  const space = { id, key, name, homepageId: importParentId ?? null }
  if (connection === undefined) return space
  const { kind, baseUrl, remoteSpace } = connection
  return {
    ...space,
    connection: { kind, url: baseUrl, remoteKey: remoteSpace.key },
  }
}

function registerRename(space: Command, context: CliContext): void {
  const command = space
    .command('rename')
    .description('Rename a space; its key and the title of its homepage stay.')
    .argument('<key>', 'The space.')
    .argument('<name>', 'What readers see.')
  onStore(command, context, async (store, key: string, name: string) => {
    const renamedSpace = await renameSpace(store, key, name, commandLineActor)
    return [renamedSpace, `The space ${renamedSpace.key} is called ${renamedSpace.name}.`]
  })
}

function registerDisconnect(space: Command, context: CliContext): void {
  const command = space
    .command('disconnect')
    .description('End the connection of a space; its pages in Confluence stay.')
    .argument('<key>', 'The space.')
    .option(
      '--force',
      'Also while imports are on their way: they wait until the space is connected again.',
    )
  addOptions(command, storeOptions).action((key: string) => {
    const values = readOptions(command, context.env)
    const mayLeaveOpen = (command.opts() as { force?: boolean }).force ?? false
    return withStore(context, values, async ({ database, ids, clock }) => {
      const targetSpace = await getSpace(database, key)
      const { openDeliveries } = await spaceConnections(database, ids, clock).disconnect(
        targetSpace.id,
        {
          mayLeaveOpen,
          disconnectedBy: commandLineActor,
        },
      )
      const result = { key: targetSpace.key, id: targetSpace.id, openDeliveries }
      printResult(context, values.json ?? false, result, () => [
        `Disconnected the space ${targetSpace.key}: imports land here again, below ${targetSpace.homepageId}.`,
        'Its pages in Confluence stay as they are. What is recorded of them is used when it is connected again.',
        ...(openDeliveries === 0
          ? []
          : [`${openDeliveries} imports on their way wait until then.`]),
      ])
    })
  })
}

class FolderInUseError extends Error {}

/** @throws {FolderInUseError} When the folder is not empty. */
export async function writeFolder(
  folder: string,
  entries: AsyncIterable<ExportEntry>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new FolderInUseError(folder)
  const folders = new Set<string>()
  for await (const { path, bytes } of entries) {
    const file = join(folder, path)
    const parent = dirname(file)
    if (!folders.has(parent)) await mkdir(parent, { recursive: true })
    folders.add(parent)
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
  /** As the user wrote it. */
  readonly path: string
}

interface ExportFlags {
  readonly zip?: string
}

function registerSpaceExport(space: Command, context: CliContext): void {
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
      const sourceSpace = await getSpace(database, key)
      const connection = await findConnection(database, sourceSpace.id)
      if (connection !== undefined) throw new CommandError(noExport(sourceSpace.key, connection))
      await noteExport(store, { key: sourceSpace.key, form: target.form }, commandLineActor)
      const counts = noCounts()
      const origin = values.publicUrl === undefined ? undefined : new URL(values.publicUrl).origin
      const pages = await listExportedPages(reader, sourceSpace)
      const work = { reader, origin, writePage }
      const write = target.form === 'folder' ? writeFolder : writeArchive
      await write(resolve(target.path), exportEntries(sourceSpace, pages, work, counts)).catch(
        (error: unknown) => {
          throw toCommandError(error, target.path)
        },
      )
      const lines = warningLines(counts)
      for (const line of lines) context.stderr.line(line)
      tellResult(context, { space: sourceSpace, target, counts, isJson: values.json ?? false })
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

interface ExportResult {
  readonly space: Space
  readonly target: Target
  readonly counts: ExportCounts
  readonly isJson: boolean
}

function tellResult(context: CliContext, { space, target, counts, isJson }: ExportResult): void {
  const { pages, files, warnings } = counts
  const { form, path } = target
  const result = {
    key: space.key,
    id: space.id,
    [form]: resolve(path),
    pages,
    files,
    warnings: Object.fromEntries(warnings),
  }
  const folder = form === 'folder' ? path : 'FOLDER'
  printResult(context, isJson, result, () => [
    `Exported the space ${space.key} to ${path}: ${counted(pages, 'page')}, ${counted(files, 'attached file')}.`,
    `${form === 'folder' ? 'Read' : 'Unpack it, and read'} it back with: markport import ${folder} --space KEY --parent ID`,
  ])
}

const writePage: ExportWork['writePage'] = async (...page) => writePageText(...page)

function toCommandError(error: unknown, path: string): unknown {
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
  return new CommandError(`${file} cannot be written (${code}): the export is incomplete. ${way}`, {
    cause: error,
  })
}
