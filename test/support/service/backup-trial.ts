/** Copies a store under constant imports, and looks whether everything acknowledged before is in it. @module */
import assert from 'node:assert/strict'
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import { sql } from '../../../src/store/sql.ts'
import { waitUntil } from '../base/wait-until.ts'
import { type Acknowledged, startImportLoad } from '../loss/import-load.ts'
import { type PreparedStore, prepareStore } from '../prepared-store.ts'
import { runCli } from './run-cli.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { serveStore } from './test-server.ts'

export interface LoadedStore extends PreparedStore {
  readonly service: ServiceProcess
  /** The pages that nothing overwrites. */
  readonly acknowledged: readonly Acknowledged[]
  waitForMore(count: number): Promise<void>
  readonly signingSecrets: readonly string[]
  endLoad(): Promise<void>
}

export async function loadStore(options: DatabaseOptions): Promise<LoadedStore> {
  const store = await prepareStore(options)
  const keys = await store.database.read<{ secret: string }>(sql`select secret from signing_keys`)
  const service = await startService(options)
  const load = startImportLoad({
    targets: [service],
    store,
    clients: 4,
    restMs: 0,
    random: Math.random,
  })
  const { acknowledged, wrong } = load.record
  const created = (): Acknowledged[] => acknowledged.filter(({ overwrite }) => !overwrite)
  return {
    ...store,
    service,
    get acknowledged() {
      return created()
    },
    signingSecrets: keys.map(({ secret }) => secret),
    waitForMore(count) {
      const wanted = created().length + count
      return waitUntil('more pages are acknowledged', () => created().length >= wanted)
    },
    async endLoad() {
      await load.stop()
      assert.deepEqual(wrong, [])
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
  pages: readonly Acknowledged[],
): Promise<string[]> {
  const service = await serveStore(options)
  const missing: string[] = []
  for (const { pageId, markdown } of pages) {
    const response = await fetch(`${service.url}/wiki/spaces/DOCS/pages/${pageId}`)
    const words = markdown.split('\n').at(-1)
    if (!(await response.text()).includes(`${words}<`)) missing.push(pageId)
  }
  await service.stop()
  return missing
}
