/** Keeps the work on one file within a time, so that no file keeps the others waiting. @module */
import { timeBudget } from '../../base/time-budget.ts'
import { DocumentError } from '../files/read-failure.ts'
import { parserTrials } from './parser-process.ts'

/** A file took longer than it may. */
export class OutOfTimeError extends DocumentError {}

export interface FileWatch {
  /** How long one piece of work may take. */
  readonly timeoutMs: number
  /**
   * Work on a file without its parser. The work is ended where it stands, so nothing that outlives it
   * may be half done. Work within other work shares its time.
   * @throws {OutOfTimeError} When it takes too long.
   */
  run<Result>(work: () => Result): Result
  /**
   * Do work that parses Markdown. The parser is native code, which nothing can end.
   * @throws {OutOfTimeError} When it takes too long, or the parser would.
   */
  parse<Result>(markdown: string, work: () => Result): Result
  /** Do work again that was done in time, and is the same: it needs no watch. */
  again<Result>(work: () => Result): Result
  /**
   * Do short work on several files for the price of one watch.
   * @returns Undefined when it takes long: each file is to be worked on alone then.
   */
  together<Result>(work: () => Result): Result | undefined
}

/** Files that take longer together are rare, and lose no more than this. */
const maxTogetherMs = 100

/**
 * Make the watch.
 * @param timeoutMs How long one piece of work may take.
 * @param mayParse Tells whether the parser reads some Markdown in that time; by default, what could
 * cost it more than its size is tried in a process.
 */
export function fileWatch(
  timeoutMs: number,
  mayParse: (markdown: string, timeoutMs: number) => boolean = parserTrials(),
): FileWatch {
  let isRunning = false
  const again: FileWatch['again'] = (work) => {
    const isWithin = isRunning
    isRunning = true
    try {
      return work()
    } finally {
      isRunning = isWithin
    }
  }
  // Each watched piece costs the start of a thread, so there are few.
  const within = <Result>(ms: number, work: () => Result): { result: Result } | undefined =>
    isRunning ? { result: work() } : again(() => timeBudget(ms).run(() => ({ result: work() })))
  const run: FileWatch['run'] = (work) => {
    const done = within(timeoutMs, work)
    if (done === undefined) throw tooLong(timeoutMs)
    return done.result
  }
  return {
    timeoutMs,
    run,
    parse(markdown, work) {
      if (!mayParse(markdown, timeoutMs)) throw tooLong(timeoutMs)
      return run(work)
    },
    again,
    together: (work) => within(Math.min(timeoutMs, maxTogetherMs), work)?.result,
  }
}

/** Say how long that is. */
export function inSeconds(timeoutMs: number): string {
  return `${timeoutMs / 1000} s`
}

function tooLong(timeoutMs: number): OutOfTimeError {
  return new OutOfTimeError(
    `This file takes longer than ${inSeconds(timeoutMs)} to read (--file-timeout). Split it.`,
  )
}
