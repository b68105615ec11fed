/** `markport follow`: folders of Git repositories that the service imports by itself. @module */
import { Command } from 'commander'
import { findPublicAddress } from '../accounts/initialize-store.ts'
import { OptionError } from '../contract/options/option-rows.ts'
import type { OptionValues } from '../contract/options/option-table.ts'
import { duration } from '../contract/options/option-values.ts'
import { RunError } from '../server/folder-runs/bounded-process.ts'
import type { FollowRun } from '../server/following/follow-changes.ts'
import {
  type FollowedRepositories,
  type FollowedRepository,
  followedRepositories,
} from '../server/following/followed-repositories.ts'
import { usualAddress } from '../server/service/serve-options.ts'
import { addOptions, readOptions, storeOptions } from './command-options.ts'
import { type CliContext, CommandError, UsageError } from './context.ts'
import { readNamedFile } from './named-file.ts'
import {
  commandLineActor,
  findAdministrator,
  onStore,
  type Store,
  withStore,
} from './store/store.ts'
import { instant, printResult, textTable } from './text-output.ts'

export function registerFollow(program: Command, context: CliContext): void {
  const follow = program
    .command('follow')
    .description('Have the service import folders of Git repositories.')
  registerAdd(follow, context)
  const list = follow
    .command('list')
    .description('List the followed repositories with their last run.')
  onStore(list, context, async (store) => {
    const all = await keeperOf(store).list()
    return [all.map(asJson), all.length === 0 ? 'No repository is followed.' : listLines(all)]
  })
  registerRun(follow, context)
  const remove = follow
    .command('remove')
    .description('Stop following a repository; its pages stay.')
    .argument('<id>', 'The followed repository.')
  onStore(remove, context, async (store, id: string) => {
    await keeperOf(store).remove(id, commandLineActor)
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

function registerAdd(follow: Command, context: CliContext): void {
  const command = follow
    .command('add')
    .description('Follow a folder of a branch: a running service imports every change.')
    .argument('<key>', 'The space to import into.')
    .argument('<repository>', 'Its address: https://HOST/PATH or ssh://USER@HOST/PATH.')
    .option('--branch <name>', 'The branch.', 'main')
    .option('--folder <path>', 'The folder in the repository; without it, all of it.', '.')
    .option('--parent <id>', 'Page to import below; without it, the homepage of the space.')
    .option('--every <duration>', 'How often to look at the branch: 1m or more.', '5m')
    .option('--owner <user>', 'The administrator who writes the pages; by default the first.')
    .option('--token-file <file>', 'Holds TOKEN or USER:TOKEN, for https.')
    .option('--key-file <file>', 'Holds the private key, for ssh.')
    .option('--known-hosts <file>', 'Holds the keys of the host, as ssh-keyscan writes them.')
  const options = [...storeOptions, 'publicUrl', 'allowPrivateRepositories'] as const
  addOptions(command, options).action((space: string, repository: string) => {
    const values = readOptions(command, context.env)
    const flags = command.opts<AddFlags>()
    const read = (file: string | undefined, flag: string): string | undefined =>
      file === undefined ? undefined : readNamedFile(file, flag).toString()
    const credentials = {
      token: read(flags.tokenFile, '--token-file')?.trim(),
      sshKey: read(flags.keyFile, '--key-file'),
      knownHosts: read(flags.knownHosts, '--known-hosts'),
    }
    const everyMs = readEvery(flags.every)
    return withStore(context, values, async (store) => {
      const newRepository = await keeperOf(store)
        .add(
          {
            space,
            repository,
            credentials,
            everyMs,
            branch: flags.branch,
            folder: flags.folder,
            parentId: flags.parent,
            userId: (await findAdministrator(store, flags.owner)).id,
            allowsPrivate: values.allowPrivateRepositories ?? false,
          },
          commandLineActor,
        )
        .catch(inWords)
      const hook = await hookAddress(store, newRepository.id, values, context)
      printResult(
        context,
        values.json ?? false,
        { id: newRepository.id, hook, secret: newRepository.secret },
        () => [
          `The repository ${newRepository.id} is followed. A webhook has it imported at once:`,
          `  ${hook}`,
          'Its secret, which is not shown again:',
          `  ${newRepository.secret}`,
        ],
      )
    })
  })
}

function readEvery(text: string): number {
  try {
    return duration.parse(text)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    throw new UsageError(`--every: got ${JSON.stringify(text)}, but ${error.message}.`)
  }
}

async function hookAddress(
  { database }: Store,
  id: string,
  { publicUrl }: OptionValues,
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

function registerRun(follow: Command, context: CliContext): void {
  const command = follow
    .command('run')
    .description('Import a repository now and wait. No service needs to run.')
    .argument('<id>', 'The followed repository.')
  const options = [...storeOptions, 'publicUrl', 'allowPrivateRepositories'] as const
  addOptions(command, options).action((id: string) => {
    const values = readOptions(command, context.env)
    return withStore(context, values, async (store) => {
      await keeperOf(store).get(id)
      const run = await runHere(store, Number(id), values, context)
      if (run.error !== null) throw new CommandError(run.error)
      const { at, ...rest } = run
      printResult(context, values.json ?? false, { id, at: new Date(at), ...rest }, () =>
        runLine(run),
      )
    })
  })
}

/** Import as the service does, without its listeners and background work. */
async function runHere(
  { database, ids, clock }: Store,
  id: number,
  values: OptionValues,
  context: CliContext,
): Promise<FollowRun> {
  const { openLog } = await import('../contract/base/log.ts')
  const { runOnce } = await import('../server/service/compose.ts')
  const { serveOptions, toServeOptions } = await import('./service/serve.ts')
  // Limits of imports are those of the service, which takes them from the environment.
  const serviceValues = readOptions(addOptions(new Command(), serveOptions), context.env)
  const { listen, tlsCert, tlsKey, behindProxy, oidcIssuer, passwordSignIn, ...limits } =
    serviceValues
  const options = toServeOptions({
    ...limits,
    ...values,
    listen: { host: '127.0.0.1', port: 0 },
  })
  const log = openLog('error', context.stderr.stream)
  return runOnce(options, { log, clock, database, ids }, ({ runNow }) => runNow(id))
}

function keeperOf({ database, ids, clock }: Store): FollowedRepositories {
  return followedRepositories(database, ids, clock)
}

function inWords(error: unknown): never {
  throw error instanceof RunError ? new CommandError(error.message) : error
}

function asJson({ id, space, repository, branch, folder, everyMs, runs }: FollowedRepository) {
  const [last] = runs
  const lastRun = last && { at: new Date(last.at), commit: last.commit, error: last.error }
  return { id, space, repository, branch, folder, every: every(everyMs), lastRun: lastRun ?? null }
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const

function every(ms: number): string {
  const [unit, unitMs] = units.find(([, size]) => ms % size === 0) ?? units[3]
  return `${ms / unitMs}${unit}`
}

function listLines(all: readonly FollowedRepository[]): string[] {
  const rows = all.map(({ id, space, repository, branch, folder, everyMs, runs: [last] }) => [
    id,
    space,
    repository,
    branch,
    folder,
    every(everyMs),
    last === undefined ? 'not yet' : `${instant(new Date(last.at))} ${runLine(last)}`,
  ])
  return textTable(['ID', 'SPACE', 'REPOSITORY', 'BRANCH', 'FOLDER', 'EVERY', 'LAST RUN'], rows)
}

function runLine({ commit, error, created, updated, trashed }: FollowRun): string {
  const at = commit === null ? '' : `${commit.slice(0, 12)}: `
  return at + (error ?? `${created} created, ${updated} updated, ${trashed} trashed`)
}
