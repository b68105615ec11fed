/** A site that answers what was recorded, on a real socket. @module */
import { createServer } from 'node:http'
import { type OpenSiteOptions, openSite } from '../../../src/confluence/open-site.ts'
import type { ConfluenceSite } from '../../../src/confluence/site.ts'
import { type SiteClient, siteClient } from '../../../src/confluence/wire/site-client.ts'
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'
import { listenLocally, stopServer } from '../network/listen-locally.ts'
import type { RecordedAnswer } from './recording.ts'

export interface ReplaySite {
  readonly site: ConfluenceSite
  readonly client: SiteClient
  stop(): Promise<void>
}

/** The recorded answers never change, so retries would be pointless. */
const patience = { timeoutMs: 30_000, maxReads: 1 }
const contexts = { cloud: '/wiki', 'data-center': '' } as const

export async function replaySite(
  kind: SiteKind,
  answers: readonly RecordedAnswer[],
): Promise<ReplaySite> {
  let asked = 0
  let origin = ''
  const server = createServer((request, response) => {
    request.resume()
    if (/\/user\?accountId=/.test(request.url ?? '')) return void response.writeHead(404).end('{}')
    const answer = answers[Math.min(asked, answers.length - 1)] as RecordedAnswer
    asked += 1
    const headers = { 'content-type': 'application/json', ...answer.headers }
    response.writeHead(answer.status, headers).end(textOf(answer, origin))
  })
  origin = await listenLocally(server)
  const address = { baseUrl: `${origin}${contexts[kind]}`, cloudId: undefined }
  const readCredential = async () => ({ email: undefined, token: 'token' })
  const options: OpenSiteOptions = { kind, address, readCredential, patience }
  return {
    site: openSite(options),
    client: siteClient(options, patience),
    stop: () => stopServer(server),
  }
}

/** Links lead to the recorded site, so they are rewritten to this one. */
function textOf({ body }: RecordedAnswer, origin: string): string {
  if (typeof body === 'string') return body
  return JSON.stringify(body, (name, value: unknown) =>
    typeof value === 'string' && ['base', 'next', 'self'].includes(name)
      ? value.replace(/^https?:\/\/[^/]+/, origin)
      : value,
  )
}
