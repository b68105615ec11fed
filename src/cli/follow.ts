/** `markport follow`: folders of Git repositories that the service imports by itself. @module */
import { Command, Option } from 'commander'
import { findPublicAddress } from '../accounts/initialize-store.ts'
import { duration, writeDuration } from '../contract/options/option-values.ts'
import { RunError } from '../server/folder-runs/bounded-process.ts'
import type { FollowRun } from '../server/following/follow-changes.ts'
import {
  type FollowedRepository,
  followedRepositories,
} from '../server/following/followed-repositories.ts'
import { toServeOptions, usualAddress } from '../server/service/serve-options.ts'
import { addOptions, readOptions, readValue, storePlace } from './command-options.ts'
import { type CliContext, CommandError, readNamedFile } from './context.ts'
import {
  commandLineActor,
  findAdministrator,
  type StoreAtWork,
  storeCommands,
} from './store/store.ts'
import { columnTable, instant } from './text-output.ts'

const placeOptions = ['publicUrl', 'allowPrivateRepositories'] as const

export function registerFollow(program: Command, context: CliContext): void {
  const follow = program
    .command('follow')
    .description('Have the service import folders of Git repositories.')
  const add = storeCommands(follow, context)
  add(
    'add <key> <repository>',
    'Follow a folder of a branch: a running service imports every change into the space. The repository is https://HOST/PATH or ssh://USER@HOST/PATH.',
    async (store: StoreAtWork<AddFlags>, space: string, repository: string) => {
      const { flags, values } = store
      const read = (file: string | undefined, flag: string): string | undefined =>
        file === undefined ? undefined : readNamedFile(file, flag).toString()
      const { id, secret } = await followedRepositories(store)
        .add(
          {
            space,
            repository,
            credentials: {
              token: read(flags.tokenFile, '--token-file')?.trim(),
              sshKey: read(flags.keyFile, '--key-file'),
              knownHosts: read(flags.knownHosts, '--known-hosts'),
            },
            everyMs: readValue(duration, '--every', flags.every),
            branch: flags.branch,
            folder: flags.folder,
            parentId: flags.parent,
            userId: (await findAdministrator(store, flags.owner)).id,
            allowsPrivate: values.allowPrivateRepositories ?? false,
          },
          commandLineActor,
        )
        .catch(inWords)
      const hook = await hookAddress(store, id, context)
      const words = [
        `The repository ${id} is followed. A webhook has it imported at once:`,
        `  ${hook}`,
        'Its secret, which is not shown again:',
        `  ${secret}`,
      ]
      return [{ id, hook, secret }, words]
    },
    {
      options: placeOptions,
      flags: [
        new Option('--branch <name>', 'The branch.').default('main'),
        new Option(
          '--folder <path>',
          'The folder in the repository; without it, all of it.',
        ).default('.'),
        ['--parent <id>', 'Page to import below; without it, the homepage of the space.'],
        new Option('--every <duration>', 'How often to look at the branch: 1m or more.').default(
          '5m',
        ),
        ['--owner <user>', 'The administrator who writes the pages; by default the first.'],
        ['--token-file <file>', 'Holds TOKEN or USER:TOKEN, for https.'],
        ['--key-file <file>', 'Holds the private key, for ssh.'],
        ['--known-hosts <file>', 'Holds the keys of the host, as ssh-keyscan writes them.'],
      ],
      check: ({ every }) => void readValue(duration, '--every', every),
    },
  )
  add('list', 'List the followed repositories with their last run.', async (store) => {
    const all = await followedRepositories(store).list()
    return [all.map(asJson), all.length === 0 ? 'No repository is followed.' : listLines(all)]
  })
  add(
    'run <id>',
    'Import a repository now and wait. No service needs to run.',
    async (store, id: string) => {
      await followedRepositories(store).get(id)
      const run = await runHere(store, Number(id), context)
      if (run.error !== null) throw new CommandError(run.error)
      return [{ id, ...run, at: new Date(run.at) }, runLine(run)]
    },
    { options: placeOptions },
  )
  add('remove <id>', 'Stop following a repository; its pages stay.', async (store, id: string) => {
    await followedRepositories(store).remove(id, commandLineActor)
    return [{ id }, `The repository ${id} is followed no more.`]
  })
}

interface AddFlags {
  readonly branch: string
  readonly folder: string
  readonly parent?: string
  readonly every: string
  readonly owner?: string
  readonly tokenFile?: string
  readonly keyFile?: string
  readonly knownHosts?: string
}

async function hookAddress(
  { database, values: { publicUrl } }: StoreAtWork,
  id: string,
  { stderr }: CliContext,
): Promise<string> {
  const address = publicUrl ?? (await findPublicAddress(database))
  if (address === undefined) {
    stderr.line(
      `No service has run on this store yet, so its address is a guess: ${usualAddress}. --public-url gives another.`,
    )
  }
  return `${address ?? usualAddress}/hooks/${id}`
}

/** Import as the service does, without its listeners and background work. */
async function runHere(
  { database, ids, clock, values }: StoreAtWork,
  id: number,
  context: CliContext,
): Promise<FollowRun> {
  const { openLog } = await import('../contract/base/log.ts')
  const { runOnce } = await import('../server/service/compose.ts')
  const { serveOptions } = await import('./service/serve.ts')
  // Limits of imports are those of the service, which takes them from the environment.
  const serviceValues = readOptions(addOptions(new Command(), serveOptions), context.env)
  const { listen, tlsCert, tlsKey, behindProxy, oidcIssuer, passwordSignIn, ...limits } =
    serviceValues
  const nowhere = { host: '127.0.0.1', port: 0 }
  const options = toServeOptions({ ...limits, ...values, listen: nowhere }, storePlace(values))
  const log = openLog('error', context.stderr.stream)
  return runOnce(options, { log, clock, database, ids }, ({ runNow }) => runNow(id))
}

function inWords(error: unknown): never {
  throw error instanceof RunError ? new CommandError(error.message) : error
}

function asJson({ everyMs, runs, ...followed }: FollowedRepository) {
  const { id, space, repository, branch, folder } = followed
  const [last] = runs
  const lastRun = last && { at: new Date(last.at), commit: last.commit, error: last.error }
  const place = { id, space, repository, branch, folder }
  return { ...place, every: writeDuration(everyMs), lastRun: lastRun ?? null }
}

function listLines(all: readonly FollowedRepository[]): string[] {
  return columnTable(all, {
    ID: ({ id }) => id,
    SPACE: ({ space }) => space,
    REPOSITORY: ({ repository }) => repository,
    BRANCH: ({ branch }) => branch,
    FOLDER: ({ folder }) => folder,
    EVERY: ({ everyMs }) => writeDuration(everyMs),
    'LAST RUN': ({ runs: [last] }) =>
      last === undefined ? 'not yet' : `${instant(new Date(last.at))} ${runLine(last)}`,
  })
}

function runLine({ commit, error, created, updated, trashed }: FollowRun): string {
  const at = commit === null ? '' : `${commit.slice(0, 12)}: `
  return at + (error ?? `${created} created, ${updated} updated, ${trashed} trashed`)
}
