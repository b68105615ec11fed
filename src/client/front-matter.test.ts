/** Front matter: the fields that an import reads. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrontMatter } from './front-matter.ts'
import { readDocument } from './read-document.ts'

test('reads titles however YAML and TOML write them', () => {
  const cases: readonly [text: string, title: string | undefined][] = [
    ['title: Plain words', 'Plain words'],
    ['title: "With: a \\"quote\\" \\u00e9"', 'With: a "quote" é'],
    ["title: 'It''s'", "It's"],
    ['title: C# in depth # a comment', 'C# in depth'],
    ['title: >-\n  Over\n  lines\nother: x', 'Over lines'],
    ['"title": Quoted key', 'Quoted key'],
    ['title = "TOML"', 'TOML'],
    ['[table]\ntitle = "of the table"', undefined],
    ['nested:\n  title: inner', undefined],
    ['title:', undefined],
    ['subtitle: x', undefined],
  ]
  for (const [text, title] of cases) assert.equal(readFrontMatter(text).title, title, text)
})

test('reads parent and markport', () => {
  assert.deepEqual(readFrontMatter('parent: 123\nmarkport: false'), {
    parent: '123',
    isSkipped: true,
    labels: undefined,
  })
  assert.deepEqual(readFrontMatter('parent: ../guide.md\nmarkport: true'), {
    parent: '../guide.md',
    isSkipped: false,
    labels: undefined,
  })
})

test('reads labels however YAML and TOML write lists', () => {
  const cases: readonly [text: string, names: readonly string[]][] = [
    [
      "labels: [api, \"Getting started\", 'it''s', don't]",
      ['api', 'Getting started', "it's", "don't"],
    ],
    ['labels:\n  - api\n\n  # a comment\n  - "b c" \nother: x\n- d', ['api', 'b c']],
    ['labels:\n- api\n-\n- C# # the language', ['api', 'C#']],
    ['labels: [\n  api, # one\n  guide,\n]\nother: [x]', ['api', 'guide']],
    ['labels = ["api", "b]c"]', ['api', 'b]c']],
    ['labels=["api"]', ['api']],
    ['labels: api, guide # both', ['api', 'guide']],
    ['labels: "api, guide"', ['api', 'guide']],
    ['labels: []', []],
    ['labels:', []],
    ['labels: [api', ['api']],
  ]
  for (const [text, names] of cases) {
    assert.deepEqual(readFrontMatter(text).labels?.names, names, text)
  }
  assert.equal(readFrontMatter('title: x\nlabels: a').labels?.line, 3)
  assert.equal(readFrontMatter('tags: [a]\n[table]\nlabels = ["a"]').labels, undefined)
})

test('finds the heading that is the title', () => {
  const cases: readonly [markdown: string, title: string | undefined][] = [
    ['text\n\n## Part\n\n# Title *x* `y` {#name}', 'Title x y'],
    ['<p>logo</p>\n\n## Opening', 'Opening'],
    ['words first\n\n## Usage', undefined],
    ['```\n# code\n```', undefined],
    ['> # quoted', undefined],
    ['Under\n=====', 'Under'],
  ]
  for (const [markdown, title] of cases) {
    assert.equal(readDocument(markdown).titleHeading?.text, title, markdown)
  }
})
