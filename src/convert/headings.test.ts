import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { markdownToAdf, markdownToPage } from './markdown-to-page.ts'

function convert(markdown: string, title: string) {
  const { adf, warnings } = markdownToAdf(markdown, { title })
  const json = JSON.stringify(adf)
  assert.equal(markdownToPage(markdown, { title }).adf.join(''), json)
  return {
    json,
    warnings: warnings.map(({ code, line }) => `${code}:${line}`),
  }
}

const removed = 'title-heading-removed'

describe('a heading that says the title', () => {
  for (const [fact, markdown, line] of [
    ['alone', '# The Title\n\na', 1],
    ['of another level', '### The Title\n\na', 1],
    ['with a line below it', 'The Title\n===\n\na', 1],
    ['with formatting', '# The `Title`\n\na', 1],
    ['with other space', '#  The   Title \n\na', 1],
    ['in other case', '# the TITLE\n\na', 1],
    ['with hyphens and punctuation', '# “The-Title”!\n\na', 1],
    ['with emoji', '# 🎉 The Title\n\na', 1],
    ['with a name', '# The Title {#t}\n\na', 1],
    ['of HTML', '<h1 align="center">The<br>Title</h1>\n\na', 1],
    ['behind front matter', '---\na: 1\n---\n\n# The Title\n\na', 5],
    ['behind a comment', '<!-- a -->\n\n# The Title\n\na', 3],
    ['behind named places', '<a id="x"></a>\n<a name="y"></a>\n\n# The Title\n\na', 4],
    ['behind a definition', '[r]: https://u/\n\n# The Title\n\na', 3],
    ['behind badges', '[![a](https://u/)](https://v/) ![b](https://w/)\n\n# The Title\n\na', 3],
    ['behind a logo', '<p align="center">\n<img src="https://u/">\n</p>\n\n# The Title\n\na', 5],
    ['behind a line', '---\n\n# The Title\n\na', 3],
  ] as const) {
    test(`is left out: ${fact}`, () => {
      const { json, warnings } = convert(markdown, 'The Title')
      assert.doesNotMatch(json, /"heading"/)
      assert.ok(warnings.includes(`${removed}:${line}`), warnings.join())
    })
  }

  for (const [fact, markdown] of [
    ['other words', '# The Titles\n\na'],
    ['a sign that is a word', '# The Title #\\#\n\na'],
    ['more words', '# The Title of it\n\na'],
    ['a link', '# The [Title](https://u/)\n\na'],
    ['an image', '# The ![Title](https://u/)\n\na'],
    ['words before it', 'a\n\n# The Title\n\nb'],
    ['another heading before it', '# A\n\n# The Title\n\nb'],
    ['nothing beside it', '# The Title\n'],
    ['nothing beside it but a definition', '# The Title\n\n[r]: https://u/\n'],
    ['nothing beside it that shows', '<!-- a -->\n\n# The Title\n'],
    ['a list around it', '- # The Title\n\na'],
  ] as const) {
    test(`stays with ${fact}`, () => {
      const { json, warnings } = convert(markdown, 'The Title')
      assert.match(json, /The /)
      assert.ok(!warnings.some((one) => one.startsWith(removed)))
    })
  }

  test('is compared in one form of Unicode', () => {
    assert.doesNotMatch(convert('# Ge\u0301nie\n\na', 'G\u00e9nie').json, /heading/)
  })

  test('is not another one whose signs are words, and is told apart by nothing else', () => {
    for (const [heading, title, isSame] of [
      ['C', 'C++', false],
      ['C\\#', 'C', false],
      ['Version 1.2', 'Version 12', false],
      ['Version 1.2', 'version 1.2.', true],
      ['Known issues: 2024-01', 'Known Issues 2024.01', true],
      ['A & B', 'A B', false],
      ['…', '!', false],
      ['…', '…', true],
      ['Overview', 'Overview (operator)', true],
      ['Operator', 'Overview (operator)', false],
      ['Über uns', 'über-uns', true],
    ] as const) {
      const { json } = convert(`# ${heading}\n\na`, title)
      assert.equal(/"heading"/.test(json), !isSame, `${heading} | ${title}`)
    }
  })

  test('goes with emoji by name', () => {
    assert.doesNotMatch(convert('# :tada: New\n\na', '🎉 New').json, /heading/)
  })

  test('says nothing where it has no words', () => {
    assert.match(convert('#\n\na', ' ').json, /heading/)
  })

  test('stays without a title to compare with', () => {
    assert.match(JSON.stringify(markdownToAdf('# A\n\na').adf), /heading/)
  })

  test('leaves links to it the top of the page, and others their headings', () => {
    const markdown = '# A\n\n[a](#a) [b](#a-1) [c](#one)\n\n## A {#one}'
    const { json, warnings } = convert(markdown, 'A')
    assert.deepEqual(json.match(/"href":"[^"]*"/g), ['"href":"#"', '"href":"#A"', '"href":"#A"'])
    assert.deepEqual(warnings, [`${removed}:1`])
  })

  test('takes the names along that writers gave to it', () => {
    const { json } = convert('<a id="top"></a>\n\n# A {#one}\n\n[a](#top) [b](#one)\n\n## B', 'A')
    assert.deepEqual(json.match(/"href":"[^"]*"/g), ['"href":"#"', '"href":"#"'])
  })
})
