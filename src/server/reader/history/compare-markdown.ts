/** Compares versions of a page as lines of Markdown, for programs. @module */

import { append } from '../../../contract/base/append.ts'
import { type Message, textOf } from '../../../contract/base/message.ts'
import type { AdfDoc } from '../../../convert/adf/types.ts'
import { type Change, sequenceChanges } from '../../../convert/compare/align.ts'
import { adfToMarkdown } from '../../../convert/render/adf-to-markdown.ts'
import { withWholeAddresses } from '../../../wiki/store/attachments/attachment-addresses.ts'

const context = 3

const signs = { same: ' ', removed: '-', added: '+' } as const

/**
 * Runs in a worker.
 * @param call The wiki's public origin, and the ADF of both.
 * @returns Lines with a sign before each, and `@@` with line numbers between distant changes; empty
 * if both look the same.
 */
export function compareMarkdown({ value, parts }: Message): Message {
  const { origin } = value as { origin: string }
  const [before = [], after = []] = parts.map((part) =>
    adfToMarkdown(JSON.parse(withWholeAddresses(textOf(part), origin)) as AdfDoc).split('\n'),
  )
  const lines = diffLines(sequenceChanges(before, after))
  return { value: null, parts: [Buffer.from(lines.join('\n'))] }
}

function diffLines(changes: readonly Change<string>[]): string[] {
  if (changes.every(({ kind }) => kind === 'same')) return []
  const lines: string[] = []
  let [line, otherLine] = [1, 1]
  const head = (skipped: number): string => `@@ -${line + skipped} +${otherLine + skipped} @@`
  for (const [index, { kind, items }] of changes.entries()) {
    const isSame = kind === 'same'
    const signedLines = items.map((item) => signs[kind] + item)
    const first = index === 0 ? 0 : context
    const last = index === changes.length - 1 ? 0 : context
    const isCut = isSame && items.length > first + last
    if (isCut) append(lines, signedLines.slice(0, first))
    if (isCut && last > 0) lines.push(head(items.length - last), ...signedLines.slice(-last))
    if (!isCut) {
      if (index === 0) lines.push(head(0))
      for (const line of signedLines) lines.push(line)
    }
    if (kind !== 'added') line += items.length
    if (kind !== 'removed') otherLine += items.length
  }
  return lines
}
