/** Copies a store under constant imports, and looks whether everything acknowledged before is in it. @module */
import assert from 'node:assert/strict'
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import { sql } from '../../../src/store/sql.ts'
import { type PreparedStore, prepareStore } from '../prepared-store.ts'
import { runCli } from './run-cli.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { send, serveStore, validImport } from './test-server.ts'

export interface AcknowledgedPage {
  readonly id: string
  readonly words: string
}

export interface LoadedStore extends PreparedStore {
  readonly service: ServiceProcess
  readonly acknowledged: AcknowledgedPage[]
  waitForMore(count: number): Promise<void>
  readonly signingSecrets: readonly string[]
  endLoad(): Promise<void>
}

export async function loadStore(options: DatabaseOptions, writers = 4): Promise<LoadedStore> {
  const prepared = await prepareStore(options)
  const keys = await prepared.database.read<{ secret: string }>(
    sql`select secret from signing_keys`,
  )
  const service = await startService(options)
  const acknowledged: AcknowledgedPage[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let isEnding = false
  const write = async (writer: number): Promise<void> => {
    for (let index = 0; !isEnding; index += 1) {
      const words = `Page ${writer}-${index} says ${String(writer * 100_000 + index).repeat(50)}`
      const body = { ...validImport(prepared), pageTitle: `${writer}-${index}`, content: words }
      const { status, json } = await send(service.endpoint, JSON.stringify(body), {
        authorization: `Bearer ${prepared.token}`,
      })
      assert.equal(status, 201, json.body)
      acknowledged.push({ id: json.page.id, words })
      for (const one of waiting) if (acknowledged.length >= one.count) one.resolve()
    }
  }
  const load = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    ...prepared,
    service,
    acknowledged,
    signingSecrets: keys.map(({ secret }) => secret),
    waitForMore: (count) =>
      Promise.race([
        new Promise<void>((resolve) =>
          waiting.push({ count: acknowledged.length + count, resolve }),
        ),
        // Only a failure of the load matters here.
        load.then(() => {}),
      ]),
    async endLoad() {
      isEnding = true
      await load
    },
  }
}

export async function copyByCommand(
  args: readonly string[],
  file: string,
): Promise<Record<string, unknown>> {
  const run = await runCli(['backup', file, ...args, '--json'])
  assert.equal(run.code, 0, run.stderr)
  return JSON.parse(run.stdout)
}

export async function pagesNotServed(
  options: DatabaseOptions,
  pages: readonly AcknowledgedPage[],
): Promise<string[]> {
  const service = await serveStore(options)
  const missing: string[] = []
  for (const { id, words } of pages) {
    const response = await fetch(`${service.url}/wiki/spaces/DOCS/pages/${id}`)
    if (!(await response.text()).includes(words)) missing.push(id)
  }
  await service.stop()
  return missing
}
