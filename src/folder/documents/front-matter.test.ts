/** Front matter: the fields that an import reads. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { readDocument } from './read-document.ts'

const none = readFrontMatter(undefined)

function yaml(value: string): FrontMatter {
  return readFrontMatter({ type: 'yaml', value, line: 2 })
}

function toml(value: string): FrontMatter {
  return readFrontMatter({ type: 'toml', value, line: 2 })
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
    [none, undefined],
    [yaml('title: {#if ...}'), '{#if ...}'],
    [yaml('title: [Beta]'), '[Beta]'],
    [yaml('hero:\n  name: Site'), 'Site'],
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
    notices: [],
  })
  assert.deepEqual(toml('parent = "../guide.md"\nmarkport = true'), {
    parent: '../guide.md',
    isSkipped: false,
    labels: undefined,
    notices: [],
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

test('reads line by line what is no YAML or TOML, and says why and where', () => {
  const cases: readonly [found: FrontMatter, title: string | undefined, line: number][] = [
    [yaml('a: b\ntitle: Foo: bar # note'), 'Foo: bar', 3],
    [yaml("title: 'A': B\nlabels: [a"), "'A': B", 2],
    [yaml('title: "@render"\nauthors:\n- @somebody'), '@render', 4],
    [yaml('title: @html'), '@html', 2],
    [yaml('title: *nowhere'), '*nowhere', 2],
    [yaml('title: {{ x }\nnested:\n  title: inner'), undefined, 3],
    [yaml(`a: &a [x,x]\n${'b: &b [*a,*a]\n'.repeat(1)}title: T: U`), 'T: U', 4],
    [toml('a = 1\ntitle = Foo\n[table]\ntitle = Bar'), 'Foo', 3],
  ]
  for (const [index, [found, title, line]] of cases.entries()) {
    assert.equal(found.title, title, `case ${index}`)
    const said = found.notices.map((notice) => [notice.code, notice.line])
    assert.deepEqual(said, [['front-matter-repaired', line]], `case ${index}`)
  }
  const said = [yaml('title: "SECRET'), yaml('a: *SECRET\nb: @'), toml('SECRET = = 1')]
  assert.doesNotMatch(said.map(({ notices }) => notices[0]?.message).join(), /SECRET|undefined/)
  const aliases = Array.from({ length: 2_500 }, (_, at) => `k${at}: {<<: *a}\n`).join('')
  const many = yaml(`a: &a {x: 1}\ntitle: T\n${aliases}`)
  assert.equal(many.title, 'T')
  assert.match(many.notices[0]?.message ?? '', /it has more than 500 aliases/)
  const labelled = yaml('title: A: B\nlabels: [a, "b c"]\nparent: x.md')
  assert.deepEqual([labelled.labels?.names, labelled.parent], [['a', 'b c'], 'x.md'])
})

test('ignores fields of a wrong kind, each with a warning', () => {
  const found = yaml('title: T\nlabels: {a: 1}\nparent: [x]\nweight: soon')
  assert.deepEqual(
    [found.title, found.labels, found.parent, found.order],
    ['T', undefined, undefined, undefined],
  )
  assert.deepEqual(
    found.notices.map(({ code, line }) => [code, line]),
    [
      ['front-matter-ignored', 4],
      ['front-matter-ignored', 3],
    ],
  )
  assert.equal(yaml('labels: [[a, b], c]').labels, undefined)
})

test('words between two rules are no front matter', () => {
  const { bodyStart, titleHeading } = readDocument('---\nFoo\n---\n\ntext')
  assert.deepEqual([bodyStart, titleHeading], [0, 'Foo'])
})

test('reads line by line what nests so deep that no parser should see it', () => {
  // Without that limit, this input ends the process.
  const found = yaml(`title: T\nx: ${'{a: '.repeat(3_000)}1${'}'.repeat(3_000)}`)
  assert.equal(found.title, 'T')
  assert.match(found.notices[0]?.message ?? '', /nests deeper than 100 levels/)
})

test('reads what generators say of a page: its place, its name in menus, whether it is shown', () => {
  const cases: readonly [found: FrontMatter, expected: Readonly<Record<string, unknown>>][] = [
    [yaml('sidebar_position: 2.5\nsidebar_label: Short'), { order: 2.5, navigationTitle: 'Short' }],
    [yaml('sidebar:\n  order: 3\n  label: S'), { order: 3, navigationTitle: 'S' }],
    [yaml('weight: 10\nlinkTitle: L'), { order: 10, navigationTitle: 'L' }],
    [yaml('weight: 0'), { order: undefined }],
    [toml('weight = -5'), { order: -5 }],
    [yaml('nav_order: 4\nparent: P\ngrand_parent: G'), { order: 4, parent: 'P', grandparent: 'G' }],
    [yaml('description: D'), { description: 'D' }],
    [yaml('draft: true'), { leftOut: 'draft: true' }],
    [yaml('draft: false'), { leftOut: undefined }],
    [yaml('published: False'), { leftOut: 'published: false' }],
    [yaml('build:\n  render: never'), { leftOut: 'build.render: never' }],
    [toml('headless = true'), { leftOut: 'headless: true' }],
  ]
  for (const [index, [found, expected]] of cases.entries()) {
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(found[name as keyof FrontMatter], value, `case ${index}`)
    }
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
    ['<!-- lint -->\n<a id="top"></a>\n\n## After', 'After'],
    ['[![b](b.svg)](b) ![l](l.png)\n\n<div>\n\n## Logos', 'Logos'],
    ['# :rocket: Start :nothing:', '\u{1f680} Start :nothing:'],
    ['# A {#a .b}\n', 'A'],
    ['# A {: .no_toc }\n', 'A'],
    ['# A {/*id*/}\n', 'A'],
    ['# f {x}\n', 'f {x}'],
    ['<h1 align="center">\n<img src="l.png">\nIn &amp; HTML</h1>\n\n# Later', 'In & HTML'],
    ['#\n\ntext', ''],
  ]
  for (const [markdown, title] of cases) {
    assert.equal(readDocument(markdown).titleHeading, title, markdown)
  }
})
