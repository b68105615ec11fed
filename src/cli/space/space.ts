/** `markport space`: create, list, rename, delete, export, connect and disconnect. @module */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { readerOfAll } from '../../accounts/reader.ts'
import {
  findConnection,
  listConnections,
  type SpaceConnection,
  spaceConnections,
} from '../../confluence/delivery/connections/space-connections.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { type EditPolicy, editPolicies } from '../../contract/outcomes.ts'
import {
  type ExportEntry,
  type ExportWork,
  exportEntries,
  noCounts,
  warningLines,
} from '../../wiki/export/export-entries.ts'
import { listExportedPages, noExport, noteExport } from '../../wiki/export/exported-pages.ts'
import { writePageText } from '../../wiki/export/page-text.ts'
import { getSpace, type ListedSpace, listSpaces, setEdits } from '../../wiki/import/spaces.ts'
import { renameSpace } from '../../wiki/store/create-space.ts'
import { type CliContext, CommandError } from '../context.ts'
import { registerSpaceDelete } from '../store/purge.ts'
import {
  commandLineActor,
  createSpaceAsAdministrator,
  type StoreAtWork,
  storeCommands,
} from '../store/store.ts'
import { columnTable, printResult } from '../text-output.ts'
import { editWords, registerConnect } from './space-connect.ts'

export function registerSpace(program: Command, context: CliContext): void {
  const space = program
    .command('space')
    .description('Create, list, rename, export and delete spaces, and connect them to Confluence.')
  const add = storeCommands(space, context)
  add(
    'create <key> <name>',
    'Create a space with an empty homepage; its key is a letter, then letters and digits.',
    async (store, key: string, name: string) => {
      const newSpace = await createSpaceAsAdministrator(store, key, name)
      const words = [
        `Created the space ${newSpace.key}.`,
        `  spaceId   ${newSpace.id}`,
        `  parentId  ${newSpace.homepageId}   (its homepage)`,
      ]
      return [newSpace, words]
    },
  )
  add('list', 'List all spaces, and where each is.', async ({ database }) => {
    const connections = await listConnections(database)
    const byId = new Map(connections.map((connection) => [connection.spaceId, connection]))
    const spaces = (await listSpaces(database)).map((space) => toRow(space, byId.get(space.id)))
    return [spaces, spaceTable(spaces)]
  })
  add(
    'rename <key> <name>',
    'Rename a space; its key and the title of its homepage stay.',
    async (store, key: string, name: string) => {
      const renamedSpace = await renameSpace(store, key, name, commandLineActor)
      return [renamedSpace, `The space ${renamedSpace.key} is called ${renamedSpace.name}.`]
    },
  )
  registerSpaceDelete(space, context)
  registerSpaceExport(space, context)
  add(
    'edits <key> <policy>',
    'Choose what an import does with pages that people edited since the last one: overwrite-imported (the default) overwrites with a warning, but never a page that only people wrote; overwrite overwrites any page; refuse; or keep-theirs, block by block.',
    async (store, key: string, policy: EditPolicy) => {
      const space = await setEdits(store, key, policy, commandLineActor)
      const { id, edits } = space
      const words = `Where people changed a page of ${space.key}: ${editWords[policy]}.`
      return [{ id, key: space.key, edits }, words]
    },
    { choices: editPolicies },
  )
  registerConnect(space, context)
  add(
    'disconnect <key>',
    'End the connection of a space; its pages in Confluence stay.',
    async (store: StoreAtWork<{ force?: boolean }>, key: string) => {
      const { id, key: spaceKey, homepageId } = await getSpace(store.database, key)
      const { openDeliveries } = await spaceConnections(store).disconnect(id, {
        mayLeaveOpen: store.flags.force ?? false,
        disconnectedBy: commandLineActor,
      })
      const words = [
        `Disconnected the space ${spaceKey}: imports land here again, below ${homepageId}.`,
        'Its pages in Confluence stay as they are. What is recorded of them is used when it is connected again.',
        ...(openDeliveries === 0
          ? []
          : [`${openDeliveries} imports on their way wait until then.`]),
      ]
      return [{ key: spaceKey, id, openDeliveries }, words]
    },
    {
      flags: [
        [
          '--force',
          'Also while imports are on their way: they wait until the space is connected again.',
        ],
      ],
    },
  )
}

function spaceTable(spaces: readonly ReturnType<typeof toRow>[]): string[] {
  return columnTable(spaces, {
    ID: ({ id }) => id,
    KEY: ({ key }) => key,
    NAME: ({ name }) => name,
    HOMEPAGE: ({ homepageId }) => homepageId ?? 'none',
    WHERE: ({ connection }) =>
      connection === undefined ? 'here' : `${connection.remoteKey} at ${connection.url}`,
  })
}

function toRow(
  { id, key, name, importParentId }: ListedSpace,
  connection: SpaceConnection | undefined,
) {
  const remote = connection && {
    kind: connection.kind,
    url: connection.baseUrl,
    remoteKey: connection.remoteSpace.key,
  }
  // Confluence's id for a connected space; null where it has none.
  const homepageId = importParentId ?? null
  return { id, key, name, homepageId, ...(remote && { connection: remote }) }
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

function registerSpaceExport(space: Command, context: CliContext): void {
  storeCommands(space, context)(
    'export <key> <dir>',
    'Write the pages of a space as files into a folder that is empty or not there, with images, labels and order; markport import reads them back.',
    async (store, key: string, dir: string) => {
      const { database, values } = store
      const reader = readerOfAll(database)
      const sourceSpace = await getSpace(database, key)
      const connection = await findConnection(database, sourceSpace.id)
      if (connection !== undefined) throw new CommandError(noExport(sourceSpace.key, connection))
      await noteExport(store, { key: sourceSpace.key, form: 'folder' }, commandLineActor)
      const counts = noCounts()
      const origin = values.publicUrl === undefined ? undefined : new URL(values.publicUrl).origin
      const pages = await listExportedPages(reader, sourceSpace)
      const folder = resolve(dir)
      await writeFolder(
        folder,
        exportEntries(sourceSpace, pages, { reader, origin, writePage }, counts),
      ).catch((error: unknown) => {
        throw toCommandError(error, dir)
      })
      const lines = warningLines(counts)
      for (const line of lines) context.stderr.line(line)
      const { files, warnings } = counts
      const numbers = { pages: counts.pages, files, warnings: Object.fromEntries(warnings) }
      const result = { key: sourceSpace.key, id: sourceSpace.id, folder, ...numbers }
      const words = [
        `Exported the space ${sourceSpace.key} to ${dir}: ${counted(counts.pages, 'page')}, ${counted(files, 'attached file')}.`,
        `Read it back with: markport import ${dir} --space KEY --parent ID`,
      ]
      if (lines.length === 0) return [result, words]
      printResult(context, values.json ?? false, result, () => words)
      throw new CommandError(
        `${counted(lines.length, 'thing')} could not be kept as it was; warnings.txt in the export says what.`,
      )
    },
    { options: ['publicUrl'] },
  )
}

const writePage: ExportWork['writePage'] = async (...page) => writePageText(...page)

function toCommandError(error: unknown, path: string): unknown {
  if (error instanceof FolderInUseError) {
    return new CommandError(
      `${path} is not empty, and an export overwrites nothing. Name a folder that is empty or not there.`,
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
