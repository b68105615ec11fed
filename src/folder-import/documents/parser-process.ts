/**
 * Tries the parser on Markdown that may cost it more than its size, in a process that can be ended:
 * the parser is native code, and where it has begun nothing else can end it.
 * @module
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shortenNesting } from '../../convert/source-nesting.ts'

/** What its cost grows with stands in one block: so much of one takes some seconds at worst. */
const maxBlockLength = 64 * 1024
/** Lines that open more levels are tried as well. */
const maxDepth = 90
const blankLine = /\n[ \t]*\r?\n/g

/** // The program has this file's extension: `.ts` in a checkout, `.js` when built. */
const program = new URL(`parse-input${extname(import.meta.url)}`, import.meta.url)

/**
 * Make what tells whether the parser reads some Markdown within a time. A text that was tried is not
 * tried again: an import reads each file several times.
 */
export function parserTrials(): (markdown: string, timeoutMs: number) => boolean {
  /** By digest: an import keeps no texts. */
  const tried = new Map<string, boolean>()
  return (markdown, timeoutMs) => {
    if (!mayBeCostly(markdown)) return true
    const digest = createHash('sha256').update(markdown).digest('base64')
    const isParsed = tried.get(digest) ?? parsesInTime(markdown, timeoutMs)
    tried.set(digest, isParsed)
    return isParsed
  }
}

function parsesInTime(markdown: string, timeoutMs: number): boolean {
  const args = [fileURLToPath(program), String(Math.ceil(timeoutMs))]
  const { status } = spawnSync(process.execPath, args, {
    input: markdown,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: Math.ceil(timeoutMs),
    killSignal: 'SIGKILL',
    // Where Node keeps what it compiled: to compile it again would take longer than to try.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    windowsHide: true,
  })
  return status === 0
}

/** Few documents have such a block, or open so many levels. */
function mayBeCostly(markdown: string): boolean {
  if (shortenNesting(markdown, maxDepth) !== undefined) return true
  let start = 0
  for (const { index } of markdown.matchAll(blankLine)) {
    if (index - start > maxBlockLength) return true
    start = index
  }
  return markdown.length - start > maxBlockLength
}
