/** The program of the thread that evaluates templates: it reads no file, and knows what it is sent. @module */
import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import { timeBudget } from '../../base/time-budget.ts'
import type { TemplateResult } from '../../dialects/construct.ts'
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

// Nobody reads where an engine refuses something, which it does often.
Error.stackTraceLimit = 0

port.on('message', (request: TemplateRequest | PartialMessage) => {
  // Nobody waits any more for a part that was asked for until the time was over.
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
  // Each watched piece costs the start of a thread, so there is one.
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

/** Whoever evaluates cannot wait for anything else. */
function askForPart(id: number, partial: string): string | undefined {
  const seen = Atomics.load(signals, toThread)
  send({ id, partial })
  Atomics.wait(signals, toThread, seen)
  const { message } = receiveMessageOnPort(port) as { readonly message: PartialMessage }
  return message.text
}

/** What engines say of their own bounds. */
const bounds: readonly (readonly [said: RegExp, problem: string])[] = [
  [/memory alloc|invalid (?:string|array) length/i, 'it takes too much memory'],
  [/call stack/i, 'it leads back to itself, or goes too deep'],
  [/^it writes more/, ''],
]

/** The first line, without the place in a template that nobody sees as it is. */
function problemOf(error: unknown): TemplateResult {
  const [first = ''] = String((error as Error)?.message ?? error).split('\n')
  const problem = first.replace(/, (?:file|line):?\s?.*$/, '').slice(0, 200)
  const bound = bounds.find(([said]) => said.test(first))
  return bound === undefined ? { problem } : { problem: bound[1] || problem, isTooMuch: true }
}
