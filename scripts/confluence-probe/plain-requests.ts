/** Sends requests without what Markport's client adds to them. @module */
import type { Credential } from '../../src/confluence/credential.ts'
import type { ProbeContext } from './probe.ts'

export function plainRequests(
  apiRoot: string,
  readCredential: () => Promise<Credential>,
): ProbeContext['sendPlain'] {
  return async (path, { method = 'GET', body } = {}) => {
    const { email, token } = await readCredential()
    const basic = Buffer.from(`${email}:${token}`).toString('base64')
    const authorization = email === undefined ? `Bearer ${token}` : `Basic ${basic}`
    const request = {
      method,
      body: body ?? null,
      headers: { authorization },
      redirect: 'manual',
    } as const
    return fetch(`${apiRoot}${path}`, request)
  }
}
