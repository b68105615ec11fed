/** Passes work to a pool, and converts killed work into errors for the caller. @module */

import type { Workers } from '../../contract/base/work.ts'
import { RequestError } from '../../contract/errors.ts'
import type { WorkerPool } from './worker-pool.ts'
import { type EndReason, WorkEndedError } from './worker-process.ts'

const showTimeoutMs = 10_000

export function workersOf(pool: WorkerPool, conversionTimeoutMs: number): Workers {
  return {
    convert: (task, call) =>
      pool
        .run({ ...call, task, lane: 'importing', deadlineMs: conversionTimeoutMs })
        .catch((error: unknown) => {
          throw conversionError(error, conversionTimeoutMs)
        }),
    show: (task, call) =>
      pool
        .run({ ...call, task, lane: 'reading', deadlineMs: showTimeoutMs })
        .catch((error: unknown) => {
          throw showError(error)
        }),
  }
}

function conversionError(error: unknown, timeoutMs: number): unknown {
  if (!(error instanceof WorkEndedError)) return error
  if (error.reason === 'starved') return starved(error)
  return new RequestError('bad-request', conversionReasons[error.reason](timeoutMs), {
    cause: error,
    field: 'content',
  })
}

const conversionReasons: Readonly<
  Record<Exclude<EndReason, 'starved'>, (timeoutMs: number) => string>
> = {
  deadline: (timeoutMs) =>
    `content takes longer than ${timeoutMs} ms to convert. Split the page, or ask the administrator to raise --conversion-timeout.`,
  memory: () =>
    'content takes too much memory to convert. Split the page, or ask the administrator to raise --memory.',
  fault: () =>
    'content cannot be converted: the converter ended over it. Split the page to find the part that it is.',
}

/** A retry may get more processor time. */
function starved(cause: WorkEndedError): RequestError {
  return new RequestError(
    'unavailable',
    'The machine is too busy to convert this: the conversion got less processor time than it may use. Try again in a few seconds.',
    { cause, retryAfterSeconds: 3 },
  )
}

function showError(error: unknown): unknown {
  if (!(error instanceof WorkEndedError)) return error
  if (error.reason === 'starved') return starved(error)
  const message =
    'This takes too long or too much memory to be shown. Its Markdown and ADF are kept.'
  return new RequestError('unavailable', message, { cause: error, retryAfterSeconds: 60 })
}
