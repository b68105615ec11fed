/** Front matter: the fields that an import reads. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DocumentError } from './document-error.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { readDocument } from './read-document.ts'

function yaml(value: string): FrontMatter {
  return readFrontMatter({ type: 'yaml', value })
}

function toml(value: string): FrontMatter {
  return readFrontMatter({ type: 'toml', value })
}

test('reads titles however YAML and TOML write them', () => {
  const cases: readonly [found: FrontMatter, title: string | undefined][] = [
    [yaml('title: Plain words'), 'Plain words'],
    [yaml('title: "With: a \\"quote\\" \\u00e9"'), 'With: a "quote" é'],
    [yaml("title: 'It''s'"), "It's"],
    [yaml('title: C# in depth # a comment'), 'C# in depth'],
    [yaml('title: >-\n  Over\n  lines\nother: x'), 'Over lines'],
    [yaml('title:\r\n  Below\r\nother: x\r'), 'Below'],
    [yaml('"title": Quoted key'), 'Quoted key'],
    [yaml('title: 1.10'), '1.10'],
    [yaml('nested:\n  title: inner'), undefined],
    [yaml('title:'), undefined],
    [yaml('title: ~'), undefined],
    [yaml('subtitle: x'), undefined],
    [yaml('just words'), undefined],
    [toml('title = "TOML"'), 'TOML'],
    [toml('title = 2024-01-02'), '2024-01-02'],
    [toml('[table]\ntitle = "of the table"'), undefined],
    [readFrontMatter(undefined), undefined],
  ]
  for (const [index, [found, title]] of cases.entries()) {
    assert.equal(found.title, title, `case ${index}`)
  }
})

test('reads parent and markport', () => {
  assert.deepEqual(yaml('parent: 123\nmarkport: false'), {
    parent: '123',
    isSkipped: true,
    labels: undefined,
  })
  assert.deepEqual(toml('parent = "../guide.md"\nmarkport = true'), {
    parent: '../guide.md',
    isSkipped: false,
    labels: undefined,
  })
  assert.ok(toml('markport = false').isSkipped)
})

test('reads labels however YAML and TOML write lists', () => {
  const cases: readonly [found: FrontMatter, names: readonly string[] | undefined][] = [
    [
      yaml("labels: [api, \"Getting started\", 'it''s', don't]"),
      ['api', 'Getting started', "it's", "don't"],
    ],
    [yaml('labels:\n  - api\n\n  # a comment\n  - "b c" \nother: x'), ['api', 'b c']],
    [yaml('labels:\n- api\n-\n- C# # the language'), ['api', 'C#']],
    [yaml('labels: [\n  api, # one\n  guide,\n]\nother: [x]'), ['api', 'guide']],
    [yaml('labels:\n  [\n    alpha,\n    beta,\n  ]'), ['alpha', 'beta']],
    [yaml('labels: [good, "a # b", last]'), ['good', 'a # b', 'last']],
    [yaml('labels:\n  -\n    foo\n  - bar'), ['foo', 'bar']],
    [yaml('labels: >-\n  a, b'), ['a', 'b']],
    [yaml('base: &x [a, b]\nlabels: *x'), ['a', 'b']],
    [yaml('labels: api, guide # both'), ['api', 'guide']],
    [yaml('labels: 2024'), ['2024']],
    [yaml('labels: [null, ~, a]'), ['a']],
    [yaml('labels: []'), []],
    [yaml('labels:'), undefined],
    [yaml('labels: ~'), undefined],
    [yaml('tags: [a]'), undefined],
    [toml('labels = ["api", "b]c"]'), ['api', 'b]c']],
    [toml('labels = [\n  "a", # one\n  "b"\n]'), ['a', 'b']],
    [toml('labels = "a, b"'), ['a', 'b']],
    [toml('[table]\nlabels = ["a"]'), undefined],
  ]
  for (const [index, [found, names]] of cases.entries()) {
    assert.deepEqual(found.labels?.names, names, `case ${index}`)
  }
  assert.equal(yaml('title: x\nlabels: a').labels?.line, 3)
  assert.equal(toml('title = "x"\n"labels" = "a"').labels?.line, 3)
})

test('refuses what cannot be read, and says where', () => {
  const refusals: readonly [read: () => FrontMatter, message: RegExp][] = [
    [() => yaml('a: b\ntitle: Foo: bar'), /no YAML, by line 3: .*quotes around the value\.$/],
    [() => yaml('labels: [a'), /no YAML, by line 2/],
    [() => yaml('title: *nowhere'), /no YAML, by line 2/],
    [
      () => yaml(`a: &a [x,x]\n${'b: &b [*a,*a]\n'}${'title: {{ x }}'}`),
      /`title` in line 4 .* must be one text/,
    ],
    [() => yaml('labels: {a: 1}'), /`labels` in line 2 .* must be a list of words/],
    [() => yaml('labels: [[a, b], c]'), /must be a list of words/],
    [() => toml('a = 1\ntitle = Foo'), /no TOML, by line 3/],
  ]
  for (const [read, message] of refusals) {
    const isRefusal = (error: Error): boolean =>
      error instanceof DocumentError && message.test(error.message)
    assert.throws(read, isRefusal, String(message))
  }
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
