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
    const { headers, fields, path = '' } = request
    const { authorization = '', 'idempotency-key': key } = headers
    const real = await fetch(besideEndpoint(endpoint, path), {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': String(key) }),
      },
      body: JSON.stringify(fields),
    })
    answer(response, real.status, (await real.json()) as object)
  })
}

const keys: Readonly<Record<number, string>> = { 404: 'not-found', 503: 'unavailable' }

export function besideEndpoint(endpoint: string, path: string): string {
  return new URL(path.slice(path.lastIndexOf('/') + 1), endpoint).href
}

export function startOlderService(endpoint: string): Promise<ScriptedService> {
  return startRefusingService(endpoint, ({ path }) =>
    path?.endsWith('/reservations') ? 404 : undefined,
  )
}
