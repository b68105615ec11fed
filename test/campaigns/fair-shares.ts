/** `npm run fair-shares -- CONNECTIONS SECONDS`: one caller keeps a share of its rate beside a flood of another kind. @module */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { hostTokens } from '../../src/accounts/tokens/host-tokens.ts'
import { idAllocator } from '../../src/store/ids.ts'
import { webClient } from '../support/browser/web-client.ts'
import { dayMs, prepareStore, userPassword } from '../support/prepared-store.ts'
import {
  agentRequest,
  formRequests,
  get,
  importRequest,
  previewRequests,
  sendWhole,
} from '../support/service/gated-requests.ts'
import type { GatedRequest } from '../support/service/leaving-clients.ts'
import { startService } from '../support/service/service-process.ts'

const [connections = 10, seconds = 4] = process.argv.slice(2).map(Number)
const pageCount = 200
/** A share of the rate alone; it says little on a busy machine. */
const leastShare = (flooding: string, asking: string): number =>
  asking === 'imports' && ['searches', 'suggestions'].includes(flooding) ? 0.5 : 0.05

const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-fair-'))
const store = await prepareStore({ dataDirectory })
const { space, token } = store
await store.createUser('ann', { isAdministrator: true })
const host = await hostTokens(store.database, idAllocator(store.database), () => new Date()).create(
  { name: 'reader', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' },
)
await store.database.close()
const service = await startService({ dataDirectory })
try {
  const kinds = await kindsOfCallers()
  const alone = new Map<string, Rate>()
  for (const [kind, requests] of kinds) alone.set(kind, await measure(requests))
  let unfair = 0
  print('flooding', 'asking', 'alone /s', 'beside /s', 'share', 'refused')
  for (const [flooding, flood] of kinds) {
    for (const [asking, requests] of kinds) {
      if (asking === flooding) continue
      const stop = startFlood(flood)
      const beside = await measure(requests)
      await stop()
      const share = beside.perSecond / (alone.get(asking)?.perSecond ?? 0)
      const isFair = share >= leastShare(flooding, asking)
      if (!isFair || beside.refused > 0) unfair += 1
      const rates = [alone.get(asking)?.perSecond ?? 0, beside.perSecond].map((one) =>
        one.toFixed(1),
      )
      print(flooding, asking, ...rates, share.toFixed(2), `${beside.refused}`)
    }
  }
  process.stdout.write(`${unfair} of ${kinds.size * (kinds.size - 1)} pairs are unfair\n`)
  process.exitCode = unfair === 0 ? 0 : 1
} finally {
  await service.end('SIGTERM')
  rmSync(dataDirectory, { recursive: true })
}

async function kindsOfCallers(): Promise<ReadonlyMap<string, readonly GatedRequest[]>> {
  const { url, endpoint } = service
  const server = { url, endpoint, token, space, createUser: store.createUser }
  const imported = importRequest(server, token)
  const docs = new URL('../../docs/', import.meta.url)
  const texts = readdirSync(docs).filter((name) => name.endsWith('.md'))
  const textOf = (index: number): string =>
    readFileSync(new URL(texts[index % texts.length] as string, docs), 'utf8')
  const importOf = (pageTitle: string, content: string): GatedRequest => ({
    ...imported,
    body: JSON.stringify({ ...JSON.parse(imported.body), pageTitle, content }),
  })
  const ids: string[] = []
  for (let index = 0; index < pageCount; index += 1) {
    for (const content of [textOf(index), `${textOf(index + 1)}\n\n${textOf(index)}`]) {
      const [status, answer] = await sendWhole(url, importOf(`Page ${index}`, content))
      if (status >= 300) throw new Error(answer)
      ids[index] = JSON.parse(answer).page.id
    }
  }
  const visitor = webClient(url)
  await visitor.signIn('ann', userPassword)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reading = (paths: readonly string[]): GatedRequest[] =>
    paths.map((path) => get(path, { cookie }))
  const [form, check, preview, folder] = await formRequests(visitor, server)
  const [begin, send] = previewRequests(imported, space.id)
  await sendWhole(url, begin as GatedRequest)
  const inSpace = (path: string): string[] => ids.map((id) => `/wiki/spaces/DOCS/${path}/${id}`)
  return new Map([
    ['imports', ids.map((_, index) => importOf(`New ${index}`, `${textOf(index)}\n\n${index}`))],
    ['searches', reading(['import page', 'the service', 'token of space'].map(searchPath))],
    ['suggestions', reading(['imp', 'the%20ser', 'tok'].map((q) => `/search/suggest?q=${q}`))],
    ['views', reading(inSpace('pages'))],
    ['old versions', reading(inSpace('history').map((path) => `${path}/1`))],
    ['comparisons', reading(inSpace('compare').map((path) => `${path}?from=1&to=2`))],
    ['exports', reading(['/wiki/spaces/DOCS/export.zip'])],
    ['forms', [form as GatedRequest, check as GatedRequest, preview as GatedRequest]],
    ['folders', [folder as GatedRequest]],
    ['previews', [send as GatedRequest]],
    ['agents', [agentRequest({ server, token: host.token })]],
  ])
}

function searchPath(words: string): string {
  return `/search?q=${encodeURIComponent(words)}`
}

interface Rate {
  readonly perSecond: number
  readonly refused: number
}

async function measure(requests: readonly GatedRequest[]): Promise<Rate> {
  const pool = new Pool(service.url, { connections: 1 })
  const startedAt = performance.now()
  let [answered, refused] = [0, 0]
  while (performance.now() - startedAt < seconds * 1_000) {
    const status = await ask(pool, requests[(answered + refused) % requests.length] as GatedRequest)
    if (status < 400) answered += 1
    else if (status === 503) refused += 1
  }
  const perSecond = answered / ((performance.now() - startedAt) / 1_000)
  await pool.close()
  return { perSecond, refused }
}

function startFlood(requests: readonly GatedRequest[]): () => Promise<void> {
  const pool = new Pool(service.url, { connections })
  let isOver = false
  const client = async (_: unknown, first: number): Promise<void> => {
    for (let index = first; !isOver; index += 1) {
      await ask(pool, requests[index % requests.length] as GatedRequest)
    }
  }
  const clients = Array.from({ length: connections }, client)
  return async () => {
    isOver = true
    await Promise.all(clients)
    await pool.close()
  }
}

async function ask(pool: Pool, { method, path, headers, body }: GatedRequest): Promise<number> {
  const answer = await pool.request({ method, path, headers, ...(body !== '' && { body }) })
  await answer.body.dump({ limit: Number.POSITIVE_INFINITY })
  return answer.statusCode
}

function print(...cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padStart(13)).join('')}\n`)
}
