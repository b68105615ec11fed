/** `npm run sync-before-answer -- [imports]`: no answer leaves before the log is synced; the control must be caught. Needs strace. @module */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseOptions } from '../../src/store/open-database.ts'
import { prepareStore } from '../support/prepared-store.ts'
import { startProcess } from '../support/service/service-process.ts'
import { send, validImport } from '../support/service/test-server.ts'

const imports = Number(process.argv[2] ?? 1_000)
const service = fileURLToPath(new URL('../../bench/service.ts', import.meta.url))

const durable = await watch({})
const relaxed = await watch({ synchronous: 'NORMAL' })
process.stdout.write(`${JSON.stringify({ imports, durable, relaxed })}\n`)
process.exitCode = durable.early === 0 && durable.answers === imports && relaxed.early > 0 ? 0 : 1

interface Watched {
  answers: number
  early: number
}

async function watch(relaxation: { synchronous?: 'NORMAL' }): Promise<Watched> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-sync-'))
  const trace = join(dataDirectory, 'trace')
  const store: DatabaseOptions = { dataDirectory, ...relaxation }
  const prepared = await prepareStore({ dataDirectory })
  await prepared.database.close()
  const calls = 'trace=pwrite64,pwritev,fdatasync,fsync,write,writev,sendto'
  const strace = ['strace', '-D', '-f', '-y', '-s', '64', '-e', calls, '-o', trace]
  const running = await startProcess([...strace, process.execPath, service, JSON.stringify(store)])
  // One at a time: with several, an answer may leave during another's write.
  for (let index = 0; index <= imports; index += 1) {
    const fields = { ...validImport(prepared), pageTitle: `Page ${index}` }
    const headers = { authorization: `Bearer ${prepared.token}` }
    const { status } = await send(running.endpoint, JSON.stringify(fields), headers)
    if (status !== 201) throw new Error(`import ${index} was answered ${status}`)
  }
  await running.end('SIGKILL')
  const watched = examine(readFileSync(trace, 'latin1').split('\n'))
  rmSync(dataDirectory, { recursive: true, force: true })
  return watched
}

function examine(lines: readonly string[]): Watched {
  const watched: Watched = { answers: -1, early: 0 }
  let isUnsynced = false
  for (const line of lines) {
    if (/ pwrite(?:64|v)\(\d+<[^>]*-wal>/.test(line)) isUnsynced = true
    // Also matches calls that strace splits into two lines.
    else if (/ f(?:data)?sync\(\d+<[^>]*-wal>\) += 0|<\.\.\. f(?:data)?sync resumed>/.test(line)) {
      isUnsynced = false
    } else if (line.includes('HTTP/1.1 201')) {
      watched.answers += 1
      // The first import also records the token's use, which needs no sync.
      if (isUnsynced && watched.answers > 0) watched.early += 1
    }
  }
  return watched
}
