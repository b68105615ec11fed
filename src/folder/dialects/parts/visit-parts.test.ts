/** Tags and containers, wherever they stand. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf, readWith } from '../../../../test/support/conversion/dialect-context.ts'
import { plainRules } from '../../../convert/code/code-rules.ts'
import { containers } from '../shared/containers.ts'
import { readDocumentParts } from './document.ts'
import { makeText } from './make-parts.ts'
import type { Part } from './part.ts'
import type { Replacement, TagConstruct, VisitedTag } from './part-construct.ts'
import type { Syntax } from './syntax.ts'
import { writeParts } from './write-parts.ts'

const syntax: Syntax = {
  name: 'test',
  start: /<\/?[A-Z]/,
  readTag(source, at) {
    const found = /^<(\/?)([A-Z]\w*)([^<>]*?)(\/?)>/.exec(source.slice(at, at + 200))
    if (found === null) return undefined
    const [tag, closes, name = '', attributes = '', single] = found
    const kind = closes ? 'close' : single ? 'single' : 'open'
    return { kind, name, attributes, end: at + tag.length }
  },
  holdsNone: (name) => (name === 'Code' ? 'parts' : undefined),
}

function constructOf(of: Syntax, tag: TagConstruct['tag']): TagConstruct {
  return { name: '', input: '', becomes: '', syntax: of, tag }
}

function inFrame(opening: string, { content, line }: VisitedTag): Replacement {
  const end: Part = { type: 'break', line }
  const inside = content.length === 0 ? [] : [...content, end]
  return { block: [[makeText(opening), end, ...inside, makeText(']')]] }
}

const framed = constructOf(syntax, (tag) => (tag.kind === 'pair' ? inFrame('[', tag) : undefined))

function same(document: string, expected: string): void {
  assert.equal(readWith(framed, document), expected)
}

describe('tags', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['stand alone', 'a\n\n<A>\nb\n</A>\n\nc', 'a\n\n[\nb\n]\n\nc'],
    ['get blank lines around them', 'a\n<A>b</A>\nc', 'a\n\n[\nb\n]\n\nc'],
    ['lose the indentation of what they hold', '<A>\n    b\n      c\n</A>', '[\nb\n  c\n]'],
    ['nest', '<A>\n  <B>\n    c\n  </B>\n</A>', '[\n\n[\nc\n]\n\n]'],
    ['stand in a list', '- a\n  <A>\n  b\n  </A>\n- c', '- a\n\n  [\n  b\n  ]\n\n- c'],
    ['begin an item', '- <A>\n  b\n  </A>', '- [\n  b\n  ]'],
    ['stand in a quote', '> a\n> <A>\n> b\n> </A>', '> a\n>\n> [\n> b\n> ]'],
    ['stand in a sentence', 'a <A>b</A> c', 'a\n\n[\nb\n]\n\n c'],
    ['stay in the row of a table', '| a | <A>b</A> |', '| a | [ b ] |'],
    ['are left in code', '`<A>` b\n```\n<A></A>\n```', '`<A>` b\n```\n<A></A>\n```'],
    ['are left in comments', '<!-- <A>\n</A> --> b', '<!-- <A>\n</A> --> b'],
    ['are left alone without their other', '<A> b\n</B>', '<A> b\n</B>'],
    ['close what stands open in them', '<A><B></A>', '[\n<B>\n]'],
    ['hold code', '<Code><A>b</A></Code>', '[\n<A>b</A>\n]'],
    ['hold nothing', '<A></A>', '[\n]'],
  ]
  for (const [fact, document, expected] of cases) test(fact, () => same(document, expected))

  test('take their line with them, however it begins', () => {
    const removed = constructOf(syntax, () => ({ isRemoved: true }))
    for (const [document, expected] of [
      ['a\n<A/>\nb', 'a\nb'],
      ['<A/>\n\na', 'a'],
      ['> a\n>\n> <A/>\n>     b', '> a\n>\n>     b'],
      ['- a\n\n  <A/>\n      b', '- a\n\n      b'],
      ['- <A/>\n  a', '- \n  a'],
      ['- <A/>\n- a', '- \n- a'],
    ] as const)
      assert.equal(readWith(removed, document), expected)
  })

  test('keep the lines that their content comes from', () => {
    const notation = { syntaxes: [syntax], rules: plainRules }
    const document = '<A>\nb\n\nc\n</A>\nd'
    const lineOf = (row: number): number => row + 1
    const read = readDocumentParts(document, [framed], notation, contextOf(), lineOf)
    const lines = writeParts(read.parts, read.line).map(({ text, line }) => `${line}${text}`)
    assert.deepEqual(lines.filter((line) => /[a-z]$/.test(line)).slice(1), ['4c', '6d'])
  })

  test('know their parent and which of its children they are', () => {
    const seen: string[] = []
    const seeing = constructOf(syntax, ({ name, parent, position }) => {
      seen.push(`${name} ${parent?.attributes ?? ''} ${position}`)
      return undefined
    })
    readWith(seeing, '<A x><B/><C/><B/></A>')
    assert.deepEqual(seen, ['B  x 0', 'C  x 0', 'B  x 1', 'A  0'])
  })
})

const contained = constructOf(containers, (tag) => {
  const { kind, name, attributes } = tag
  return kind === 'pair' && name !== 'left' ? inFrame(`[${attributes}`, tag) : undefined
})

describe('containers', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['have a word and more', '::: a B {c}\nd\n:::', '[a B {c}\nd\n]'],
    ['nest with as many colons', ':::a\n:::b\nc\n:::\n:::', '[a\n\n[b\nc\n]\n\n]'],
    ['nest with more colons', '::::a\n:::b\nc\n:::\n::::', '[a\n\n[b\nc\n]\n\n]'],
    ['keep a shorter row that closes nothing', '::::a\n:::\n::::', '[a\n:::\n]'],
    ['stand in a list', '- a\n\n  :::b\n  c\n  :::', '- a\n\n  [b\n  c\n  ]'],
    ['stand in a quote', '> :::b\n> c\n> :::', '> [b\n> c\n> ]'],
    ['end before the next heading', ':::a\nb\n\n# c', '[a\nb\n]\n\n# c'],
    ['end with one inside of them', ':::a\nb\n:::c\nd\n:::\ne', '[a\nb\n\n[c\nd\n]\n\n]\n\ne'],
    ['are left when they hold nothing and do not end', ':::a\n# b', ':::a\n# b'],
    ['are left in a quote that ends', '> :::a\n> b\n\nc', '> :::a\n> b\n\nc'],
    ['are left in code', '```\n:::a\n:::\n```', '```\n:::a\n:::\n```'],
    ['are left with their marks', ':::left\n:::b\nc\n:::\n:::', ':::left\n\n[b\nc\n]\n\n:::'],
    ['may have braces', ':::{b} c\n:::', '[{b} c\n]'],
  ]
  for (const [fact, document, expected] of cases)
    test(fact, () => assert.equal(readWith(contained, document), expected))
})
