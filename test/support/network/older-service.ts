/** A service in front of the real one that has no reservations, as those of before. @module */
import { answer, type ScriptedService, startScriptedService } from './scripted-service.ts'

/**
 * Start it.
 * @param endpoint Of the real service, which gets everything else.
 */
export async function startOlderService(endpoint: string): Promise<ScriptedService> {
  const { origin, pathname } = new URL(endpoint)
  const older = await startScriptedService(async (response, _, { headers, path, fields }) => {
    if (path?.endsWith('/reservations')) return answer(response, 404, { key: 'not-found' })
    const { authorization = '', 'idempotency-key': key } = headers
    const real = await fetch(origin + pathname, {
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
  return older
}
