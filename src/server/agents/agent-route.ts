/** The address for agents, `/mcp`, with its limits. @module */
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { readerAs } from '../../accounts/reader.ts'
import type { ApiTokenHolder } from '../../accounts/tokens/api-tokens.ts'
import type { HostTokenHolder } from '../../accounts/tokens/host-tokens.ts'
import { RequestError } from '../../contract/errors.ts'
import { admit, admitHostToken } from '../http/admit.ts'
import { logFailure } from '../http/error-answer.ts'
import { limitBody } from '../http/limit-body.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ServiceParts } from '../service/compose.ts'

type AgentScope = RequestScope<{
  holder: HostTokenHolder
  importer: ApiTokenHolder | undefined
}>

const importTokenHeader = 'markport-import-token'

const maxBodyBytes = 2 * 1024 * 1024

export function agentRoute(dependencies: ServiceParts): Hono<AgentScope> {
  const { gate, bodyBytes, log, publicUrl } = dependencies
  let loading: Promise<typeof import('./agent-server.ts')> | undefined
  const app = new Hono<AgentScope>()
  const checkCaller = createMiddleware<AgentScope>(async (c, next) => {
    if (c.req.method !== 'POST') {
      c.header('Allow', 'POST')
      throw new RequestError('method-not-allowed', `Use POST here, not ${c.req.method}.`)
    }
    // Guards against pages of other sites: only browsers send `Origin`.
    const origin = c.req.header('origin')
    const isHere = URL.parse(origin ?? '')?.host === c.req.header('host')
    if (origin !== undefined && !isHere && origin !== new URL(publicUrl()).origin) {
      throw new RequestError('forbidden', 'This address is for programs, not for other sites.')
    }
    c.set('holder', await admitHostToken(c.env, dependencies, 'calls'))
    c.set('importer', await findImporter(c.env.incoming, dependencies.apiTokens))
    return next()
  })
  app.all(
    '/',
    checkCaller,
    limitBody<AgentScope>({ maxBodyBytes, bodyBytes }),
    admit<AgentScope>(gate, (c) => ({ key: `user ${c.get('holder').userId}`, isKnown: true })),
    async (c) => {
      loading ??= import('./agent-server.ts')
      const { answerAgent } = await loading
      const requestId = c.get('requestId')
      const { signal } = c.req.raw
      const call = {
        ...dependencies,
        requestId,
        signal,
        reader: readerAs(dependencies.database, c.get('holder')),
        importer: c.get('importer'),
      }
      const { url, headers } = c.req.raw
      const request = new Request(url, { method: 'POST', headers, signal })
      return answerAgent(request, parseBody(c.get('body')), call, (error) =>
        logFailure(log, requestId, error),
      )
    },
  )
  return app
}

async function findImporter(
  { headersDistinct }: IncomingMessage,
  apiTokens: ServiceParts['apiTokens'],
): Promise<ApiTokenHolder | undefined> {
  const texts = headersDistinct[importTokenHeader]
  if (texts === undefined) return undefined
  const importer = await apiTokens.authenticate(texts.map((text) => `Bearer ${text}`))
  if (importer.isPreviewOnly) {
    throw new RequestError('forbidden', 'This import token may only preview. Use one that imports.')
  }
  void apiTokens.touch(importer.apiTokenId)
  return importer
}

function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new RequestError('bad-request', 'The body must be JSON-RPC in UTF-8.')
  }
}
