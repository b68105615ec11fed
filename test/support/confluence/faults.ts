/** What goes wrong at a simulated site before a request is carried out. @module */
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'
import type { Answer, Call } from './exchange.ts'
import { v1Error, v2Error } from './refusal.ts'
import type { SimulatorSwitches } from './simulator.ts'

/** Atlassian's documented limits for API tokens. */
export const documentedBurst: SimulatorSwitches['burstPerSecond'] = {
  GET: 100,
  POST: 100,
  PUT: 50,
  DELETE: 50,
}

export class Burst {
  readonly #times = new Map<string, number[]>()

  take(switches: SimulatorSwitches, method: string): Answer | undefined {
    const now = performance.now()
    const times = (this.#times.get(method) ?? []).filter((time) => time > now - 1000)
    this.#times.set(method, times)
    if (times.length >= limitOf(switches, method)) return tooMany(switches, method)
    times.push(now)
    return undefined
  }
}

function limitOf({ burstPerSecond }: SimulatorSwitches, method: string): number {
  return burstPerSecond[method] ?? Number.POSITIVE_INFINITY
}

function tooMany(switches: SimulatorSwitches, method: string): Answer {
  const { retryAfterSeconds } = switches
  const reset = new Date(Date.now() + retryAfterSeconds * 1000).toISOString()
  return {
    status: 429,
    body: { code: 429, message: 'Rate limit exceeded' },
    headers: {
      'retry-after': String(retryAfterSeconds),
      'x-ratelimit-limit': String(limitOf(switches, method)),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': reset,
      'ratelimit-reason': 'confluence-burst-based',
    },
  }
}

export function takeFailure(switches: SimulatorSwitches, method: string): Answer | undefined {
  const { failures } = switches
  const isMeant = switches.failing === 'all' || method !== 'GET'
  if (failures.count === 0 || !isMeant) return undefined
  failures.count--
  return failure(switches, method, failures.status)
}

export function failure(switches: SimulatorSwitches, method: string, status: number): Answer {
  if (status === 429) return tooMany(switches, method)
  return { status, text: `<html><body>${status}</body></html>` }
}

export interface Opener {
  readonly kind: SiteKind
  readonly email: string | undefined
  readonly token: string
}

export function refuse(
  opener: Opener,
  switches: SimulatorSwitches,
  call: Call,
): Answer | undefined {
  const refused = switches.refuseCredential
  if (refused === '401-html') return tomcat
  if (refused === 'missing-scope')
    return { status: 401, body: { code: 401, message: 'Unauthorized; scope does not match' } }
  if (switches.hasScopes && call.prefix === '') return tomcat
  const sent = String(call.headers.authorization ?? '')
  const isOpen = refused === 'no' && isRight(opener, sent)
  if (isOpen) return undefined
  if (opener.kind === 'cloud') return cloudRefusal(call)
  if (sent.startsWith('Basic ')) return tomcat
  return anonymous(call)
}

function isRight({ email, token }: Opener, sent: string): boolean {
  const basic = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`
  return sent === `Bearer ${token}` || (email !== undefined && sent === basic)
}

const tomcat: Answer = {
  status: 401,
  text: '<!doctype html><html lang="en"><head><title>HTTP Status 401 – Unauthorized</title></head><body><h1>HTTP Status 401 – Unauthorized</h1><p><b>Message</b> Basic Authentication Failure - Reason : AUTHENTICATED_FAILED</p></body></html>',
  headers: { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' },
}

function cloudRefusal(call: Call): Answer {
  if (call.path.includes('/api/v2/')) return v2Error(404, 'Not Found')
  const isUser = call.path.includes('/user/current')
  const message = isUser
    ? 'caller cannot access Confluence'
    : 'Current user not permitted to use Confluence'
  const data = { authorized: false, valid: true, errors: [], successful: false }
  return { status: 403, body: { statusCode: 403, data, message } }
}

/** Data Center treats unknown credentials as anonymous, who sees nothing here. */
function anonymous(call: Call): Answer {
  const headers = { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' }
  if (call.path.includes('/user/current')) {
    const profilePicture = { path: '/images/anonymous.svg', width: 48, height: 48, isDefault: true }
    const body = { type: 'anonymous', profilePicture, displayName: 'Anonymous', _expandable: {} }
    return { status: 200, body, headers }
  }
  if (call.method !== 'GET')
    return { ...v1Error(403, 'Request rejected because issuer is not authorized'), headers }
  if (/\/content\/?\?/.test(call.path)) {
    const body = { results: [], start: 0, limit: 25, size: 0, _links: {} }
    return { status: 200, body, headers }
  }
  const id = /\/content\/(\d+)/.exec(call.path)?.[1] ?? '0'
  return { ...v1Error(404, `No content found with id: ContentId{id=${id}}`), headers }
}
