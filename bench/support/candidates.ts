/** What is measured side by side: the floor and the services of checkouts, each on a store of its own. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseOptions } from '../../src/store/open-database.ts'
import { startPostgres } from '../../test/support/postgres/test-postgres.ts'
import type { PreparedStore } from '../../test/support/prepared-store.ts'
import { type ServiceProcess, startProcess } from '../../test/support/service/service-process.ts'

export type Engine = 'sqlite' | 'postgres'

export interface Candidate {
  readonly name: string
  readonly service: ServiceProcess
  readonly place: { readonly spaceId: string; readonly parentId: string }
  readonly token: string
  imports: number
}

export interface Candidates {
  readonly list: readonly [Candidate, ...Candidate[]]
  stop(): Promise<void>
}

const here = resolve(import.meta.dirname, '../..')

export async function startCandidates(
  engine: Engine,
  checkouts: readonly string[],
): Promise<Candidates> {
  const folder = mkdtempSync(join(tmpdir(), 'markport-bench-'))
  const cluster = engine === 'postgres' ? await startPostgres() : undefined
  const freshPlace = async (name: string): Promise<DatabaseOptions> =>
    cluster === undefined
      ? { dataDirectory: mkdtempSync(join(folder, `${name}-`)) }
      : { databaseUrl: await cluster.createDatabase(name) }
  const list: [Candidate, ...Candidate[]] = [
    await startFloor('floor', await freshPlace('floor')),
    await startFloor('floor that keeps all', await freshPlace('floor_all')),
  ]
  for (const checkout of [here, ...checkouts]) {
    list.push(await startCheckout(resolve(checkout), await freshPlace(`store_${list.length}`)))
  }
  return {
    list,
    async stop() {
      for (const { service } of list) await service.end('SIGKILL')
      await cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startFloor(
  name: 'floor' | 'floor that keeps all',
  place: DatabaseOptions,
): Promise<Candidate> {
  const options = { ...place, keepsAll: name !== 'floor' }
  const service = await startProgram(here, 'floor-service.ts', options)
  const { token = '' } = service
  return { name, service, place: { spaceId: '1', parentId: '1' }, token, imports: 0 }
}

/** Checkouts may have different schemas, so each prepares its own store. */
async function startCheckout(checkout: string, place: DatabaseOptions): Promise<Candidate> {
  const module = pathToFileURL(join(checkout, 'test/support/prepared-store.ts')).href
  const { prepareStore } = (await import(module)) as {
    prepareStore(place: DatabaseOptions): Promise<PreparedStore>
  }
  const store = await prepareStore(place)
  await store.database.close()
  const name = checkout === here ? 'Markport' : checkout
  return startOn(name, place, store, checkout)
}

export async function startOn(
  name: string,
  place: DatabaseOptions,
  { space, token }: Pick<PreparedStore, 'space' | 'token'>,
  checkout: string = here,
): Promise<Candidate> {
  const service = await startProgram(checkout, 'service.ts', place)
  const ids = { spaceId: space.id, parentId: space.homepageId }
  return { name, service, place: ids, token, imports: 0 }
}

function startProgram(
  checkout: string,
  program: string,
  options: DatabaseOptions,
): Promise<ServiceProcess> {
  return startProcess([process.execPath, join(checkout, 'bench', program), JSON.stringify(options)])
}
