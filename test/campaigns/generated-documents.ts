/** `npm run generated-documents -- COUNT`: generated documents become valid ADF and HTML without losing a word. @module */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { markdownToAdf } from '../../src/convert/markdown-to-page.ts'
import { assertSound } from '../support/conversion/conversion-cases.ts'
import { generatedMarkdown } from '../support/samples/generated-markdown.ts'

const total = Number(process.argv[2] ?? 100_000)
const batch = 10_000
const startedAt = performance.now()

for (let done = 0; done < total; done += batch) {
  fc.assert(
    fc.property(generatedMarkdown, (markdown) => {
      assertSound(markdown)
      assert.deepEqual(markdownToAdf(markdown), markdownToAdf(markdown))
    }),
    { numRuns: Math.min(batch, total - done) },
  )
}
const seconds = Math.round((performance.now() - startedAt) / 1000)
process.stdout.write(`${total} generated documents, all valid and whole, in ${seconds} s\n`)
