/** The service of a campaign: killed, started again, with its clock put on. @module */
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import { sql } from '../../../src/store/sql.ts'
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import { connectSpace } from '../delivery/wiki-server.ts'
import { type PreparedStore, prepareStore } from '../prepared-store.ts'
import { type ServiceProcess, startService } from '../service/service-process.ts'
import {
  endDeliveryPauses,
  lapseDeliveryLeases,
  loseDeliveries,
} from '../store/test-transactions.ts'

export interface KnownReservation {
  readonly pageId: string
  readonly title: string
}

export interface FaultyService {
  readonly store: PreparedStore
  readonly installation: string
  endpoint(): string
  kill(): Promise<void>
  passTime(): Promise<void>
  countOpen(): Promise<number>
  reservations(): Promise<readonly KnownReservation[]>
  remarks(): Promise<ReadonlyMap<string, string>>
  stop(): Promise<void>
}

export async function startFaultyService(
  place: DatabaseOptions,
  site: ConfluenceSimulator,
  options: { processes: number; forgets: boolean },
): Promise<FaultyService> {
  const store = await prepareStore(place)
  const clock = (): Date => new Date()
  await connectSpace({ database: store.database, clock }, store.space, site)
  const start = () => startService(place)
  const running = await Promise.all(Array.from({ length: options.processes }, start))
  const [installation = ''] = (running[0] as ServiceProcess).endpoint.split('/').slice(-2)
  let asked = 0
  let starting: Promise<void> = Promise.resolve()
  const startAgain = async (index: number): Promise<void> => {
    if (options.forgets) await store.database.write(loseDeliveries, {})
    await store.database.write(lapseDeliveryLeases, {})
    running[index] = await start()
  }
  return {
    store,
    installation,
    endpoint: () => (running[asked++ % running.length] as ServiceProcess).endpoint,
    async kill() {
      await starting
      const index = asked % running.length
      await running[index]?.end('SIGKILL')
      starting = startAgain(index)
    },
    passTime: () => store.database.write(endDeliveryPauses, {}),
    async countOpen() {
      await starting
      const [row] = await store.database.read<{ open: number }>(
        sql`select (select count(*) from deliveries)
          + (select count(*) from remote_orders) as open`,
      )
      return Number(row?.open)
    },
    async reservations() {
      const rows = await store.database.read<Record<'page_id' | 'title', string>>(
        sql`select page_id, title from remote_reservations`,
      )
      return rows.map((row) => ({ pageId: row.page_id, title: row.title }))
    },
    async remarks() {
      const rows = await store.database.read<{ page_id: string; remarks: string }>(
        sql`select page_id, remarks from remote_pages`,
      )
      return new Map(rows.map((row) => [row.page_id, row.remarks]))
    },
    async stop() {
      await starting
      await Promise.all(running.map((one) => one.end('SIGTERM')))
      await store.database.close()
    },
  }
}
