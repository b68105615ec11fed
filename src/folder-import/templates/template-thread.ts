/**
 * The thread that evaluates templates, as those see it who cannot wait for promises: one for the whole
 * process, from when a page needs it until nobody has for a while.
 * @module
 */
import { extname } from 'node:path'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { TemplateResult } from '../../dialects/construct.ts'
import {
  type PartialMessage,
  type TemplateRequest,
  type TemplateValues,
  type ThreadMessage,
  type ThreadSettings,
  toClient,
  toThread,
} from './template-messages.ts'

/** What is asked for a page. */
export interface Evaluation extends Omit<TemplateRequest, 'id' | 'siteValues'> {
  /** The same object for all pages of a site. */
  readonly siteValues: TemplateValues
  /** Give a part by the name that a template has for it. */
  partial(name: string): string | undefined
}

interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly signals: Int32Array
  /** What it knows of the site. */
  siteValues: TemplateValues | undefined
  /** Somebody waits for it, or did and was ended. */
  isBusy: boolean
  hasAnswered: boolean
  readonly idle: NodeJS.Timeout
}

const program = new URL(`run-templates${extname(import.meta.url)}`, import.meta.url)
/** What is made of a page's templates is bounded as well; this is the end of what is not. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }
const idleMs = 5_000
/** A busy machine may take so long to start it, and then to say something. */
const maxStartMs = 20_000
const maxAnswerMs = 1_000
/** The thread ends its work by processor time, and by the clock at four times that. */
const maxWaitFactor = 5

let thread: Thread | undefined
let lastId = 0

/**
 * Evaluate the templates of a page, in their order.
 * @returns Undefined where the thread had to be ended: it took more memory than it may.
 */
export function evaluateTemplates(evaluation: Evaluation): readonly TemplateResult[] | undefined {
  if (thread?.isBusy) end(thread)
  thread ??= start()
  const own = thread
  own.isBusy = true
  const results = ask(own, evaluation)
  if (results === undefined) end(own)
  else Object.assign(own, { isBusy: false, hasAnswered: true })
  own.idle.refresh()
  return results
}

function start(): Thread {
  const { port1, port2 } = new MessageChannel()
  const counts = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  const worker = new Worker(program, {
    workerData: { port: port2, counts } satisfies ThreadSettings,
    transferList: [port2],
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits,
  })
  const started: Thread = {
    worker,
    port: port1,
    signals: new Int32Array(counts),
    siteValues: undefined,
    isBusy: false,
    hasAnswered: false,
    idle: setTimeout(() => end(started), idleMs).unref(),
  }
  worker.unref()
  // It has ended over a page that was told so.
  worker.on('error', () => end(started))
  return started
}

function end(ended: Thread): void {
  if (thread === ended) thread = undefined
  clearTimeout(ended.idle)
  void ended.worker.terminate()
  // Nobody waits for it.
  ended.worker.unref()
}

function ask(
  own: Thread,
  { partial, siteValues, ...page }: Evaluation,
): readonly TemplateResult[] | undefined {
  lastId += 1
  const id = lastId
  const isKnown = own.siteValues === siteValues
  own.siteValues = siteValues
  const request = { ...page, id, siteValues: isKnown ? undefined : siteValues }
  own.port.postMessage(request satisfies TemplateRequest)
  const delayMs = own.hasAnswered ? maxAnswerMs : maxStartMs
  const until = performance.now() + delayMs + maxWaitFactor * page.budgetMs
  for (;;) {
    const seen = Atomics.load(own.signals, toClient)
    const received = receiveMessageOnPort(own.port) as { message: ThreadMessage } | undefined
    if (received === undefined) {
      const leftMs = until - performance.now()
      if (leftMs <= 0 || Atomics.wait(own.signals, toClient, seen, leftMs) === 'timed-out') return
    } else if ('results' in received.message) return received.message.results
    else {
      own.port.postMessage({ text: partial(received.message.partial) } satisfies PartialMessage)
      Atomics.add(own.signals, toThread, 1)
      Atomics.notify(own.signals, toThread)
    }
  }
}
