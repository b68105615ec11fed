/** Clients that import without end, retry while they are asked to, and remember every answer. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { waitOfMainThread } from '../base/processes.ts'
import { generousMs } from '../base/wait-until.ts'
import type { PreparedStore } from '../prepared-store.ts'
import { useFreshConnections } from '../run/between-files.ts'

export interface LoadTarget {
  readonly url: string
  readonly endpoint: string
  /** The time this process waits for a processor is subtracted from silences. */
  readonly pid?: number
}

interface ImportRequest {
  readonly title: string
  readonly markdown: string
  readonly key: string | undefined
  readonly overwrite: boolean
}

export interface Acknowledged extends ImportRequest {
  readonly pageId: string
  readonly version: number
}

export interface Wrong {
  readonly kind: 'refusal' | 'no-answer' | 'hung' | 'process-ended' | 'not-back'
  readonly text: string
}

export interface LoadRecord {
  readonly acknowledged: Acknowledged[]
  refused: number
  read: number
  readonly wrong: Wrong[]
  longestPauseMs: number
  longestAnswerMs: number
  /** When the last acknowledged import to each target was sent, by `performance.now()`. */
  readonly sentAt: number[]
}

export interface ImportLoad {
  readonly record: Readonly<LoadRecord>
  /** Each client waits as long for the answer that it retries for. */
  stop(patienceMs?: number): Promise<void>
}

export interface ImportLoadOptions {
  readonly targets: readonly LoadTarget[]
  readonly store: Pick<PreparedStore, 'space' | 'token'>
  readonly clients: number
  readonly hungAfterMs?: number
  readonly random: () => number
  /** Loads of one store need names of their own. */
  readonly name?: string
  readonly restMs?: number
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

/** Stands for the status where there was no answer. */
const noAnswer = 599
/** A pause between imports: this looks for lost answers, not for speed. */
const usualRestMs = 60
/** Long after the wait was noted as wrong. */
const abandonAfterMs = 90_000

interface Load extends ImportLoadOptions {
  readonly record: LoadRecord
  lastAnswerAt: number
  isStopping: boolean
  giveUpAt: number
}

export function startImportLoad(options: ImportLoadOptions): ImportLoad {
  useFreshConnections()
  const record: LoadRecord = {
    acknowledged: [],
    refused: 0,
    read: 0,
    wrong: [],
    longestPauseMs: 0,
    longestAnswerMs: 0,
    sentAt: options.targets.map(() => Number.NEGATIVE_INFINITY),
  }
  const load: Load = {
    ...options,
    record,
    lastAnswerAt: performance.now(),
    isStopping: false,
    giveUpAt: Number.POSITIVE_INFINITY,
  }
  const running = Array.from({ length: options.clients }, (_, client) => importAlways(load, client))
  running.push(readAlways(load))
  return {
    record,
    async stop(patienceMs = generousMs) {
      load.isStopping = true
      load.giveUpAt = performance.now() + patienceMs
      await Promise.all(running)
    },
  }
}

async function importAlways(load: Load, client: number): Promise<void> {
  for (let index = 0; !load.isStopping; index += 1) {
    const request = requestOf(`${load.name ?? ''}${client}-${index}`, index)
    await importUntilAnswered(load, request, client + index)
    await wait(load.restMs ?? usualRestMs)
  }
}

async function importUntilAnswered(
  load: Load,
  request: ImportRequest,
  first: number,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const index = (first + attempt) % load.targets.length
    const sentAt = performance.now()
    const target = load.targets[index] as LoadTarget
    const answer = await observe(load, target, 'an import', () => post(load, target, request))
    if (answer.status < 300) return acknowledge(load, request, answer, { index, sentAt })
    if (answer.status < 500) {
      if (!isCarriedOut(request, attempt, answer)) {
        load.record.wrong.push(wrongAnswer('an import', answer))
      }
      return
    }
    if (performance.now() > load.giveUpAt) {
      load.record.wrong.push({ kind: 'not-back', text: `${request.title} was never decided on` })
      return
    }
    await wait(100 + load.random() * 200)
  }
}

