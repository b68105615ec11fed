/** Carries kinds out one after another, each against a service that was started for it. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceProcess, startService } from '../service/service-process.ts'
import { attack, type WatchedMs } from './attack.ts'
import type { HostileKind } from './kind.ts'
import { prepareTarget } from './target.ts'
import { type Budget, isUnheard, judge, notCarriedOut, type Verdict } from './verdict.ts'
import { watchService } from './watch-service.ts'

export interface RunOptions extends Budget {
  readonly under?: readonly string[]
  /** A busy machine can starve the probes of any service, so such a kind is repeated. */
  readonly tries?: number
  readonly sharesService?: boolean
  readonly watchedMs?: WatchedMs
}

export interface KindResult extends Verdict {
  readonly kind: string
}

/** Far above any budget, and far below what the machine has. */
const killBytes = 6 * 1024 ** 3

export async function* runKinds(
  kinds: readonly HostileKind[],
  options: RunOptions,
): AsyncGenerator<KindResult> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-hostile-'))
  const watch = await watchService()
  const services = startedServices(dataDirectory, options)
  try {
    const preparation = await prepareTarget({ dataDirectory })
    const carryOut = async (kind: HostileKind): Promise<Verdict> => {
      const service = await services.of(kind)
      try {
        const verdict = judge(
          await attack(kind, {
            service,
            preparation,
            watch,
            killBytes,
            watchedMs: options.watchedMs,
          }),
          options,
        )
        if (options.sharesService !== true || verdict.faults.length > 0) await services.end()
        return verdict
      } catch (error) {
        await services.end()
        return notCarriedOut(error)
      }
    }
    for (const kind of kinds) {
      let verdict = await carryOut(kind)
      for (let tries = 1; tries < (options.tries ?? 1) && isUnheard(verdict); tries += 1) {
        verdict = await carryOut(kind)
      }
      yield { kind: kind.name, ...verdict }
    }
  } finally {
    await services.end()
    watch.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

interface StartedServices {
  of(kind: HostileKind): Promise<ServiceProcess>
  end(): Promise<void>
}

function startedServices(
  dataDirectory: string,
  { maxMemoryBytes, under = [] }: RunOptions,
): StartedServices {
  let running: { readonly service: ServiceProcess; readonly options: string } | undefined
  const memory = `--memory=${Math.floor(maxMemoryBytes / 1024 ** 2)}MiB`
  const end = async (): Promise<void> => {
    // Native code would run on, so nothing is waited for.
    await running?.service.end('SIGKILL')
    running = undefined
  }
  return {
    end,
    async of({ serve = [] }) {
      const options = serve.join(' ')
      if (running?.options !== options) {
        await end()
        const service = await startService({ dataDirectory }, { args: [...serve, memory], under })
        running = { service, options }
      }
      return running.service
    },
  }
}
