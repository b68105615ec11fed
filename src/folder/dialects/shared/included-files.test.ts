/** Files that are put in place of the lines that include them. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf } from '../../../../test/support/conversion/dialect-context.ts'
import type { DialectName } from '../dialects.ts'
import { readDialects } from '../read-dialects.ts'

function read(
  dialect: DialectName,
  document: string,
  context: Parameters<typeof readDialects>[2],
): string {
  return readDialects(document, [dialect], context).markdown
}

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
  for (const [fact, dialect, written, becomes, ...notices] of [
    [
      'lose their front matter',
      'mkdocs',
      '{% include "a.md" %}',
      '# A\n\n[b](b.md) ![c](/c.png) [d](https://d)',
    ],
    [
      'point their links from the page',
      'mkdocs',
      '{% include-markdown "in/a.md" %}',
      '# In\n\n[b](b.md) ![c](in/c.png) `[e](f)`\n\nmore',
    ],
    [
      'are named over many lines',
      'mkdocs',
      '{%\n  include-markdown "in/more.md"\n  heading-offset=1\n%}\nb',
      'more\nb',
    ],
    [
      'are named by braces, also in code',
      'mkdocs',
      '{!in/more.md!}\n\n```md\n  {! in/more.md !}\n```',
      'more\n\n```md\n  more\n```',
    ],
    [
      'are not read where braces name lines of them',
      'mkdocs',
      '{!code.py!lines=1 3}',
      '{!code.py!lines=1 3}',
      'syntax-shown {! … !}:1',
    ],
    [
      'are not read where braces in code name lines of them',
      'mkdocs',
      '```\n{! code.py [ln:1-3] !}\n```',
      '```\n{! code.py [ln:1-3] !}\n```',
      'syntax-shown {! … !}:2',
    ],
    [
      'are named by braces that may say something else',
      'mkdocs',
      '{! {!a!} \\{!code.py!} {!https://a.b!} {!a.b} {!a.b || c}',
      '{! {!a!} \\{!code.py!} {!https://a.b!} {!a.b} {!a.b || c}',
    ],
    [
      'keep the indentation of their line',
      'gitbook',
      '- {% include "a.md" %}',
      '- # A\n\n  [b](b.md) ![c](/c.png) [d](https://d)',
    ],
    ['stand in code', 'mkdocs', '```\n--8<-- "code.py:part"\n```', '```\ntwo\n```'],
    [
      'are not read in code between bare marks',
      'mkdocs',
      '```\n--8<--\na.md\n--8<--\n```',
      '```\n--8<--\na.md\n--8<--\n```',
      'syntax-shown --8<--:2',
    ],
    ['are of some lines', 'mkdocs', '--8<-- "code.py:1:1,-1:"', 'one\nthree'],
    ['are named in a block', 'mkdocs', '--8<--\nin/more.md\n; a.md\n--8<--\nb', 'more\nb'],
    [
      'are left out behind a semicolon',
      'mkdocs',
      '--8<-- "; a.md"',
      '--8<-- "; a.md"',
      'syntax-shown --8<--:1',
    ],
    [
      'are not fetched',
      'mkdocs',
      '--8<-- "https://a.b/c"',
      '--8<-- "https://a.b/c"',
      'syntax-shown --8<--:1',
    ],
    ['are noticed when they are missing', 'mkdocs', '--8<-- "x.md"', '', 'include-missing x.md:1'],
    [
      'are noticed when their part is missing',
      'mkdocs',
      'a\n--8<-- "code.py:x"',
      'a\n',
      'include-missing code.py:2',
    ],
    [
      'include themselves no second time',
      'mkdocs',
      '--8<-- "circle.md"',
      'x\n\n',
      'include-missing circle.md:1',
    ],
    ['are bounded', 'mkdocs', '--8<-- "large.md"', '', 'include-too-much 4 MiB:1'],
  ] as const) {
    test(fact, () => {
      const noticed: string[] = []
      assert.equal(read(dialect, written, contextOf(files, noticed)), becomes)
      assert.deepEqual(noticed, notices)
    })
  }

  test('include others ten levels deep', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`${at}.md`, `${at}\n--8<-- "${at + 1}.md"`]),
    )
    const markdown = read('mkdocs', '--8<-- "0.md"', contextOf(chain))
    assert.equal(markdown, '0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n')
  })

  test('are as many on one line of code as stand there', () => {
    const line = '{!in/more.md!} and '.repeat(5_000)
    const markdown = read('mkdocs', `\`\`\`\n${line}\n\`\`\``, contextOf(files))
    assert.equal(markdown, `\`\`\`\n${'more and '.repeat(5_000)}\n\`\`\``)
  })

  test('are bounded together', () => {
    const half = { 'half.md': 'x'.repeat(1024 * 1024) }
    const markdown = read('mkdocs', '--8<-- "half.md"\n'.repeat(10), contextOf(half))
    assert.equal(markdown.match(/x{1024}/g)?.length, 4 * 1024)
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
    read('mkdocs', circle['0.md'] ?? '', { ...context, readInclude })
    assert.ok(reads < 2_000, `${reads} reads`)
    assert.equal(noticed.filter((one) => one.startsWith('include-too-much')).length, 1)
    assert.ok(noticed.length < 20, `${noticed.length} notices`)
  })
})
