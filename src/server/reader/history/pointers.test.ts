/** Links and images in comparisons: what changed beside the words. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownToAdf } from '../../../convert/markdown-to-page.ts'
import { compareDocuments, splitPointers } from './compare-documents.ts'

/** Blocks as `[-removed-]`, `{+added+}`, links as `<address>`, images as `!name(address)`. */
function compared(before: string, after: string): string[] {
  const [old, young] = [before, after].map((text) => JSON.stringify(markdownToAdf(text).adf))
  return wordBlocks(old as string, young as string)
}

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

test('a link that leads elsewhere is a change beside its words', () => {
  assert.deepEqual(
    compared(
      'See [the *manual*](https://a.example/) now.',
      'See [the *manual*](https://b.example/) now.',
    ),
    ['See the manual[-<https://a.example/>-]{+<https://b.example/>+} now.'],
  )
})

test('words that become a link, and a link that goes, are told', () => {
  assert.deepEqual(compared('Read it.', 'Read [it](/x).'), ['Read it{+</x>+}.'])
  assert.deepEqual(compared('| [a](/x) |\n|--|', '| a |\n|--|'), ['a[-</x>-]'])
})

test('an image that came, went or changed is told with its name and address', () => {
  const [one, other] = ['https://a.example/1.png', 'https://a.example/2.png']
  assert.deepEqual(compared('Words.', `Words.\n\n![New](${one})`), ['Words.', `{+!New(${one})+}`])
  assert.deepEqual(compared(`![](${one})`, 'Words.'), [`[-!(${one})-]`, '{+Words.+}'])
  assert.deepEqual(compared(`![Same](${one})`, `![Same](${other})`), [
    `[-!Same(${one})-]`,
    `{+!Same(${other})+}`,
  ])
  assert.deepEqual(compared(`a ![Same](${one}) b`, `a ![Same](${other}) b`), [
    `a [-!Same(${one})-]{+!Same(${other})+} b`,
  ])
})

test('formatting alone is no change of the text', () => {
  assert.deepEqual(compared('[**a** b](/x) c', '[a b](/x) **c**'), ['a b</x> c'])
})

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
