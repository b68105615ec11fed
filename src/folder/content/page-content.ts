/** Prepares the Markdown to send: without front matter, with resolved links and images. @module */
import type { AnswerWarning } from '../../contract/answers.ts'
import { contractLimits } from '../../contract/limits.ts'
import { foldLabel, isLabel, labelCharacters } from '../../contract/titles-and-labels.ts'
import type { Address } from '../../convert/addresses/address.ts'
import type { LabelField } from '../documents/front-matter.ts'
import type { MarkdownDocument } from '../documents/read-document.ts'
import { DocumentError } from '../files/read-failure.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { Resolution } from './resolution.ts'

export interface LinkedContent {
  readonly content: string
  /** Whether all pages that the content links to have addresses. */
  readonly isComplete: boolean
  readonly notices: readonly Notice[]
  readonly addressLines: ReadonlySet<number>
  lineInFile(line: number): number
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export async function pageContent(
  document: MarkdownDocument,
  options: {
    readonly line?: string | undefined
    resolve(address: Address): Promise<Resolution>
  },
): Promise<LinkedContent> {
  const { markdown, bodyStart, titleEnd } = document
  const notices: Notice[] = [...document.notices]
  const edits: Edit[] = []
  let isComplete = true
  if (bodyStart > 0) edits.push({ start: 0, end: bodyStart, text: '' })
  if (options.line !== undefined)
    edits.push({ start: titleEnd, end: titleEnd, text: `\n${options.line}\n\n` })
  const { addresses } = document
  for (const address of addresses) {
    const resolution = await options.resolve(address)
    if (resolution.to === 'await') isComplete = false
    else if (resolution.notice !== undefined) notices.push(resolution.notice)
    const edit = editFor(address, resolution)
    if (edit !== undefined) edits.push(edit)
  }
  const { content, lines } = applyEdits(markdown, edits)
  return {
    content,
    isComplete,
    notices,
    addressLines: new Set(addresses.map(({ line }) => line)),
    // The map outlives the content, so it must not keep the text in memory.
    lineInFile: lineMap(lines, document.lineInFile),
  }
}

function editFor(address: Address, resolution: Resolution): Edit | undefined {
  const { start, end, image } = address
  if (resolution.to === 'replace') return { start, end, text: address.write(resolution.url) }
  if (resolution.to !== 'describe' || image === undefined) return undefined
  return { start: image.start, end: image.end, text: image.describe(resolution.url) }
}

/**
 * Apply the edits. One that lies inside another is left out, because the outer one replaces its text.
 * @returns The new text, and the line of the Markdown of each of its lines.
 */
function applyEdits(markdown: string, edits: readonly Edit[]) {
  const parts: string[] = []
  const lines = [1]
  let [at, line] = [0, 1]
  const keep = (to: number): void => {
    const text = markdown.slice(at, to)
    for (let left = countLines(text); left > 0; left -= 1) {
      line += 1
      lines.push(line)
    }
    parts.push(text)
  }
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    keep(start)
    line += countLines(markdown.slice(start, end))
    for (let left = countLines(text); left > 0; left -= 1) lines.push(line)
    lines[lines.length - 1] = line
    parts.push(text)
    at = end
  }
  keep(markdown.length)
  return { content: parts.join(''), lines: Uint32Array.from(lines) }
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

function lineMap(
  lines: Uint32Array,
  lineInFile: (line: number) => number,
): (line: number) => number {
  return (line) => (line === 0 ? 0 : lineInFile(lines[line - 1] ?? line))
}

const forbiddenCharacters = new RegExp(`[^${labelCharacters}]+`, 'gu')

/** @throws {DocumentError} When there are too many or too long labels. */
export function pageLabels(field: LabelField | undefined) {
  // Undefined leaves the page's labels unchanged.
  if (field === undefined) return { labels: undefined, notices: [] }
  const labels = new Map<string, string>()
  const notices: Notice[] = []
  for (const name of field.names) {
    const label = name.replace(forbiddenCharacters, ' ').trim().replaceAll(' ', '-')
    if (isLabel(label)) labels.set(foldLabel(label), label)
    if (isLabel(name)) continue
    const fate = isLabel(label) ? `is imported as "${label}"` : 'is left out'
    notices.push(wordNotice('label-changed', `"${name}" ${fate}`, field.line))
  }
  const { maxLabels, maxLabelLength } = contractLimits
  if (labels.size > maxLabels) {
    throw new DocumentError(
      `This file has ${labels.size} labels, and a page may have ${maxLabels}. Remove some.`,
    )
  }
  const long = [...labels.keys()].find(({ length }) => length > maxLabelLength)
  if (long !== undefined) {
    throw new DocumentError(
      `The label "${long.slice(0, 40)}…" has ${long.length} characters, and one may have ${maxLabelLength}. Shorten it.`,
    )
  }
  return { labels: [...labels.values()], notices }
}

/**
 * Map warnings to lines of the file. Warnings about addresses are dropped, because the client
 * resolves addresses itself, and so is the note on removed title headings.
 */
export function serviceWarnings(
  warnings: readonly AnswerWarning[],
  { addressLines, lineInFile }: Pick<LinkedContent, 'addressLines' | 'lineInFile'>,
): AnswerWarning[] {
  return warnings
    .map((warning) => ({ ...warning, line: lineInFile(warning.line) }))
    .filter(
      ({ code, line }) =>
        code !== 'title-heading-removed' &&
        (code !== 'relative-address' || !addressLines.has(line)),
    )
}
