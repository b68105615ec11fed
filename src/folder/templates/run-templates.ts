/** Program of the thread that evaluates templates; it reads no files. @module */
import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import { timeBudget } from '../../contract/base/time-budget.ts'
import type { TemplateResult } from '../dialects/dialect-context.ts'
import { liquidEngine } from './liquid-engine.ts'
import {
  type PartialMessage,
  type TemplateRequest,
  type TemplateValues,
  type ThreadMessage,
  type ThreadSettings,
  toClient,
  toThread,
} from './template-messages.ts'

const { port, counts } = workerData as ThreadSettings
const signals = new Int32Array(counts)
let siteValues: TemplateValues = {}

// Stack traces are never read, and refusals are frequent.
Error.stackTraceLimit = 0

port.on('message', (request: TemplateRequest | PartialMessage) => {
  if (!('templates' in request)) return
  siteValues = request.siteValues ?? siteValues
  send({ id: request.id, results: evaluateAll(request) })
})

function send(message: ThreadMessage): void {
  port.postMessage(message)
  Atomics.add(signals, toClient, 1)
  Atomics.notify(signals, toClient)
}

function evaluateAll(request: TemplateRequest): readonly TemplateResult[] {
  const { id, templates, values, budgetMs } = request
  const evaluate = liquidEngine({
    values: { ...siteValues, ...values },
    partial: (name) => askForPart(id, name),
  })
  const results: TemplateResult[] = []
  // Each watch starts a thread, so all templates share one.
  timeBudget(budgetMs).run(() => {
    for (const template of templates) results.push(resultOf(template, evaluate))
  })
  return templates.map(
    (_, index) => results[index] ?? { problem: 'it takes too long', isTooMuch: true },
  )
}

function resultOf(template: string, evaluate: (template: string) => string): TemplateResult {
  try {
    return { text: evaluate(template) }
  } catch (error) {
    return problemOf(error)
  }
}

/** Block until the answer: evaluation is synchronous. */
function askForPart(id: number, partial: string): string | undefined {
  const signal = Atomics.load(signals, toThread)
  send({ id, partial })
  Atomics.wait(signals, toThread, signal)
  const { message } = receiveMessageOnPort(port) as { readonly message: PartialMessage }
  return message.text
}

const bounds: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/memory alloc|invalid (?:string|array) length/i, 'it takes too much memory'],
  [/call stack/i, 'it leads back to itself, or goes too deep'],
  [/^it writes more/, ''],
]

/** Use only the first line, and drop places in templates, which nobody sees. */
function problemOf(error: unknown): TemplateResult {
  const [first = ''] = String((error as Error)?.message ?? error).split('\n')
  const problem = first.replace(/, (?:file|line):?\s?.*$/, '').slice(0, 200)
  const bound = bounds.find(([pattern]) => pattern.test(first))
  return bound === undefined ? { problem } : { problem: bound[1] || problem, isTooMuch: true }
}
