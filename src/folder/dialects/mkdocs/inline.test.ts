/** What MkDocs writes within a sentence. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readWith } from '../../../../test/support/conversion/dialect-context.ts'
import { mkdocsConstructs } from './constructs.ts'

function read(document: string): string {
  return mkdocsConstructs.reduce((text, construct) => readWith(construct, text), document)
}

const cases: readonly [fact: string, written: string, becomes: string][] = [
  ['keys in capitals', '++page-up+a+"x<"++', '<kbd>Page Up</kbd>+<kbd>A</kbd>+<kbd>x&lt;</kbd>'],
  ['a mark around code and a link', '==a `b==` [c](d==e)==', '<mark>a `b==` [c](d==e)</mark>'],
  ['an icon beside words', '- :material-home:{ .lg } Home :octicons-x-factor-16:', '- Home ✗'],
  ['an icon that is all there is', '[:fontawesome-brands-git-alt:](a)', '[git alt](a)'],
  ['an icon with a dash', '- :simple-b: - c\n- :simple-d:{ .e } – f', '- c\n- f'],
  ['an icon of an empty box', ':material-checkbox-blank: a', 'a'],
  ['an icon between words', 'a :simple-b: c :material-check:.', 'a c ✓.'],
  ['an attribute list of its own', 'a\n{: .b #c }', 'a\n<a id="c"></a>'],
  ['a name with a sign before it', '`a`{ #+b.c }', '`a`<a id="+b.c"></a>'],
  ['attributes of a heading', '## A *b* { #c .d data-toc-label="E" }', '## A *b* {#c}'],
  ['attributes of a cell', '| a { .b } | c |', '| a | c |'],
  [
    'attributes of a link, an image and code',
    '[a](b){: target="_blank" } ![c](d){ loading=lazy width=30% } `e`{.f}',
    '[a](b) ![c](d){width=30%} `e`',
  ],
  [
    'images for dark screens',
    '![a](b#gh-dark-mode-only){ .c }![a](d#gh-light-mode-only "e")',
    '![a](d "e")',
  ],
  ['attributes without a value', '[a](b){ .c download }', '[a](b)'],
  ['the name of a place behind code', '`a`{ #b }', '`a`<a id="b"></a>'],
  ['code of a language', 'a `#!py b()` `` #!js `c` ``', 'a `b()` `` `c` ``'],
  [
    'a size as style',
    '![a](b){: style="width:30px; height: 40px" }',
    '![a](b){width=30px height=40px}',
  ],
  [
    'Markdown in HTML',
    '<div class="a" markdown>\n    **b**\n</div>',
    '<div class="a">\n\n**b**\n\n</div>',
  ],
]

const untouched = [
  '![a](b.png#only-dark)',
  'C++ and g++, i++ + ++j',
  '`#!/bin/sh` and `#!a`',
  'a == b == c, https://a.b/?c==d==&e',
  '~5 to ~10, ~/a/~b, 2^10, [^1]^ $a^2^ + b^2^$',
  '/users/{id}/{a=b} {not} {a}',
  'a:b:c :smile: 10:30:20',
]

describe('MkDocs within a sentence', () => {
  for (const [fact, written, becomes] of cases) {
    test(`reads ${fact}`, () => assert.equal(read(written), becomes))
  }

  for (const written of untouched) {
    test(`leaves ${written.replaceAll('\n', ' ')}`, () => assert.equal(read(written), written))
  }
})
