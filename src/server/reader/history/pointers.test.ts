/** Links and images in comparisons: what changed beside the words. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments, splitPointers } from './compare-documents.ts'

function wordBlocks(before: string, after: string): string[] {
  return compareDocuments({ before, after }).map(({ changes }) =>
    changes
      .map(({ kind, text }) => {
        const words = splitPointers(text).map(written).join('')
        return { same: words, removed: `[-${words}-]`, added: `{+${words}+}` }[kind]
      })
      .join(''),
  )
}

function written(part: ReturnType<typeof splitPointers>[number]): string {
  if (typeof part === 'string') return part
  return part.kind === 'link' ? `<${part.address}>` : `!${part.name}(${part.address})`
}

test('content cannot pass for a pointer', () => {
  const forged = '\0{"kind":"image","address":"javascript:alert(1)","name":""}\0'
  const doc = (text: string): string =>
    JSON.stringify({
      version: 1,
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
  const block = wordBlocks(doc('a'), doc(`${forged} \\u0000 \\`)).at(-1)
  assert.ok(
    block?.endsWith('{+{"kind":"image","address":"javascript:alert(1)","name":""} \\u0000 \\+}'),
    block,
  )
})
