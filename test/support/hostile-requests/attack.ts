/** Carries hostile kinds out against services, while a watching process probes these. @module */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { waitOfMainThread } from '../base/processes.ts'
import { temporaryFolder } from '../base/temporary-folder.ts'
import { type ServiceProcess, startService } from '../service/service-process.ts'
import { contents } from './contents.ts'
import { heads } from './heads.ts'
import {
  contract,
  type HostileKind,
  type HostileRequest,
  imports,
  kindsThat,
  longContract,
  many,
} from './hostile-kind.ts'
import { type Answer, sendRequest } from './send-request.ts'
import { makeTarget, type Preparation, prepareTarget, type Target } from './target.ts'
import { type Budget, isUnheard, judge, type Observation, type Verdict } from './verdict.ts'
import type { WatchOrder, WatchReport } from './watcher.ts'

const mib = 1024 * 1024
const large = 7 * mib
const refusedImport = { ...contract, statuses: [400, 413], maxAnswerBytes: 16 * 1024 }

/** An import with more members than the contract has. */
function extended(target: Target, more: string, times?: number): HostileRequest[] {
  return imports(target, `${target.importBody().slice(0, -1)},${more}}`, times)
}

const unknownFields = (count: number, name = 'u'): string =>
  many(count, (index) => `"${name}${index}":0`).join(',')

const imported = [
  ...kindsThat(refusedImport, {
    'unknown fields by the hundred thousand': (t) => extended(t, unknownFields(700_000), 2),
    'a hundred and one unknown fields': (t) => extended(t, unknownFields(101)),
    'arrays in arrays': (t) => imports(t, '['.repeat(large)),
    'closed arrays in arrays': (t) => imports(t, '['.repeat(large / 2) + ']'.repeat(large / 2)),
    'objects in objects': (t) => extended(t, `"u":${'{"a":'.repeat(mib)}0${'}'.repeat(mib)}`),
    'half characters': (t) =>
      extended(t, `"pageTitle":"\\ud800","content":"${'\\ud800'.repeat(99)}"`),
    'a title of megabytes': (t) => imports(t, t.importBody({ pageTitle: 'x'.repeat(large) })),
    'labels by the million': (t) =>
      imports(t, t.importBody({ labels: Array(1_000_000).fill('a') })),
    'bytes that are no UTF-8': (t) => imports(t, Buffer.alloc(large, 0xff)),
    'junk after the object': (t) => imports(t, t.importBody() + '}'.repeat(large)),
    'nothing but spaces': (t) => imports(t, ' '.repeat(large)),
    'a string without an end': (t) => imports(t, `{"content":"${'\\\\'.repeat(large / 2)}`),
  }),
  ...kindsThat(contract, {
    'unknown fields with long names': (t) => extended(t, unknownFields(90, 'n'.repeat(70_000))),
    'an array of millions': (t) => extended(t, `"u":[${'0,'.repeat(3 * mib)}0]`),
    'an array of millions of arrays': (t) => extended(t, `"u":[${'[],'.repeat(2 * mib)}0]`),
    'one field many times': (t) => extended(t, many(500_000, () => '"content":"x"').join(',')),
    prototypes: (t) => extended(t, '"__proto__":{"a":1},"constructor":{"prototype":1}'),
    'numbers of a million digits': (t) => extended(t, `"u":${'9'.repeat(6 * mib)}`),
    'numbers beyond all bounds': (t) =>
      extended(t, `"u":[${many(300_000, () => '1e999999,-0.0').join(',')}]`),
    escapes: (t) => extended(t, `"content":"${'\\u0041'.repeat(1_000_000)}"`),
    'escaped zeroes': (t) => extended(t, `"content":"${'\\u0000'.repeat(1_000_000)}"`),
    'a byte order mark': (t) => imports(t, `\ufeff${t.importBody()}`),
  }),
  ...kindsThat(
    { ...contract, lacks: /[\u001b\u009b\u202e]/ },
    {
      'a title of control characters': (t) =>
        ['\u009b31mred', '\u202egnp.exe', '\u001b]0;title\u0007', 'a\r\n::add-mask::b'].flatMap(
          (pageTitle) => imports(t, t.importBody({ pageTitle }), 1),
        ),
    },
  ),
  ...kindsThat(longContract, {
    'text for a hundred thousand warnings': (t) => {
      const content = '<video src="a.mp4"></video>\n\n'.repeat(30_000)
      return imports(t, t.importBody({ content, dryRun: true }))
    },
  }),
  ...kindsThat(
    { ...refusedImport, statuses: [413] },
    { 'a body larger than any': (t) => imports(t, 'x'.repeat(9 * mib), 10) },
  ),
]

