/** Limits the time for each file, so that none keeps the others waiting. @module */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { programUrl } from '../../contract/base/own-package.ts'
import { timeBudget } from '../../contract/base/time-budget.ts'
import { shortenNesting } from '../../convert/parse-document.ts'
import { DocumentError } from '../files/read-failure.ts'

/** The parser's cost grows faster than a block: a block of this length takes seconds at worst. */
const maxBlockLength = 32 * 1024
const maxDepth = 90
const blankLine = /\n[ \t]*\r?\n/g

/** Tells whether the parser reads some Markdown within some milliseconds. */
export function parserTrials(): (markdown: string, timeoutMs: number) => boolean {
  const results = new Map<string, boolean>()
  return (markdown, timeoutMs) => {
    if (!mayBeCostly(markdown)) return true
    const digest = createHash('sha256').update(markdown).digest('base64')
    const isParsed = results.get(digest) ?? parsesInTime(markdown, timeoutMs)
    results.set(digest, isParsed)
    return isParsed
  }
}

function parsesInTime(markdown: string, timeoutMs: number): boolean {
  const program = fileURLToPath(programUrl('folder/documents/parse-input'))
  const args = [program, String(Math.ceil(timeoutMs))]
  const { status } = spawnSync(process.execPath, args, {
    input: markdown,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: Math.ceil(timeoutMs),
    killSignal: 'SIGKILL',
    // Without Node's compile cache, starting would take longer than the trial.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    windowsHide: true,
  })
  return status === 0
}

function mayBeCostly(markdown: string): boolean {
  if (shortenNesting(markdown, maxDepth) !== undefined) return true
  let start = 0
  for (const { index } of markdown.matchAll(blankLine)) {
    if (index - start > maxBlockLength) return true
    start = index
  }
  return markdown.length - start > maxBlockLength
}

export class OutOfTimeError extends DocumentError {}

export type FileWatch = ReturnType<typeof fileWatch>

/**
 * @param timeoutMs Limit for one piece of work.
 * @param mayParse By default, suspicious documents are tried in another process.
 */
export function fileWatch(
  timeoutMs: number,
  mayParse: (markdown: string, timeoutMs: number) => boolean = parserTrials(),
) {
  let isRunning = false
  /**
   * Run work without the parser. It may be interrupted anywhere, so it must leave nothing half
   * done. Nested work shares the time.
   * @throws {OutOfTimeError} When it takes too long.
   */
  const run = <Result>(work: () => Result): Result => {
    if (isRunning) return work()
    // Each call starts a thread, so callers pass large pieces of work.
    isRunning = true
    try {
      const outcome = timeBudget(timeoutMs).run(() => ({ result: work() }))
      if (outcome === undefined) throw tooLong(timeoutMs)
      return outcome.result
    } finally {
      isRunning = false
    }
  }
  return {
    timeoutMs,
    run,
    /**
     * Run work that parses Markdown. The parser is native code and cannot be interrupted, so its
     * cost is estimated before.
     * @throws {OutOfTimeError} When it takes too long, or the parser would.
     */
    parse<Result>(markdown: string, work: () => Result): Result {
      if (!mayParse(markdown, timeoutMs)) throw tooLong(timeoutMs)
      return run(work)
    },
  }
}

export function inSeconds(timeoutMs: number): string {
  return `${timeoutMs / 1000} s`
}

function tooLong(timeoutMs: number): OutOfTimeError {
  return new OutOfTimeError(
    `This file takes longer than ${inSeconds(timeoutMs)} to read (--file-timeout). Split it.`,
  )
}
