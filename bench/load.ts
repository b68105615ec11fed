/** A load of requests over a fixed number of connections, and what each of them waited. @module */
import { Pool } from 'undici'

export interface LoadOptions {
  readonly endpoint: string
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
  readonly nextRequest: () => LoadRequest
}

export type LoadRequest = { readonly body: string } | { readonly path: string }

export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const warmUpSeconds = 1

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  await sendFor(options, warmUpSeconds)
  const startedAt = performance.now()
  const latencies = await sendFor(options, options.seconds)
  const seconds = (performance.now() - startedAt) / 1_000
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0
  return { perSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

async function sendFor(options: LoadOptions, seconds: number): Promise<number[]> {
  const { origin, pathname } = new URL(options.endpoint)
  const pool = new Pool(origin, { connections: options.connections, pipelining: 1 })
  const latencies: number[] = []
  const endsAt = performance.now() + seconds * 1_000
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const request = options.nextRequest()
      const startedAt = performance.now()
      const answer = await pool.request({
        headers: options.headers ?? {},
        ...('body' in request
          ? { method: 'POST', path: pathname, body: request.body }
          : { method: 'GET', path: request.path }),
      })
      const text = await answer.body.text()
      if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${text}`)
      latencies.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: options.connections }, client))
  await pool.close()
  return latencies
}