const urlencoded = 'Content-Type: application/x-www-form-urlencoded'
const fromPage = 'Sec-Fetch-Site: same-origin'
const boundary = 'hostile'
const multipart = `Content-Type: multipart/form-data; boundary=${boundary}`
const part = (name: string, text: string, header = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${header}\r\n${text}\r\n`
const end = `--${boundary}--\r\n`

function ofStranger(
  body: string,
  times: number,
  rest: Partial<HostileRequest> = {},
): HostileRequest[] {
  return Array(times).fill({ path: '/import', headers: [fromPage, urlencoded], body, ...rest })
}

async function ofWriter(
  target: Target,
  body: string,
  contentType = urlencoded,
): Promise<HostileRequest[]> {
  const headers = [fromPage, await target.writer(), contentType]
  return Array(3).fill({ path: '/import/preview', headers, body })
}

const fields = (target: Target, more: string): Promise<HostileRequest[]> => ofWriter(target, more)
const parts = (target: Target, more: string): Promise<HostileRequest[]> =>
  ofWriter(target, more, multipart)

function nestedParts(): string {
  let text = 'x'
  for (let level = 0; level < 400; level += 1) {
    text = `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level - 1}\r\n\r\n${text}\r\n--b${level}--\r\n`
  }
  return text
}

const oddBoundaries = ['', '-'.repeat(70), 'x'.repeat(10_000), '"', '"a b"', 'é', 'a; boundary=b']

const forms = [
  ...kindsThat(
    { statuses: [303, 400, 401, 403, 413], maxAnswerBytes: 64 * 1024 },
    {
      'ampersands from a stranger': () => ofStranger('a&'.repeat(mib / 2), 4),
      '8 MiB of ampersands from a stranger': () => ofStranger('a&'.repeat(4 * mib - 100), 1),
      'a form of pointed brackets from a stranger': () =>
        ofStranger(`content=${'<'.repeat(8 * mib - 100)}`, 3),
      'a form of quotes from a stranger': () =>
        ofStranger(`pageTitle=${'"'.repeat(8 * mib - 100)}`, 3),
      'a form for a preview from a stranger': () =>
        ofStranger('a&'.repeat(mib / 2), 4, { path: '/import/preview' }),
      'multipart from a stranger': () =>
        ofStranger(part('a', 'x').repeat(20_000) + end, 4, { headers: [fromPage, multipart] }),
      'sign-in forms larger than any': () => ofStranger('a&'.repeat(mib), 20, { path: '/sign-in' }),
    },
  ),
  ...kindsThat(
    {},
    {
      'ampersands of the writer': (t) => fields(t, 'a&'.repeat(mib / 2)),
      'many different fields': (t) => fields(t, many(200_000, (index) => `f${index}=v`).join('&')),
      'percent signs': (t) => fields(t, `content=${'%'.repeat(2 * mib)}`),
      'equals signs': (t) => fields(t, '='.repeat(2 * mib)),
      'thousands of parts': (t) => parts(t, part('a', 'x').repeat(50_000) + end),
      'parts with headers of 500 KB': (t) =>
        parts(t, part('a', 'x', `X: ${'x'.repeat(500_000)}\r\n`) + end),
      'parts with thousands of headers': (t) =>
        parts(t, part('a', 'x', 'X: y\r\n'.repeat(200_000)) + end),
      'parts within parts': (t) =>
        ofWriter(t, nestedParts(), 'Content-Type: multipart/form-data; boundary=b399'),
      'parts without an end': (t) => parts(t, part('content', 'x'.repeat(mib))),
      'lines that are almost the boundary': (t) =>
        parts(t, part('content', `\r\n--${boundary}X`.repeat(200_000)) + end),
      'odd boundaries': async (t) => {
        const requests = oddBoundaries.map((line) =>
          ofWriter(t, `--${line}\r\n`.repeat(1_000), multipart.slice(0, -boundary.length) + line),
        )
        return (await Promise.all(requests)).flat()
      },
    },
  ),
  ...kindsThat(
    { maxAnswerBytes: 10_000_000 },
    { 'a preview of pointed brackets': (t) => fields(t, `content=${'<'.repeat(mib)}`) },
  ),
]

const bodies: readonly HostileKind[] = [...imported, ...forms]

export const hostileKinds: readonly HostileKind[] = [...bodies, ...heads, ...contents]

export interface RunOptions extends Budget {
  /** A busy machine can starve the probes of any service, so such a kind is repeated. */
  readonly tries?: number
  readonly sharesService?: boolean
  readonly watchedMs?: WatchedMs
}

export interface WatchedMs {
  readonly before: number
  readonly after: number
}

export interface KindResult extends Verdict {
  readonly kind: string
}

/** Far above any budget, and far below what the machine has. */
const killBytes = 6 * 1024 ** 3

export async function* runKinds(
  kinds: readonly HostileKind[],
  options: RunOptions,
): AsyncGenerator<KindResult> {
  const dataDirectory = temporaryFolder()
  const watch = startWatch()
  const memory = `--memory=${Math.floor(options.maxMemoryBytes / 1024 ** 2)}MiB`
  let running: { readonly service: ServiceProcess; readonly options: string } | undefined
  const end = async (): Promise<void> => {
    // Native code would run on, so nothing is waited for.
    await running?.service.end('SIGKILL')
    running = undefined
  }
  const serviceFor = async ({ serve = [] }: HostileKind): Promise<ServiceProcess> => {
    const wanted = serve.join(' ')
    if (running?.options === wanted) return running.service
    await end()
    const service = await startService({ dataDirectory }, { args: [...serve, memory] })
    running = { service, options: wanted }
    return service
  }
  try {
    const preparation = await prepareTarget({ dataDirectory })
    for (const kind of kinds) {
      let verdict: Verdict
      let tries = 0
      do {
        const service = await serviceFor(kind)
        const { watchedMs } = options
        verdict = judge(await attack(kind, { service, preparation, watch, watchedMs }), options)
        if (options.sharesService !== true || verdict.faults.length > 0) await end()
        tries += 1
      } while (tries < (options.tries ?? 1) && isUnheard(verdict))
      yield { kind: kind.name, ...verdict }
    }
  } finally {
    await end()
    watch.disconnect()
  }
}

export function startWatch(): ChildProcess {
  return fork(fileURLToPath(new URL('watcher.ts', import.meta.url)), { stdio: 'inherit' })
}

export interface AttackOptions {
  readonly service: ServiceProcess
  readonly preparation: Preparation
  readonly watch: ChildProcess
  readonly watchedMs?: WatchedMs | undefined
}

export async function attack(kind: HostileKind, options: AttackOptions): Promise<Observation> {
  const { service, preparation, watch, watchedMs = { before: 300, after: 1_000 } } = options
  const target = makeTarget(service, preparation)
  const smallPage = await target.page('Small page', 'A small page that many read.')
  const requests = await kind.requests(target)
  const health = `${service.url}/healthz`
  const page = `${service.url}/wiki/spaces/${preparation.space.key}/pages/${smallPage}`
  const isPublic = !kind.serve?.includes('users')
  if (isPublic) await (await fetch(page)).text()
  const addresses: WatchOrder['addresses'] = isPublic ? { health, page } : { health }
  watch.send({ addresses, pid: service.pid, killBytes } satisfies WatchOrder)
  await once(watch, 'message')
  const loggedBefore = service.errorText().length
  await wait(watchedMs.before)
  const [attackedFrom, waited] = [Date.now(), waitOfMainThread(process.pid)]
  const answers = await send(kind, requests, target.origin)
  const attackedTo = Date.now()
  const attackerWaitedMs = waitOfMainThread(process.pid) - waited
  await wait(watchedMs.after)
  const reported = once(watch, 'message')
  watch.send('stop')
  const [report] = (await reported) as [WatchReport]
  const log = service.errorText().slice(loggedBefore)
  return {
    kind,
    answers,
    attackedFrom,
    attackedTo,
    attackerWaitedMs,
    log,
    watch: report,
    isAlive: isAlive(service),
  }
}

async function send(
  { atOnce, perSecond }: HostileKind,
  requests: readonly HostileRequest[],
  origin: URL,
): Promise<Answer[]> {
  if (perSecond !== undefined) {
    return Promise.all(
      requests.map(async (request, index) => {
        await wait((index * 1_000) / perSecond)
        return sendRequest(origin, request)
      }),
    )
  }
  const waiting = [...requests]
  const answers: Answer[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      answers.push(await sendRequest(origin, next))
    }
  }
  const workers = Math.min(atOnce ?? requests.length, requests.length)
  await Promise.all(Array.from({ length: workers }, work))
  return answers
}

function isAlive({ pid }: ServiceProcess): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
