/** The Markdown that is sent for a file: without front matter, with links and images put in place. @module */
import type { Address } from '../documents/address.ts'
import type { MarkdownDocument } from '../documents/read-document.ts'
import type { Notice } from '../notices.ts'
import type { Resolution } from './resolution.ts'

export interface LinkedContent {
  readonly content: string
  /** Every page that it links to has its address. */
  readonly isComplete: boolean
  readonly notices: readonly Notice[]
  /** Lines of the file with addresses that name files. */
  readonly addressLines: ReadonlySet<number>
  /** Lead from a line of the content to the file's. */
  lineInFile(line: number): number
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Make the content.
 * @param document The file.
 * @param options What each address becomes.
 */
export async function pageContent(
  document: MarkdownDocument,
  options: { resolve(address: Address): Promise<Resolution> },
): Promise<LinkedContent> {
  const { markdown, bodyStart } = document
  const notices: Notice[] = [...document.notices]
  const edits: Edit[] = []
  let isComplete = true
  if (bodyStart > 0) edits.push({ start: 0, end: bodyStart, text: '' })
  const addresses = document.addresses()
  for (const address of addresses) {
    const resolution = await options.resolve(address)
    if (resolution.to === 'await') isComplete = false
    else if (resolution.notice !== undefined) notices.push(resolution.notice)
    const edit = editFor(address, resolution)
    if (edit !== undefined) edits.push(edit)
  }
  edits.sort((a, b) => a.start - b.start)
  return {
    content: applyEdits(markdown, edits),
    isComplete,
    notices,
    addressLines: new Set(addresses.map(({ line }) => line)),
    lineInFile: lineMap(findRemovals(markdown, edits), document.lineInFile),
  }
}

function editFor(address: Address, resolution: Resolution): Edit | undefined {
  const { start, end, image } = address
  if (resolution.to === 'replace') return { start, end, text: address.write(resolution.url) }
  if (resolution.to !== 'describe' || image === undefined) return undefined
  return { start: image.start, end: image.end, text: image.describe(resolution.url) }
}

function applyEdits(markdown: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits) {
    // What stands inside something that was taken out is out already.
    if (start < at) continue
    parts.push(markdown.slice(at, start), text)
    at = end
  }
  parts.push(markdown.slice(at))
  return parts.join('')
}

interface Removal {
  /** Of the file. */
  readonly line: number
  readonly count: number
}

/** Only what is taken out changes the number of lines. */
function findRemovals(markdown: string, edits: readonly Edit[]): Removal[] {
  const removals: Removal[] = []
  let [at, line] = [0, 1]
  for (const { start, end, text } of edits) {
    const count = countLines(markdown, start, end) - countLines(text, 0, text.length)
    if (count <= 0) continue
    line += countLines(markdown, at, start)
    at = start
    removals.push({ line, count })
  }
  return removals
}

/** Outlives the content, so it holds nothing else. */
function lineMap(
  removals: readonly Removal[],
  lineInFile: (line: number) => number,
): (line: number) => number {
  return (line) => {
    if (line === 0) return 0
    let before = line
    for (const removal of removals) if (before >= removal.line) before += removal.count
    return lineInFile(before)
  }
}

function countLines(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1
  }
  return count
}
