/** PgBouncer in front of a test's PostgreSQL, pooling transactions, otherwise as it comes. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../base/end-with-us.ts'
import { waitUntil } from '../base/wait-until.ts'
import { askPostgres, serverUser } from './postgres-node.ts'
import { freePort } from './test-postgres.ts'

export interface Pgbouncer {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

export async function startPgbouncer(program: string, server: string): Promise<Pgbouncer> {
  const { port: serverPort, username, password } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'markport-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
`,
  )
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    ...serverUser(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  child.once('exit', endWithUs(child.pid as number, 'SIGTERM'))
  const ended = once(child, 'exit')
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/postgres`
  await waitUntil('start of PgBouncer', async () => {
    if (child.exitCode !== null) return true
    await askPostgres(url, 'select 1')
    return true
  })
  if (child.exitCode !== null) throw new Error('PgBouncer ended at its start')
  return {
    url,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
