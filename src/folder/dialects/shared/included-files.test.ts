/** Files that are put in place of the lines that include them. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf, readWith } from '../../../../test/support/conversion/dialect-context.ts'
import { gitbookIncludedFiles } from '../gitbook/gitbook.ts'
import {
  mkdocsIncludedFiles,
  mkdocsIncludedFilesInCode,
  mkdocsIncludedParts,
  mkdocsSnippets,
  mkdocsSnippetsInCode,
} from '../mkdocs/included-files.ts'

const files = {
  'a.md': '---\ntitle: A\n---\n# A\n\n[b](b.md) ![c](/c.png) [d](https://d)\n',
  'in/a.md': '# In\n\n[b](../b.md) ![c](c.png) `[e](f)`\n\n{% include "./more.md" %}\n',
  'in/more.md': 'more',
  'circle.md': 'x\n{% include "circle.md" %}\n--8<-- "circle.md"\n',
  'code.py': 'one\n# --8<-- [start:part]\ntwo\n# --8<-- [end:part]\nthree\n',
  'deep.md': '{% include "deeper.md" %}',
  'large.md': 'x'.repeat(5 * 1024 * 1024),
}

describe('included files', () => {
  for (const [fact, construct, written, becomes, ...notices] of [
    [
      'lose their front matter',
      mkdocsIncludedFiles,
      '{% include "a.md" %}',
      '# A\n\n[b](b.md) ![c](/c.png) [d](https://d)',
    ],
    [
      'point their links from the page',
      mkdocsIncludedFiles,
      '{% include-markdown "in/a.md" %}',
      '# In\n\n[b](b.md) ![c](in/c.png) `[e](f)`\n\nmore',
    ],
    [
      'are named over many lines',
      mkdocsIncludedFiles,
      '{%\n  include-markdown "in/more.md"\n  heading-offset=1\n%}\nb',
      'more\nb',
    ],
    [
      'are named by braces, also in code and with some of their lines',
      mkdocsIncludedFilesInCode,
      '```py\n  {! code.py [ln:1,5.1-5.3] !}\n```',
      '```py\n  one\n  three\n```',
    ],
    ['are named with their lines', mkdocsIncludedParts, '{!code.py!lines=1 3}', 'one\ntwo'],
    [
      'are named by braces that may say something else',
      mkdocsIncludedParts,
      '{! {!a!} \\{!code.py!} {!https://a.b!}',
      '{! {!a!} \\{!code.py!} {!https://a.b!}',
    ],
    [
      'keep the indentation of their line',
      gitbookIncludedFiles,
      '- {% include "a.md" %}',
      '- # A\n\n  [b](b.md) ![c](/c.png) [d](https://d)',
    ],
    ['stand in code', mkdocsSnippetsInCode, '```\n--8<-- "code.py:part"\n```', '```\ntwo\n```'],
    [
      'are not read in code between bare marks',
      mkdocsSnippetsInCode,
      '```\n--8<--\na.md\n--8<--\n```',
      '```\n--8<--\na.md\n--8<--\n```',
      'syntax-shown --8<--:2',
    ],
    ['are of some lines', mkdocsSnippets, '--8<-- "code.py:1:1,-1:"', 'one\nthree'],
    ['are named in a block', mkdocsSnippets, '--8<--\nin/more.md\n; a.md\n--8<--\nb', 'more\nb'],
    ['are left out behind a semicolon', mkdocsSnippets, '--8<-- "; a.md"', '--8<-- "; a.md"'],
    ['are not fetched', mkdocsSnippets, '--8<-- "https://a.b/c"', '--8<-- "https://a.b/c"'],
    [
      'are noticed when they are missing',
      mkdocsSnippets,
      '--8<-- "x.md"',
      '',
      'include-missing x.md:1',
    ],
    [
      'are noticed when their part is missing',
      mkdocsSnippets,
      'a\n--8<-- "code.py:x"',
      'a\n',
      'include-missing code.py:2',
    ],
    [
      'include themselves no second time',
      mkdocsSnippets,
      '--8<-- "circle.md"',
      'x\n{% include "circle.md" %}\n',
      'include-missing circle.md:1',
    ],
    ['are bounded', mkdocsSnippets, '--8<-- "large.md"', '', 'include-too-much 4 MiB:1'],
  ] as const) {
    test(fact, () => {
      const noticed: string[] = []
      assert.equal(readWith(construct, written, contextOf(files, noticed)), becomes)
      assert.deepEqual(noticed, notices)
    })
  }

  test('include others ten levels deep', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`${at}.md`, `${at}\n--8<-- "${at + 1}.md"`]),
    )
    const read = readWith(mkdocsSnippets, '--8<-- "0.md"', contextOf(chain))
    assert.equal(read, '0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n')
  })

  test('are as many on one line of code as stand there', () => {
    const line = '{!in/more.md!} and '.repeat(5_000)
    const read = readWith(mkdocsIncludedFilesInCode, `\`\`\`\n${line}\n\`\`\``, contextOf(files))
    assert.equal(read, `\`\`\`\n${'more and '.repeat(5_000)}\n\`\`\``)
  })

  test('are bounded together', () => {
    const half = { 'half.md': 'x'.repeat(1024 * 1024) }
    const read = readWith(mkdocsSnippets, '--8<-- "half.md"\n'.repeat(10), contextOf(half))
    assert.equal(read.match(/x{1024}/g)?.length, 4 * 1024)
  })

  test('that include themselves several times cost no more than they weigh', () => {
    const noticed: string[] = []
    const circle = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `${at}.md`,
        `--8<-- "${(at + 1) % 12}.md"\n`.repeat(4),
      ]),
    )
    let reads = 0
    const context = contextOf(circle, noticed)
    const readInclude: typeof context.readInclude = (...place) => {
      reads += 1
      return context.readInclude(...place)
    }
    readWith(mkdocsSnippets, circle['0.md'] ?? '', { ...context, readInclude })
    assert.ok(reads < 2_000, `${reads} reads`)
    assert.equal(noticed.filter((one) => one.startsWith('include-too-much')).length, 1)
    assert.ok(noticed.length < 20, `${noticed.length} notices`)
  })
})
