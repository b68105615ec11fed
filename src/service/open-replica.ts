/** Reads from a replica where there is one, and shows how that goes. @module */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/database.ts'

/**
 * Make the store as readers' pages read it.
 * @param primary The store.
 * @param url The address of a replica; without one the store itself is read.
 * @param observers Where figures and changes are shown.
 */
export async function openReplica(
  primary: Database,
  url: string | undefined,
  { registry, log }: { readonly registry: Registry; readonly log: Log },
): Promise<Database> {
  if (url === undefined) return primary
  const { readFromReplica } = await import('../database/replica/read-from-replica.ts')
  const registers = [registry]
  const reads = new Counter({
    name: 'markport_replica_reads_total',
    help: "Statements of readers' pages, by the server that answered: replica or primary.",
    labelNames: ['server'],
    registers,
  })
  const inUse = new Gauge({
    name: 'markport_replica_in_use',
    help: "Whether readers' pages are read from the replica: 1 or 0.",
    registers,
  })
  return readFromReplica(primary, {
    url,
    onRead: (server) => reads.inc({ server }),
    onChange(problem) {
      inUse.set(problem === undefined ? 1 : 0)
      if (problem === undefined) log.info('pages are read from the replica')
      else log.warn({ reason: problem.message }, 'pages are read from the primary')
    },
  })
}
