/** Passes work to a pool, and converts killed work into errors for the caller. @module */

import type { Workers } from '../../contract/base/work.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Lane, WorkerPool } from './worker-pool.ts'
import { type EndReason, WorkEndedError } from './worker-process.ts'

const showTimeoutMs = 10_000

export function workersOf(pool: WorkerPool, conversionTimeoutMs: number): Workers {
  const runIn =
    (lane: Lane, deadlineMs: number, refuse: RefuseEnd): Workers['convert'] =>
    (task, call) =>
      pool.run({ ...call, task, lane, deadlineMs }).catch((error: unknown) => {
        throw refusalOfEnd(error, refuse)
      })
  return {
    convert: runIn('importing', conversionTimeoutMs, conversionRefusal(conversionTimeoutMs)),
    show: runIn('reading', showTimeoutMs, showRefusal),
  }
}

type RefuseEnd = (reason: EndReason, cause: Error) => RequestError

function refusalOfEnd(error: unknown, refuse: RefuseEnd): unknown {
  if (!(error instanceof WorkEndedError)) return error
  if (error.reason !== 'starved') return refuse(error.reason, error)
  // A retry may get more processor time.
  const message =
    'The machine is too busy to convert this: the conversion got less processor time than it may use. Try again in a few seconds.'
  return new RequestError('unavailable', message, { cause: error, retryAfterSeconds: 3 })
}

function conversionRefusal(timeoutMs: number): RefuseEnd {
  const reasons: Partial<Record<EndReason, string>> = {
    deadline: `content takes longer than ${timeoutMs} ms to convert. Split the page, or ask the administrator to raise --conversion-timeout.`,
    memory:
      'content takes too much memory to convert. Split the page, or ask the administrator to raise --memory.',
  }
  const fault =
    'content cannot be converted: the converter ended over it. Split the page to find the part that it is.'
  return (reason, cause) =>
    new RequestError('bad-request', reasons[reason] ?? fault, { cause, field: 'content' })
}

const showRefusal: RefuseEnd = (_, cause) => {
  const message =
    'This takes too long or too much memory to be shown. Its Markdown and ADF are kept.'
  return new RequestError('unavailable', message, { cause, retryAfterSeconds: 60 })
}
