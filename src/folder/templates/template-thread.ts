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

/** @returns Undefined where the thread had to be ended because of its memory. */
export function evaluateTemplates(evaluation: Evaluation): readonly TemplateResult[] | undefined {
  if (thread?.isBusy) end(thread)
  thread ??= start()
  const current = thread
  current.isBusy = true
  const results = ask(current, evaluation)
  if (results === undefined) end(current)
  else Object.assign(current, { isBusy: false, hasAnswered: true })
  current.idle.refresh()
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
  const newThread: Thread = {
    worker,
    port: port1,
    signals: new Int32Array(counts),
    siteValues: undefined,
    isBusy: false,
    hasAnswered: false,
    idle: setTimeout(() => end(newThread), idleMs).unref(),
  }
  worker.unref()
  // The page that caused it was already answered.
  worker.on('error', () => end(newThread))
  return newThread
}

function end(target: Thread): void {
  if (thread === target) thread = undefined
  clearTimeout(target.idle)
  void target.worker.terminate()
  target.worker.unref()
}

function ask(
  target: Thread,
  { partial, siteValues, ...page }: Evaluation,
): readonly TemplateResult[] | undefined {
  lastId += 1
  const id = lastId
  const hasValues = target.siteValues === siteValues
  target.siteValues = siteValues
  const request = { ...page, id, siteValues: hasValues ? undefined : siteValues }
  target.port.postMessage(request satisfies TemplateRequest)
  const delayMs = target.hasAnswered ? maxAnswerMs : maxStartMs
  const until = performance.now() + delayMs + maxWaitFactor * page.budgetMs
  for (;;) {
    const signal = Atomics.load(target.signals, toClient)
    const reply = receiveMessageOnPort(target.port) as { message: ThreadMessage } | undefined
    if (reply === undefined) {
      const leftMs = until - performance.now()
      if (leftMs <= 0 || Atomics.wait(target.signals, toClient, signal, leftMs) === 'timed-out')
        return
    } else if ('results' in reply.message) return reply.message.results
    else {
      target.port.postMessage({ text: partial(reply.message.partial) } satisfies PartialMessage)
      Atomics.add(target.signals, toThread, 1)
      Atomics.notify(target.signals, toThread)
    }
  }
}
