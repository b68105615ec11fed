/** A primary and one standby behind a proxy that leads to the primary, like a managed cluster. @module */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '../base/wait-until.ts'
import { startTcpProxy, type TcpProxy } from '../network/tcp-proxy.ts'
import { initializeNode, type PostgresNode, postgresNode } from './postgres-node.ts'
import { freePort } from './test-postgres.ts'

export interface ReplicatedPostgres {
  readonly storeUrl: string
  readonly primary: PostgresNode
  readonly standby: PostgresNode
  readonly replication: TcpProxy
  primaryStoreUrl(): string
  failOver(): Promise<void>
  waitForStandby(): Promise<void>
  stop(): Promise<void>
}

export interface ReplicatedPostgresOptions {
  /** Undefined leaves it to who asks the servers. */
  readonly isSynchronous?: boolean
  readonly hasManyHosts?: boolean
}

const storeName = 'store'

interface Server {
  readonly folder: string
  readonly port: number
  readonly password: string
  readonly node: PostgresNode
}

interface Pair {
  readonly root: string
  readonly front: TcpProxy
  readonly replication: TcpProxy
  primary: Server
  standby: Server
}

export async function startReplicatedPostgres(
  options: ReplicatedPostgresOptions = {},
): Promise<ReplicatedPostgres> {
  const pair = await makePair(options)
  const { password } = pair.primary
  const ports = [pair.primary.port, pair.standby.port]
  await initializeNode({ ...pair.primary, settings: [] })
  await pair.primary.node.start()
  await addStandby(pair)
  await pair.primary.node.ask(`create database ${storeName}`)
  return {
    storeUrl: addressOf(password, options.hasManyHosts ? ports : [pair.front.port]),
    get primary() {
      return pair.primary.node
    },
    get standby() {
      return pair.standby.node
    },
    replication: pair.replication,
    primaryStoreUrl: () => addressOf(password, [pair.primary.port]),
    failOver: () => failOver(pair),
    waitForStandby: () => waitForStandby(pair.primary.node),
    stop: () => stop(pair),
  }
}

async function makePair(options: ReplicatedPostgresOptions): Promise<Pair> {
  const root = mkdtempSync(join(tmpdir(), 'markport-replicated-'))
  // PostgreSQL runs as its own user when tests run as root.
  chmodSync(root, 0o755)
  const password = randomUUID()
  const makeServer = async (name: string): Promise<Server> => {
    const place = { folder: join(root, name), port: await freePort(), password }
    return { ...place, node: postgresNode({ ...place, settings: settingsOf(options) }) }
  }
  return {
    root,
    front: await startTcpProxy(),
    replication: await startTcpProxy(),
    primary: await makeServer('a'),
    standby: await makeServer('b'),
  }
}

async function addStandby({ primary, standby, front, replication }: Pair): Promise<void> {
  front.aim(primary.port)
  replication.aim(primary.port)
  await primary.node.copyTo(standby.folder, replication.port)
  await standby.node.start()
  await waitForStandby(primary.node)
}

async function failOver(pair: Pair): Promise<void> {
  pair.replication.cut()
  pair.replication.resume()
  await pair.standby.node.promote()
  const { primary, standby } = pair
  Object.assign(pair, { primary: standby, standby: primary })
  await addStandby(pair)
}

async function stop({ root, front, replication, primary, standby }: Pair): Promise<void> {
  for (const { node } of [standby, primary]) await node.stop()
  await Promise.all([front.stop(), replication.stop()])
  rmSync(root, { recursive: true, force: true })
}

function settingsOf({ isSynchronous }: ReplicatedPostgresOptions): string[] {
  return [
    // A commit waits for any standby, and forever if there is none.
    ...(isSynchronous === undefined
      ? []
      : [`synchronous_standby_names=${isSynchronous ? '*' : ''}`]),
    'synchronous_commit=on',
    'shared_buffers=32MB',
    'wal_keep_size=512MB',
    'wal_retrieve_retry_interval=200ms',
    // A killed server would leave other shared memory behind.
    'dynamic_shared_memory_type=mmap',
  ]
}

function addressOf(password: string, ports: readonly number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join()
  const target = ports.length > 1 ? '?target_session_attrs=read-write' : ''
  return `postgres://postgres:${password}@${hosts}/${storeName}${target}`
}

async function waitForStandby(primary: PostgresNode): Promise<void> {
  const before = await primary.ask('select pg_current_wal_lsn() as lsn')
  await waitUntil('standby', async () => {
    const rows = await primary.ask(`
      select from pg_stat_replication
      where state = 'streaming' and flush_lsn >= '${before[0].lsn}'::pg_lsn
        and (sync_state <> 'async' or current_setting('synchronous_standby_names') = '')`)
    return rows.length > 0
  })
}
