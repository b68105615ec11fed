/**
 * Tries the parser on suspicious Markdown in another process, because native code cannot be
 * interrupted.
 * @module
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { programUrl } from '../../contract/base/own-package.ts'
import { shortenNesting } from '../../convert/source-nesting.ts'

/** The parser's cost is superlinear within a block; one of this length takes some seconds at worst. */
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
