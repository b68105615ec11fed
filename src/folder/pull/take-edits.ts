/**
 * Applies edits from the wiki to a file, which has other addresses than the page and may have
 * changed. Edits whose lines are not certain are refused.
 * @module
 */

import type { AnswerPageEdit, EditsAnswer } from '../../contract/answers.ts'
import { align } from '../../convert/compare/align.ts'
import { mergeWords } from '../../convert/compare/merge-words.ts'

export interface RefusedEdit {
  readonly edit: AnswerPageEdit
  readonly line: number
  readonly reason: string
}

export interface TakenEdits {
  readonly text: string
  /** Applied edits with their former lines. */
  readonly taken: readonly { readonly edit: AnswerPageEdit; readonly line: number }[]
  readonly refused: readonly RefusedEdit[]
}

/** @param page The imported Markdown and the edits of it. */
export function takeEdits(
  text: string,
  bodyStart: number,
  { markdown, edits }: Pick<EditsAnswer, 'markdown' | 'edits'>,
): TakenEdits {
  const head = text.slice(0, bodyStart)
  const lineBreak = /\r\n/.test(text) ? '\r\n' : '\n'
  const fileLines = linesOf(text.slice(bodyStart))
  const places = linePlaces(linesOf(markdown), fileLines)
  const headLines = head === '' ? 0 : linesOf(head).length - 1
  const taken: { edit: AnswerPageEdit; line: number }[] = []
  const refused: RefusedEdit[] = []
  const changes: Change[] = []
  for (const edit of edits) {
    const change = changeFor(edit, places, fileLines)
    const line = change.start === undefined ? 0 : headLines + change.start + 1
    if ('reason' in change) refused.push({ edit, line, reason: change.reason })
    else if (changes.some(({ start, end }) => start < change.end && change.start < end)) {
      refused.push({ edit, line, reason: 'it is one block with another' })
    } else {
      changes.push(change)
      taken.push({ edit, line })
    }
  }
  const lines: string[][] = []
  let at = 0
  for (const { start, end, lines: newLines } of changes.toSorted((a, b) => a.start - b.start)) {
    lines.push(fileLines.slice(at, start), [...newLines])
    at = end
  }
  lines.push(fileLines.slice(at))
  return { text: head + lines.flat().join(lineBreak), taken, refused }
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

interface Change {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

function changeFor(
  edit: AnswerPageEdit,
  places: ReturnType<typeof linePlaces>,
  fileLines: readonly string[],
): Change | { readonly start?: number; readonly reason: string } {
  const { line, endLine, after, before, problem } = edit
  if (line === undefined || endLine === undefined)
    return { reason: problem ?? 'its lines are not known' }
  const isInsertion = endLine < line
  const place = isInsertion ? places.after(line - 2) : places.of(line - 1, endLine)
  if (place === undefined) return { reason: 'the file was changed at this place' }
  const [start, end] = place
  if (problem !== undefined) return { start, reason: problem }
  if (isInsertion) return { start, end: start, lines: insertedLines(after, fileLines, start) }
  const currentText = fileLines.slice(start, end).join('\n')
  if (after === '') {
    if (currentText !== before) return { start, reason: 'it was removed there and is another here' }
    // Remove one of the empty lines around the block too.
    const isGap = end < fileLines.length && fileLines[end]?.trim() === ''
    return { start, end: isGap ? end + 1 : end, lines: [] }
  }
  const mergedText = currentText === before ? after : mergeWords(before, after, currentText)
  if (mergedText === undefined) return { start, reason: 'the same words were changed in the file' }
  return { start, end, lines: linesOf(mergedText) }
}

function insertedLines(after: string, fileLines: readonly string[], at: number): string[] {
  const isBehindText = at > 0 && fileLines[at - 1]?.trim() !== ''
  const isBeforeText = at < fileLines.length && fileLines[at]?.trim() !== ''
  return [...(isBehindText ? [''] : []), ...linesOf(after), ...(isBeforeText ? [''] : [])]
}

/** Maps lines of the imported Markdown to the file. */
function linePlaces(importedLines: readonly string[], fileLines: readonly string[]) {
  // Empty lines are all alike, so they identify no place.
  const [importedIndexes, fileIndexes] = [importedLines, fileLines].map((lines) =>
    [...lines.keys()].filter((line) => lines[line]?.trim() !== ''),
  ) as [number[], number[]]
  const textOf = (lines: readonly string[], indexes: readonly number[]): string[] =>
    indexes.map((line) => lines[line] as string)
  const partners = new Int32Array(importedLines.length).fill(-1)
  for (const [index, partner] of align(
    textOf(importedLines, importedIndexes),
    textOf(fileLines, fileIndexes),
  ).entries()) {
    if (partner >= 0) partners[importedIndexes[index] as number] = fileIndexes[partner] as number
  }
  const find = (line: number): number | undefined => {
    const partner = partners[line]
    if (partner !== undefined && partner >= 0) return partner
    let [from, to] = [line, line]
    while (from >= 0 && (partners[from] as number) < 0) from -= 1
    while (to < importedLines.length && (partners[to] as number) < 0) to += 1
    const fileStart = from < 0 ? -1 : (partners[from] as number)
    const fileEnd = to === importedLines.length ? fileLines.length : (partners[to] as number)
    // Equally many lines between unchanged lines are the same lines: only their addresses differ.
    return to - from === fileEnd - fileStart ? fileStart + (line - from) : undefined
  }
  /** Map a range of lines; undefined where it is not certain. */
  const of = (start: number, end: number): readonly [number, number] | undefined => {
    const [first, last] = [find(start), find(end - 1)]
    if (first === undefined || last === undefined || last - first !== end - 1 - start) {
      return undefined
    }
    return [first, last + 1]
  }
  return {
    of,
    /** Map the place behind a line; -1 for the start. */
    after(line: number): readonly [number, number] | undefined {
      if (line < 0) return [0, 0]
      const place = find(line)
      return place === undefined ? undefined : [place + 1, place + 1]
    },
  }
}
