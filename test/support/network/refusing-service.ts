/** A service in front of the real one that refuses some requests. @module */
import {
  answer,
  type ScriptedService,
  type SentRequest,
  startScriptedService,
} from './scripted-service.ts'

export type Refusal = (request: SentRequest) => number | undefined

export async function startRefusingService(
  endpoint: string,
  refusalOf: Refusal,
): Promise<ScriptedService> {
  return startScriptedService(async (response, _, request) => {
    const refusal = refusalOf(request)
    if (refusal !== undefined) return answer(response, refusal, { key: keys[refusal] })
    const { headers, fields, path = '', method = 'POST' } = request
    const { authorization = '', 'idempotency-key': key, 'markport-run': run } = headers
    const real = await fetch(besideEndpoint(endpoint, path), {
      method,
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': String(key) }),
        ...(run === undefined ? {} : { 'markport-run': String(run) }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
    })
    answer(response, real.status, (await real.json()) as object)
  })
}

const keys: Readonly<Record<number, string>> = { 404: 'not-found', 503: 'unavailable' }

export function besideEndpoint(endpoint: string, path: string): string {
  return new URL(path.replace(/^.*\/apps\/[^/]+\/[^/]+\//, ''), endpoint).href
}

export function startOlderService(endpoint: string): Promise<ScriptedService> {
  return startRefusingService(endpoint, ({ path }) =>
    /\/(?:reservations|sources)(?:\?|$)/.test(path ?? '') ? 404 : undefined,
  )
}
