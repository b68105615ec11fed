import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { placeFinder } from './find-place.ts'

function assertFound(old: string, young: string): void {
  const [start, end] = [old.indexOf('['), old.indexOf(']') - 1]
  const find = placeFinder(plain(old), plain(young))
  assert.equal(find(start, end), young.indexOf('['))
}

function plain(text: string): string {
  return text.replace(/[[\]]/g, '')
}

const before = 'Install it first. Nothing else is needed for that.'
const after = 'Then start it, and open its page in a browser.'

describe('commented words are found', () => {
  const cases: readonly [string, string, string][] = [
    ['where they were', `${before}\nRun [the server] now.\n`, `${before}\nRun [the server] now.\n`],
    ['behind new text', 'Run [the server] now.\n', `${before}\n${after}\nRun [the server] now.\n`],
    ['in a changed sentence', 'Run [the server] now.\n', 'You may run [the server] today.\n'],
    [
      'where their paragraph was moved',
      `${before}\nRun [the server] now, if you will.\n${after}\n`,
      `${after}\nRun [the server] now, if you will.\n${before}\n`,
    ],
    [
      'beside the same words elsewhere',
      `Stop the server.\n${before}\nRun [the server] now.\n`,
      `Stop the server.\n${before}\nRun [the server] now.\n${after}\n`,
    ],
    [
      'not in the copy before',
      `${before}\nRun [the server] now.\n`,
      `Run the server now.\n${before}\nRun [the server] now.\n`,
    ],
    [
      'in a sentence that was changed where it stands, not in a copy of what it was',
      `One\n${before} ${before} Run [the server]. ${after} ${after} ${after}\nTwo\n`,
      `One\n${before} ${before} Run [the server] now. ${after} ${after} ${after}\nTwo\n` +
        `${before} ${before} Run the server. ${after} ${after} ${after}\n`,
    ],
    [
      'between the same lines, where little but signs is the same',
      `API\n${'-'.repeat(90)}\nSee https://acme.example/docs/[api].html\n${'='.repeat(90)}\nEnd\n`,
      `API\n${before}\nRead http://other.example/docs/[api].html\n${after}\nEnd\n`,
    ],
    [
      'before much new text',
      `${before}\n${before}\nSee [the reference].\n`,
      `${before}\n${before}\nSee [the reference] (the reference of all names). ${after} ${after}\n`,
    ],
    [
      'across two paragraphs',
      `${before}\nRun [it.\nThen] stop.\n`,
      `${before}\n${after}\nRun [it.\nThen] stop.\n`,
    ],
  ]
  for (const [name, old, young] of cases) test(name, () => assertFound(old, young))
})

describe('commented words are said to be gone', () => {
  const cases: readonly [string, string, string][] = [
    ['where they are nowhere', 'Run [the server] now.\n', `${before}\n`],
    [
      'where only another sentence has them, which was there before',
      `${before}\nRun [the server] now.\n${after}\nAsk the owner of the server.\n`,
      `${before}\n${after}\nAsk the owner of the server.\n`,
    ],
    [
      'where only another sentence has them, which was there before and was moved',
      `${before}\nThese come [from the event] 'upgrade' of it.\n${after}\nThese come from the event 'connect' of it.\n`,
      `These come from the event 'connect' of it.\n${before}\n${after}\n`,
    ],
    [
      'where only the same sentence elsewhere has them, which was there before',
      'Start\nOne if a is inside.\nReturns [zero] otherwise.\nTwo\nOne if b is inside.\nReturns zero otherwise.\nEnd\n',
      'Start\nTwo\nOne if b is inside.\nReturns zero otherwise.\nEnd\n',
    ],
    [
      'where nothing around them is the same',
      `${before} Run [it] now. ${before}\n`,
      'zzz it zzz\n',
    ],
  ]
  for (const [name, old, young] of cases) test(name, () => assertFound(old, young))
})

test('of two places that are as good, the one whose line is the same is taken', () => {
  const line = 'See [here] for more.'
  assertFound(`one\n${plain(line)}\n${line}\ntwo\n`, `one\n${plain(line)}\n${line}\ntwo\nthree\n`)
})

test('a place that may not be taken is none', () => {
  const text = 'Run the server now.\n'
  assert.equal(placeFinder(text, text, () => false)(4, 14), -1)
})

test('what is found is always the words, whatever the texts are', () => {
  const texts = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '\n', '\uFFFC', '🎉'),
    maxLength: 60,
  })
  fc.assert(
    fc.property(texts, texts, fc.nat(60), fc.nat(20), (old, young, start, length) => {
      const at = placeFinder(old, young)(start, start + length)
      if (at >= 0) assert.ok(young.startsWith(old.slice(start, start + length), at))
    }),
  )
})

test('texts that repeat themselves end the search, not the worker', () => {
  const old = `x${'ab'.repeat(200_000)}`
  const find = placeFinder(old, 'ab'.repeat(400_000))
  for (let start = 0; start < 200; start += 1) find(start, start + 500)
})
