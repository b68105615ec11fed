/**
 * The synchronous client of the template thread: one thread for the process, ended when idle.
 * @module
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { programUrl } from '../../contract/base/own-package.ts'
import type { TemplateResult } from '../dialects/dialect-context.ts'
import {
  type PartialMessage,
  type TemplateRequest,
  type TemplateValues,
  type ThreadMessage,
  type ThreadSettings,
  toClient,
  toThread,
} from './template-messages.ts'

interface Evaluation extends Omit<TemplateRequest, 'id' | 'siteValues'> {
  /** Must be the same object for all pages of a site. */
  readonly siteValues: TemplateValues
  partial(name: string): string | undefined
}

interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly signals: Int32Array
  siteValues: TemplateValues | undefined
  /** Whether a request is running, or was ended. */
  isBusy: boolean
  hasAnswered: boolean
  readonly idle: NodeJS.Timeout
}

/** A backstop: template output has its own limits. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }
const idleMs = 5_000
/** Generous, because a busy machine may start threads slowly. */
const maxStartMs = 20_000
const maxAnswerMs = 1_000
/** The thread stops by processor time, or by the clock at four times that. */
const maxWaitFactor = 5

let thread: Thread | undefined
let lastId = 0

/**
 * Evaluate a page's templates in order.
 * @returns Undefined where the thread had to be ended because of its memory.
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
  const worker = new Worker(programUrl('folder/templates/run-templates'), {
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
  // The page that caused it was already answered.
  worker.on('error', () => end(started))
  return started
}

function end(ended: Thread): void {
  if (thread === ended) thread = undefined
  clearTimeout(ended.idle)
  void ended.worker.terminate()
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
