/** Carries kinds out one after another, each against a service that was started for it. @module */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startService } from '../service/service-process.ts'
import { attack } from './attack.ts'
import type { HostileKind } from './kind.ts'
import { prepareTarget } from './target.ts'
import { type Budget, isUnheard, judge, notCarriedOut, type Verdict } from './verdict.ts'
import { watchService } from './watch-service.ts'

export interface RunOptions extends Budget {
  /** A program to run the service under, such as one that bounds its memory. */
  readonly under?: readonly string[]
  /**
   * How often a kind is carried out of which only probes beside it got no answers: on a machine that
   * is busy enough that happens to any service, and each time only to one that keeps its thread.
   */
  readonly tries?: number
}

export interface KindResult extends Verdict {
  readonly kind: string
}

/** Far above any budget, and far below what the machine has. */
const killBytes = 6 * 1024 ** 3
const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

/**
 * Run kinds on one store.
 * @param kinds Which.
 * @param options The budget, and how the service is started.
 */
export async function* runKinds(
  kinds: readonly HostileKind[],
  options: RunOptions,
): AsyncGenerator<KindResult> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-hostile-'))
  const watch = await watchService()
  try {
    const preparation = await prepareTarget({ dataDirectory })
    const carryOut = async (kind: HostileKind): Promise<Verdict> => {
      const args = [...(kind.serve ?? []), ...memoryOption(options.maxMemoryBytes)]
      const under = options.under ?? []
      const service = await startService({ dataDirectory }, { args, under })
      try {
        const seen = await attack(kind, { service, preparation, watch, killBytes })
        return judge(seen, options)
      } catch (error) {
        return notCarriedOut(error)
      } finally {
        // Native code that goes on would only be waited for.
        await service.end('SIGKILL')
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
    watch.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

let isBounded: boolean | undefined

/** The service is told its budget if it takes one. */
function memoryOption(maxMemoryBytes: number): string[] {
  isBounded ??= execFileSync(process.execPath, [main, 'serve', '--help'], {
    encoding: 'utf8',
  }).includes('--memory ')
  return isBounded ? ['--memory', `${Math.floor(maxMemoryBytes / 1024 ** 2)}MiB`] : []
}
