import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { mergeWords } from './merge-words.ts'

describe('merging words', () => {
  const cases: readonly (readonly [
    why: string,
    base: string,
    theirs: string,
    ours: string,
    merged: string | undefined,
  ])[] = [
    ['takes what only they changed', 'one two', 'one three', 'one two', 'one three'],
    ['keeps other signs', '- one two', '- one three', '* one two', '* one three'],
    ['keeps where lines are wrapped', 'a b c d', 'a b c e', 'a b\nc d', 'a b\nc e'],
    [
      'keeps signs right around a changed word',
      'a word b',
      'a thing b',
      'a **word** b',
      'a **thing** b',
    ],
    [
      'keeps another address',
      '[a](https://w/1) b',
      '[a](https://w/1) c',
      '[a](x.md) b',
      '[a](x.md) c',
    ],
    ['refuses words where ours has signs', 'one', 'one and more', '*one*', undefined],
    ['takes what they added behind a word', 'one two', 'one and two', 'one  two', 'one  and two'],
    ['refuses two changes of one word', 'a b', 'a c', 'a d', undefined],
    ['takes a change right behind another', 'a b c', 'a b d', 'a x c', 'a x d'],
    ['takes a change beside white space', 'a)\n\nb.', 'a)\n\nc.', 'a) b.', 'a) c.'],
    ['takes a change right before another', 'a\n\nb.', 'c\n\nb.', 'a b.', 'c b.'],
    ['agrees where both did the same', 'a b', 'a c', 'a c', 'a c'],
    ['keeps where paragraphs end', 'a\n\nb', 'a\n\nc', 'a\nb', 'a\nc'],
  ]
  for (const [why, base, theirs, ours, merged] of cases) {
    test(why, () => assert.equal(mergeWords(base, theirs, ours), merged))
  }

  test('puts signs of ours before or behind words of theirs where it is told to', () => {
    assert.equal(mergeWords('one', 'number one', '- one'), undefined)
    assert.equal(mergeWords('one', 'number one', '- one', 'before'), '- number one')
    assert.equal(mergeWords('a b', 'a new b', 'a *b*', 'behind'), 'a new *b*')
    assert.equal(mergeWords('one', 'number one', 'word one', 'before'), undefined)
  })

  test('gives the one where the other changed nothing', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab *\n-'), maxLength: 30 })
    fc.assert(
      fc.property(text, text, (base, changed) => {
        assert.equal(mergeWords(base, base, changed), changed)
        const taken = mergeWords(base, changed, base)
        assert.equal(taken?.replace(/\s+/g, ' '), changed.replace(/\s+/g, ' '))
      }),
    )
  })
})