/** Without a key, the retry of an unconfirmed creation may find its own page. */
function isCarriedOut(request: ImportRequest, attempt: number, { text }: Answer): boolean {
  const isRepeated = attempt > 0 && request.key === undefined && !request.overwrite
  return isRepeated && text.includes('already-exists')
}

function acknowledge(
  load: Load,
  request: ImportRequest,
  answer: Answer,
  { index, sentAt }: { index: number; sentAt: number },
): void {
  const { record } = load
  const { page } = JSON.parse(answer.text) as ImportAnswer
  const now = performance.now()
  record.longestPauseMs = Math.max(record.longestPauseMs, now - load.lastAnswerAt)
  load.lastAnswerAt = now
  record.acknowledged.push({ ...request, pageId: page.id, version: page.version })
  record.sentAt[index] = Math.max(record.sentAt[index] as number, sentAt)
}

async function readAlways(load: Load): Promise<void> {
  const { key, homepageId } = load.store.space
  for (let index = 0; !load.isStopping; index += 1) {
    const target = load.targets[index % load.targets.length] as LoadTarget
    const signal = AbortSignal.timeout(abandonAfterMs)
    const address = `${target.url}/wiki/spaces/${key}/pages/${homepageId}`
    const answer = await observe(load, target, 'a page', () => fetch(address, { signal }))
    if (answer.status === 200) load.record.read += 1
    else if (answer.status < 500) load.record.wrong.push(wrongAnswer('a page', answer))
    await wait(50)
  }
}

async function observe(
  { record, hungAfterMs = Number.POSITIVE_INFINITY }: Load,
  { pid }: LoadTarget,
  what: string,
  ask: () => Promise<Response>,
): Promise<Answer> {
  const pids = [process.pid, ...(pid === undefined ? [] : [pid])]
  const waited = (): number => pids.reduce((sum, one) => sum + waitOfMainThread(one), 0)
  const [askedAt, waitedBefore] = [performance.now(), waited()]
  const answer = await readAnswer(ask)
  const ms = performance.now() - askedAt - Math.max(0, waited() - waitedBefore)
  record.longestAnswerMs = Math.max(record.longestAnswerMs, ms)
  if (ms > hungAfterMs) {
    record.wrong.push({ kind: 'hung', text: `${what} took ${Math.round(ms)} ms` })
  }
  if (answer.status === 503 && Number(answer.retryAfter) > 0) record.refused += 1
  else if (answer.status >= 500) record.wrong.push(wrongAnswer(what, answer))
  return answer
}

function wrongAnswer(what: string, { status, retryAfter, text }: Answer): Wrong {
  const kind = status === noAnswer ? 'no-answer' : 'refusal'
  return { kind, text: `${what}: ${status}, Retry-After ${retryAfter}, ${text.slice(0, 300)}` }
}

function post(
  { store }: Load,
  { endpoint }: LoadTarget,
  { title, markdown, key, overwrite }: ImportRequest,
): Promise<Response> {
  const body = {
    spaceId: store.space.id,
    parentId: store.space.homepageId,
    pageTitle: title,
    content: markdown,
    overwrite,
  }
  return fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${store.token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(abandonAfterMs),
  })
}

interface ImportAnswer {
  readonly page: { readonly id: string; readonly version: number }
}

function requestOf(name: string, index: number): ImportRequest {
  const overwrite = index % 4 >= 2
  return {
    title: overwrite ? `Shared ${index % 3}` : `Page ${name}`,
    markdown: `# ${name}\n\n${'all of it '.repeat(20)}end of ${name}`,
    key: index % 2 === 0 ? `key-${name}` : undefined,
    overwrite,
  }
}

async function readAnswer(ask: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await ask()
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, retryAfter, text: await response.text() }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: noAnswer, retryAfter: null, text: `${message}: ${cause}` }
  }
}
