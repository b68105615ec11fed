/** Measures conversion and renderers on one family: takes its name and sizes in KiB, prints a line of JSON for each. @module */
import { adfToText } from '../../../src/adf/node-text.ts'
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import { adfToHtml } from '../../../src/render/adf-to-html.ts'
import { adfToStorage } from '../../../src/render/adf-to-storage.ts'
import { type Family, hostileFamilies } from '../samples/hostile-families.ts'

const stages = ['convert', 'html', 'storage', 'text'] as const

export interface FamilyTiming {
  readonly kib: number
  readonly refusal?: string
  readonly isTooLarge?: boolean
  readonly convert: number
  readonly html?: number
  readonly storage?: number
  readonly text?: number
}

const maxAdfLength = 5 * 1024 * 1024
const runs = 3

const [name, ...sizes] = process.argv.slice(2)
const family = hostileFamilies[name as string] as Family
// The first run of a function is slower.
for (let run = 0; run < runs; run += 1) timeOnce(family(4 * 1024), 4)
for (const kib of sizes.map(Number)) {
  const markdown = family(kib * 1024)
  const timings = Array.from({ length: runs }, () => timeOnce(markdown, kib))
  process.stdout.write(`${JSON.stringify(fastest(timings))}\n`)
}

function timeOnce(markdown: string, kib: number): FamilyTiming {
  const startedAtMs = threadMs()
  const since = (): number => threadMs() - startedAtMs
  try {
    const { adf } = markdownToAdf(markdown)
    const isTooLarge = JSON.stringify(adf).length > maxAdfLength
    const convert = since()
    if (isTooLarge) return { kib, isTooLarge, convert }
    const timed = (render: (doc: typeof adf) => string): number => {
      const before = since()
      render(adf)
      return since() - before
    }
    const [html, storage, text] = [timed(adfToHtml), timed(adfToStorage), timed(adfToText)]
    return { kib, convert, html, storage, text }
  } catch (error) {
    // A huge document's text may exceed V8's limit.
    if (error instanceof RangeError) return { kib, isTooLarge: true, convert: since() }
    if (!(error instanceof MarkdownLimitError)) throw error
    return { kib, refusal: error.message, convert: since() }
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function fastest(timings: readonly FamilyTiming[]): FamilyTiming {
  const best: Record<string, unknown> = { ...timings[0] }
  for (const stage of stages) {
    const times = timings.flatMap((timing) => timing[stage] ?? [])
    if (times.length > 0) best[stage] = Math.min(...times)
  }
  return best as unknown as FamilyTiming
}
