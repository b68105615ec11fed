/** The work that the service passes to workers. @module */
import { type EmbeddedWork, embeddedWork } from '../../wiki/embedded-work.ts'
import {
  type ImportWork,
  type ImportWorkOptions,
  importWork,
} from '../../wiki/import/import-work.ts'
import { type DocumentViewWork, documentViewWork } from '../web/document/document-view-work.ts'
import { type FormWork, formWork } from '../web/writer/form-work.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { workersOf } from '../workers/workers.ts'
import type { Metrics } from './metrics.ts'

export interface CostlyWork extends ImportWork, FormWork, DocumentViewWork, EmbeddedWork {}

export function costlyWork(
  pool: WorkerPool,
  options: ImportWorkOptions & { readonly conversionTimeoutMs: number },
): CostlyWork {
  const { conversionTimeoutMs, ...preparing } = options
  const workers = workersOf(pool, conversionTimeoutMs)
  return {
    ...importWork(workers, preparing),
    ...formWork(workers, preparing),
    ...documentViewWork(workers),
    ...embeddedWork(workers, preparing.engine),
  }
}

export function timed(workers: CostlyWork, { conversionSeconds }: Metrics): CostlyWork {
  return {
    ...workers,
    prepareImport(body, request, signal) {
      const stopTimer = conversionSeconds.startTimer()
      const prepared = workers.prepareImport(body, request, signal)
      const stop = (): void => void stopTimer()
      prepared.result.then(stop, stop)
      return prepared
    },
  }
}
