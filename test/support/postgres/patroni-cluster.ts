/** Three PostgreSQL servers under Patroni, with etcd behind proxies that can be held up, and HAProxy in front. @module */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { endWithUs } from '../base/processes.ts'
import { waitUntil } from '../base/wait-until.ts'
import { startTcpProxy, type TcpProxy } from '../network/tcp-proxy.ts'
import { askPostgres, giveToServer, serverUser } from './postgres-node.ts'
import { freePort } from './test-postgres.ts'

interface Place {
  readonly name: string
  readonly folder: string
  readonly port: number
  readonly restPort: number
}

/** Patroni takes the leadership from a silent member after this time. */
const ttlSeconds = 10

function etcdArguments(folder: string, port: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const options = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'enable-v2': 'true',
  }
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`)
}

function patroniConfiguration(
  { name, folder, port, restPort }: Place,
  { etcdPort, program, password }: { etcdPort: number; program: string; password: string },
): object {
  const rest = `127.0.0.1:${restPort}`
  const postgres = `127.0.0.1:${port}`
  return {
    scope: 'markport',
    name,
    restapi: { listen: rest, connect_address: rest },
    // Patroni 3.0 with the newer API let two members lead after a partition.
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: ttlSeconds,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      bin_dir: programFolder(program),
      data_dir: join(folder, 'data'),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        replication: { username: 'replicator', password },
        superuser: { username: 'postgres', password },
        rewind: { username: 'rewinder', password },
      },
      pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
      parameters: { unix_socket_directories: folder, shared_buffers: '32MB' },
    },
  }
}

/** Debian's wrappers in the PATH choose among versions; the programs are elsewhere. */
function programFolder(program: string): string {
  const debian = '/usr/lib/postgresql'
  if (!existsSync(debian)) return dirname(realpathSync(program))
  const versions = readdirSync(debian)
    .map(Number)
    .sort((a, b) => b - a)
  return join(debian, String(versions[0]), 'bin')
}

function haproxyConfiguration(front: number, places: readonly Place[]): string {
  const servers = places.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
  )
  // https://patroni.readthedocs.io/en/latest/rest_api.html#health-check-endpoints
  return `defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 10m
  timeout server 10m
listen primary
  bind 127.0.0.1:${front}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

export interface PatroniPrograms {
  readonly patroni: string
  readonly etcd: string
  readonly haproxy: string
  readonly pg_basebackup: string
}

export interface PatroniNode {
  readonly name: string
  readonly restUrl: string
  readonly etcd: TcpProxy
  patroniPid(): number
  postgresPid(): number
  start(): void
  stop(): Promise<void>
}

export interface PatroniCluster {
  createDatabase(name: string): Promise<string>
  leader(): Promise<PatroniNode>
  settle(): Promise<void>
  stop(): Promise<void>
}

export async function startPatroniCluster(programs: PatroniPrograms): Promise<PatroniCluster> {
  const root = mkdtempSync(join(tmpdir(), 'markport-patroni-'))
  chmodSync(root, 0o755)
  const password = randomUUID()
  const [etcdPort, peerPort, front] = [await freePort(), await freePort(), await freePort()]
  const etcd = run(root, 'etcd', [programs.etcd, ...etcdArguments(root, etcdPort, peerPort)])
  const places: Place[] = []
  for (const name of ['a', 'b', 'c']) {
    const folder = join(root, name)
    places.push({ name, folder, port: await freePort(), restPort: await freePort() })
  }
  const nodes = await startNodes(programs, places, { etcdPort, password })
  writeFileSync(join(root, 'haproxy.cfg'), haproxyConfiguration(front, places))
  const haproxy = run(root, 'haproxy', [programs.haproxy, '-db', '-f', join(root, 'haproxy.cfg')])
  const settle = (): Promise<void> => waitUntilWhole(nodes)
  await settle()
  return {
    createDatabase: (name) => createDatabase(`postgres:${password}@127.0.0.1:${front}`, name),
    leader: () => leaderOf(nodes),
    settle,
    async stop() {
      await stopNodes(nodes)
      for (const child of [haproxy, etcd]) await end(child)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function startNodes(
  programs: PatroniPrograms,
  places: readonly Place[],
  { etcdPort, password }: { etcdPort: number; password: string },
): Promise<PatroniNode[]> {
  const nodes: PatroniNode[] = []
  for (const place of places) {
    const proxy = await startTcpProxy()
    proxy.aim(etcdPort)
    const node = makeNode(programs, place, proxy, password)
    node.start()
    nodes.push(node)
  }
  return nodes
}

async function createDatabase(authority: string, name: string): Promise<string> {
  // HAProxy has yet to ask who leads.
  await waitUntil('primary', async () => {
    await askPostgres(`postgres://${authority}/postgres`, `create database ${name}`)
    return true
  })
  return `postgres://${authority}/${name}`
}

async function leaderOf(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  const leader = (await membersOf(nodes)).find(({ role }) => role === 'leader')
  const node = nodes.find(({ name }) => name === leader?.name)
  if (node === undefined) throw new Error('nobody leads')
  return node
}

async function stopNodes(nodes: readonly PatroniNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.stop()))
  for (const { etcd } of nodes) await etcd.stop()
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function makeNode(
  programs: PatroniPrograms,
  place: Place,
  etcd: TcpProxy,
  password: string,
): PatroniNode {
  mkdirSync(place.folder)
  const configuration = join(place.folder, 'patroni.yml')
  // JSON is valid YAML.
  const content = patroniConfiguration(place, {
    etcdPort: etcd.port,
    program: programs.pg_basebackup,
    password,
  })
  writeFileSync(configuration, JSON.stringify(content))
  giveToServer(place.folder)
  let child: ChildProcess
  return {
    name: place.name,
    restUrl: `http://127.0.0.1:${place.restPort}`,
    etcd,
    patroniPid: () => child.pid as number,
    postgresPid: () =>
      Number(readFileSync(join(place.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]),
    start() {
      child = run(place.folder, 'patroni', [programs.patroni, configuration])
    },
    stop: () => end(child),
  }
}

function run(folder: string, name: string, command: readonly string[]): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const [program, ...args] = command as [string, ...string[]]
  giveToServer(folder)
  const child = spawn(program, args, { ...serverUser(), stdio: ['ignore', log, log] })
  child.once('exit', endWithUs(child.pid as number, 'SIGTERM'))
  return child
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

async function membersOf(nodes: readonly PatroniNode[]): Promise<Member[]> {
  const ask = async ({ restUrl }: PatroniNode): Promise<Member[]> => {
    const response = await fetch(`${restUrl}/cluster`, { signal: AbortSignal.timeout(3_000) })
    return ((await response.json()) as { members: Member[] }).members
  }
  return Promise.any(nodes.map(ask))
}

/** Members know each other's state with some seconds' delay, so it must stay so for a while. */
async function waitUntilWhole(nodes: readonly PatroniNode[]): Promise<void> {
  let looks = 0
  const isWholeStill = async (): Promise<boolean> => {
    looks = (await isWhole(nodes)) ? looks + 1 : 0
    return looks >= 8
  }
  // A diverged member is copied anew, which takes long.
  await waitUntil('whole cluster', isWholeStill, { limitMs: 180_000, pauseMs: 500 })
}

async function isWhole(nodes: readonly PatroniNode[]): Promise<boolean> {
  const members = await membersOf(nodes)
  const roles = members.map(({ role }) => role)
  const areRunning = members.every(({ state }) => state === 'running' || state === 'streaming')
  return (
    members.length === nodes.length &&
    areRunning &&
    roles.includes('leader') &&
    roles.includes('sync_standby')
  )
}
