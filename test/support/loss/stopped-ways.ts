/** HAProxy and PgBouncer as ways to PostgreSQL that are stopped and later deliver what their sockets hold. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../base/end-with-us.ts'
import { requirePrograms } from '../base/installed-program.ts'
import { waitUntil } from '../base/wait-until.ts'
import { type HoldingProxyOptions, startHoldingProxy } from '../network/holding-proxy.ts'
import { startPgbouncer } from '../postgres/pgbouncer.ts'
import { askPostgres } from '../postgres/postgres-node.ts'
import { freePort } from '../postgres/test-postgres.ts'

export interface StoppableWay {
  readonly url: string
  holdUp(): void
  letGo(): Promise<void>
  stop(): Promise<void>
}

interface WayProcess {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const starters: Readonly<Record<string, (url: string) => Promise<WayProcess>>> = {
  haproxy: startHaproxy,
  async pgbouncer(url) {
    const { pgbouncer } = requirePrograms({ pgbouncer: 'pgbouncer' })
    const way = await startPgbouncer(pgbouncer, url)
    return { ...way, url: way.url.replace(/\/postgres$/, new URL(url).pathname) }
  },
}

/** Stops the way once it holds a commit: stopped at any time it would hold reads, which leave no outcome unknown. */
export async function startStoppableWay(
  name: string,
  databaseUrl: string,
  options: Pick<HoldingProxyOptions, 'isWithoutEnds'> = {},
): Promise<StoppableWay> {
  const start = starters[name]
  if (start === undefined) throw new RangeError(`use ${Object.keys(starters).join(' or ')}`)
  const { url, pid, stop } = await start(databaseUrl)
  let isHeldUp = false
  const front = await startHoldingProxy(url, {
    ...options,
    onCommit: () => isHeldUp && process.kill(pid, 'SIGSTOP'),
  })
  return {
    url: front.url,
    holdUp() {
      isHeldUp = true
    },
    async letGo() {
      isHeldUp = false
      process.kill(pid, 'SIGCONT')
      // New connections are served after what waited in the sockets.
      await waitUntil('the way takes connections', async () => {
        await askPostgres(url, 'select 1')
        return true
      })
      await waitUntil('PostgreSQL is done with what it had', async () => {
        const busy = await askPostgres(
          url,
          `select pid from pg_stat_activity where backend_type = 'client backend'
            and state <> 'idle' and pid <> pg_backend_pid()`,
        )
        return busy.length === 0
      })
    },
    async stop() {
      await front.stop()
      await stop()
    },
  }
}

async function startHaproxy(url: string): Promise<WayProcess> {
  const { haproxy } = requirePrograms({ haproxy: 'haproxy' })
  const folder = mkdtempSync(join(tmpdir(), 'markport-haproxy-'))
  const front = await freePort()
  const through = new URL(url)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 10m
  timeout server 10m
listen postgres
  bind 127.0.0.1:${front}
  server one ${through.host}
`,
  )
  through.port = String(front)
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const pid = child.pid as number
  child.once('exit', endWithUs(pid, 'SIGKILL'))
  const ended = once(child, 'exit')
  await waitUntil('start of HAProxy', async () => {
    if (child.exitCode === null) await askPostgres(through.href, 'select 1')
    return true
  })
  if (child.exitCode !== null) throw new Error('HAProxy ended at its start')
  return {
    url: through.href,
    pid,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
