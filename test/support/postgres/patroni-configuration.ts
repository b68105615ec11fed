/** How Patroni, etcd and HAProxy are set up for a test's cluster. @module */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where one member is. */
export interface Place {
  readonly name: string
  readonly folder: string
  readonly port: number
  readonly restPort: number
}

/** Patroni takes the leadership from a member that was not heard of for so long. */
const ttlSeconds = 10

/**
 * Give etcd's arguments: one member, on loopback.
 * @param peerPort For members, of which there are no others.
 */
export function etcdArguments(folder: string, port: number, peerPort: number): string[] {
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

/**
 * Give Patroni's configuration of one member.
 * @param options Where etcd and PostgreSQL's own programs are, and the password of all users.
 */
export function patroniConfiguration(
  { name, folder, port, restPort }: Place,
  { etcdPort, program, password }: { etcdPort: number; program: string; password: string },
): object {
  const rest = `127.0.0.1:${restPort}`
  const postgres = `127.0.0.1:${port}`
  return {
    scope: 'markport',
    name,
    restapi: { listen: rest, connect_address: rest },
    // The older API: Patroni 3.0 with the newer one let two members lead after a partition.
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

/** Debian has wrappers in the PATH that choose among versions; the programs stand elsewhere. */
function programFolder(program: string): string {
  const debian = '/usr/lib/postgresql'
  if (!existsSync(debian)) return dirname(realpathSync(program))
  const versions = readdirSync(debian)
    .map(Number)
    .sort((a, b) => b - a)
  return join(debian, String(versions[0]), 'bin')
}

/** Give HAProxy's configuration, which asks each Patroni whether it leads. */
export function haproxyConfiguration(front: number, places: readonly Place[]): string {
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
