/** What is done with a document, stage by stage, and what each stage costs. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import type { AdfDoc } from '../../../src/adf/types.ts'
import { convertDocument } from '../../../src/convert/convert-document.ts'
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { compareDocuments } from '../../../src/embedded-wiki/reader/history/compare-documents.ts'
import { adfToStorage } from '../../../src/render/adf-to-storage.ts'
import { adfToText } from '../../../src/render/adf-to-text.ts'
import { viewDocument } from '../../../src/web/document/document-view.ts'
import { documentOf, type RepeatedFamily } from './families.ts'
import type { Cost } from './growth.ts'

/** The costs by stage; stages after a refusal have none. */
export type StageCosts = Readonly<Record<string, Cost>>

const limits = { maxDepth: 90, maxMarkdownBytes: 2 ** 20, maxAdfBytes: 5 * 2 ** 20 }
const bytesPerMib = 2 ** 20
const pageBytes = 4096
/** What takes longer than this is measured once. */
const longMs = 120

/** Convert a document of a family, render it and compare it with another of its kind. */
export function runStages(family: RepeatedFamily, size: number): StageCosts {
  const costs: Record<string, Cost> = {}
  const stage = <Result>(name: string, work: () => Result): Result => {
    const { result, cost } = measured(work)
    costs[name] = cost
    return result
  }
  const adf = stage('convert', () => convert(documentOf(family, size)))
  if (adf === undefined) return costs
  const doc = JSON.parse(adf) as AdfDoc
  stage('html', () => viewDocument(adf))
  stage('storage', () => adfToStorage(doc))
  stage('text', () => adfToText(doc))
  const after = convert(documentOf({ ...family, units: family.units.toReversed() }, size * 0.9))
  if (after !== undefined) stage('compare', () => compareDocuments({ before: adf, after }))
  return costs
}

function convert(markdown: string): string | undefined {
  try {
    return convertDocument(markdown, limits).adf.join('')
  } catch (error) {
    // A RangeError is a text longer than a string may be, which the service refuses as well.
    if (error instanceof MarkdownLimitError || error instanceof RangeError) return undefined
    throw error
  }
}

function measured<Result>(work: () => Result): { result: Result; cost: Cost } {
  const before = residentBytes()
  // Writing 5 makes the present size the peak, see proc_pid_clear_refs(5).
  writeFileSync('/proc/self/clear_refs', '5')
  const { result, ms } = timed(work)
  const mib = Math.max(0, peakBytes() - before) / bytesPerMib
  return { result, cost: { ms: ms > longMs ? ms : Math.min(ms, timed(work).ms), mib } }
}

function timed<Result>(work: () => Result): { result: Result; ms: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1000 }
}

function residentBytes(): number {
  return Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[1]) * pageBytes
}

function peakBytes(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}
