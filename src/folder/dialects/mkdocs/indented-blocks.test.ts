/** Admonitions, parts that fold, and tabs of MkDocs: alone, and in one another. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['mkdocs'])

function details(label: string, content: string, attributes = ''): string {
  return `<details${attributes}><summary>${label}</summary>\n\n${content}\n\n</details>`
}

function tab(label: string, content: string): string {
  return details(label, content, ' name=tabs')
}

describe('indented blocks', () => {
  for (const [fact, written, becomes] of [
    ['are notes', '!!! note "T"\n    a\n\n    b\n\nc', '> [!NOTE] T\n> a\n>\n> b\n\nc'],
    [
      'are notes with marks in their titles',
      '!!! note "Press ++ctrl+c++ or `++a++` :material-check:"\n    a',
      '> [!NOTE] Press <kbd>Ctrl</kbd>+<kbd>C</kbd> or `++a++` ✓\n> a',
    ],
    [
      'are notes with backquotes in their titles',
      '!!! note "```a"\n    b',
      '> [!NOTE] \\`\\`\\`a\n> b',
    ],
    ['are parts that fold with marks', '??? tip "++a++ ==b=="\n    c', details('A b', 'c')],
    ['are tabs with marks', '=== "++ctrl+c++"\n    a', tab('Ctrl+C', 'a')],
    ['are notes without a title', '!!! note ""\n    a', '> [!NOTE]\n> a'],
    ['are notes of their own type', '!!! pied-piper\n    a', '> [!NOTE] Pied piper\n> a'],
    ['are notes that fold', '???+ bug\n    a', details('Bug', 'a')],
    ['are parts that fold', '??? "T"\n    a', details('T', 'a')],
    ['are notes that hold nothing', '!!! note\na', '> [!NOTE]\n\na'],
    ['are tabs', '===! "A & B"\n    a', tab('A &amp; B', 'a')],
    [
      'are tabs with code that does not end',
      '=== "A"\n    ```\n    a\n\n=== "B"\n    b',
      `${tab('A', '```\na\n\n```')}\n\n${tab('B', 'b')}`,
    ],
    [
      'stand in one another',
      '!!! note\n    === "A"\n\n        !!! tip\n            a\n\n    b',
      '> [!NOTE]\n> <details name=tabs><summary>A</summary>\n>\n> > [!TIP]\n> > a\n>\n> </details>\n>\n> b',
    ],
    [
      'stand in a list',
      '- a\n\n    === "A"\n\n        b\n\n    c\n- d',
      `- a\n\n    <details name=tabs><summary>A</summary>\n\n    b\n\n    </details>\n\n    c\n- d`,
    ],
    [
      'are words of the item that they begin',
      'a\n\n:   !!! tip\n\n        b\n\n- !!! note "C"\n\n        d\n\n        - e\n\nf',
      'a\n\n:   **Tip**\n\n    b\n\n- **C**\n\n    d\n\n    - e\n\nf',
    ],
    [
      'stand in a quote',
      '> === "A"\n>     a\n>\n> b',
      '> <details name=tabs><summary>A</summary>\n>\n> a\n>\n> </details>\n>\n> b',
    ],
    ['hold code', '=== "A"\n    ```\n    a\n      b\n    ```', tab('A', '```\na\n  b\n```')],
    [
      'hold code that looks like them',
      '=== "A"\n    ```\n    === "B"\n    ```',
      tab('A', '```\n=== "B"\n```'),
    ],
    ['are indented by tabs', '!!! note\n\ta\n\t\tb', '> [!NOTE]\n> a\n> \tb'],
    ['end with the document', '=== "A"\n    a\n', `${tab('A', 'a')}\n`],
  ] as const) {
    test(fact, () => assert.equal(read(written), becomes))
  }

  for (const [fact, written] of [
    ['in code', '```\n=== "A"\n    a\n!!! note\n    b\n```'],
    ['in front matter', '---\na: |\n  === "A"\n---\n'],
    ['that are headings', 'A\n===\n\n=== A'],
    ['that are exclamations', 'a !!!\n\n!!!\n\n??? \n\nwhat ???'],
  ] as const) {
    test(`leave lines as they are ${fact}`, () => assert.equal(read(written), written))
  }

  test('are read however deep they stand, and however many', () => {
    const deep = Array.from({ length: 300 }, (_, at) => `${' '.repeat(4 * at)}=== "A"`).join('\n')
    assert.equal(read(deep).match(/=== "A"/g)?.length, 260)
    const many = read('=== "A"\n    a\n'.repeat(10_000))
    assert.equal(many.match(/<\/details>/g)?.length, 10_000)
    assert.match(read(`=== "A"\n${'\n'.repeat(300_000)}    a`), /\na\n\n<\/details>$/)
  })
})
