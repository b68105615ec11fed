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
  })
  assert.deepEqual(readFrontMatter('parent: ../guide.md\nmarkport: true'), {
    parent: '../guide.md',
    isSkipped: false,
  })
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
