/** `npm run soak -- MINUTES [sqlite|postgres]`: memory stays level under mixed use; fails if the last quarter is a tenth above the second. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { sampleMarkdown } from '../../bench/sample-markdown.ts'
import { treeMemory } from '../../bench/support/process-threads.ts'
import type { DatabaseOptions } from '../../src/store/open-database.ts'
import { seededRandom } from '../support/base/seeded-random.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { type WebAnswer, type WebClient, webClient } from '../support/browser/web-client.ts'
import { folderSender } from '../support/folders/sent-folder.ts'
import { createTestDatabase, stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { type PreparedStore, prepareStore, userPassword } from '../support/prepared-store.ts'
import { type ServiceProcess, startService } from '../support/service/service-process.ts'
import { send, validImport } from '../support/service/test-server.ts'

interface MixedUse {
  next(random: () => number): Promise<void>
  readonly counts: Readonly<Record<string, number>>
}

type Target = Pick<ServiceProcess, 'url' | 'endpoint'> & Pick<PreparedStore, 'space' | 'token'>
type Action = (random: () => number) => Promise<number>

/** Pages are overwritten, so that per-page memory has a bound. */
const titles = 400
const words = ['service', 'option', 'commit', 'worker', 'token', 'nothing such']

async function mixedUse(target: Target): Promise<MixedUse> {
  const visitor = webClient(target.url)
  await visitor.signIn('boss', userPassword)
  const actions = actionsOn(target, visitor)
  const names = Object.keys(actions)
  const counts: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
  counts.refused = 0
  return {
    counts,
    async next(random) {
      const name = names[Math.floor(random() * names.length)] as string
      // The service may close an idle connection just as a request is sent on it.
      const status = await (actions[name] as Action)(random).catch(() => Number.POSITIVE_INFINITY)
      counts[name] = (counts[name] ?? 0) + 1
      if (status >= 400) counts.refused = (counts.refused ?? 0) + 1
    },
  }
}

function actionsOn(target: Target, visitor: WebClient): Readonly<Record<string, Action>> {
  const { url, endpoint, space, token } = target
  const pageIds: string[] = []
  const statusOf = async (answer: Promise<WebAnswer>): Promise<number> => (await answer).status
  const get = (path: string): Promise<number> => statusOf(visitor.get(path))
  const anyPage = (random: () => number): string =>
    pageIds[Math.floor(random() * pageIds.length)] ?? space.homepageId
  return {
    async import(random) {
      const pageTitle = `Page ${Math.floor(random() * titles)}`
      const content = sampleMarkdown(10_240, `Version ${random()}`)
      const fields = { ...validImport(target), pageTitle, content, overwrite: true }
      const headers = { authorization: `Bearer ${token}` }
      const { status, json } = await send(endpoint, JSON.stringify(fields), headers)
      if (json.page !== undefined && !pageIds.includes(json.page.id)) pageIds.push(json.page.id)
      return status
    },
    view: (random) => get(`/wiki/spaces/${space.key}/pages/${anyPage(random)}`),
    history: (random) => get(`/wiki/spaces/${space.key}/history/${anyPage(random)}`),
    search: (random) => get(`/search?q=${words[Math.floor(random() * words.length)]}`),
    suggest: (random) => get(`/search/suggest?q=pa${Math.floor(random() * 10)}`),
    manage: () => get('/manage/imports'),
    preview(random) {
      const form = new FormData()
      form.set('spaceId', space.id)
      form.set('parentId', space.homepageId)
      form.set('pageTitle', 'Never sent')
      form.set('content', sampleMarkdown(10_240, `Draft ${random()}`))
      return statusOf(visitor.submit('/import/preview', form))
    },
    async folder(random) {
      const names = ['a', 'b', 'c']
      const files = names.map((name) => [
        `${name}.md`,
        sampleMarkdown(4_096, `${name} ${random()}`),
      ])
      const { send } = await folderSender(url, visitor, space)
      const answer = await send(Object.fromEntries(files))
      await answer.arrayBuffer()
      return answer.status
    },
  }
}

const [minutes = '240', engine = 'sqlite'] = process.argv.slice(2)
const endsAt = Date.now() + Number(minutes) * 60_000
const lookMs = 10_000
const callers = 4
/** Keeps the load below capacity, so that retained memory shows. */
const pauseMs = 150
const maxGrowth = 1.1

interface Look {
  readonly rss: number
  readonly pss: number
  readonly heap: number
}

const folder = temporaryFolder()
const postgres = engine === 'postgres' ? await createTestDatabase() : undefined
const store: DatabaseOptions =
  postgres === undefined ? { dataDirectory: folder } : { databaseUrl: postgres.url }
const prepared = await prepareStore(store)
await prepared.createUser('boss', { isAdministrator: true })
await prepared.database.close()
const service = await startService(store)
const looks: Look[] = []
try {
  const use = await mixedUse({ ...service, ...prepared })
  const working = Array.from({ length: callers }, (_, seed) => work(use, seededRandom(seed)))
  while (Date.now() < endsAt) {
    await wait(lookMs)
    looks.push(await look(service))
    process.stdout.write(`${JSON.stringify({ ...looks.at(-1), ...use.counts })}\n`)
  }
  await Promise.all(working)
} finally {
  await service.end('SIGTERM')
  await postgres?.drop()
  await stopOwnCluster()
}
const quarters = [0, 1, 2, 3].map((quarter) => medians(quarter))
process.stdout.write(`${JSON.stringify({ quarters })}\n`)
const [, second, , last] = quarters as [Look, Look, Look, Look]
const isLevel = (['rss', 'pss', 'heap'] as const).every(
  (kind) => last[kind] <= second[kind] * maxGrowth,
)
process.exitCode = isLevel ? 0 : 1

async function work(use: MixedUse, random: () => number): Promise<void> {
  while (Date.now() < endsAt) {
    await use.next(random)
    await wait(pauseMs)
  }
}

async function look({ pid, url }: ServiceProcess): Promise<Look> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const [, heap] = /^nodejs_heap_size_used_bytes (\S+)/m.exec(text) ?? []
  const { rssMb, pssMb } = treeMemory(pid)
  return {
    rss: Math.round(rssMb),
    pss: Math.round(pssMb),
    heap: Math.round(Number(heap) / 2 ** 20),
  }
}

function medians(quarter: number): Look {
  const length = Math.floor(looks.length / 4)
  const part = looks.slice(quarter * length, (quarter + 1) * length)
  const median = (kind: keyof Look): number =>
    part.map((one) => one[kind]).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? Number.NaN
  return { rss: median('rss'), pss: median('pss'), heap: median('heap') }
}
