/** What Obsidian writes, in every place where it may stand. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf } from '../../../../test/support/conversion/dialect-context.ts'
import { readDialects } from '../read-dialects.ts'

const files: Readonly<Record<string, string>> = {
  'Note A.md':
    '---\na: b\n---\n# A\n\nFirst ^one\n\n## Part two\n\nb\n\n```\n## No\n```\n### Inner\n\nc\n\n## Three\n\n- d\n- e\n  f ^item\n\n| g |\n|---|\n\n^table\n',
  'in/b.md': '![[Note A#^one]] [c](c.md)',
  'in/pic (1).png': '',
  'circle.md': 'x\n![[circle]]',
}

function read(document: string, noticed: string[] = [], others = files): string {
  const findFile = (name: string): string | undefined => {
    const path = Object.keys(others).find((one) =>
      `/${one.replace(/\.md$/, '')}`.endsWith(`/${name}`),
    )
    return path && encodeURI(path)
  }
  const context = { ...contextOf(others, noticed), findFile }
  return readDialects(document, ['obsidian'], context).markdown
}

const cases: readonly [fact: string, written: string, becomes: string][] = [
  ['links to a page', '[[Note A]]', '[Note A](Note%20A.md)'],
  ['links to a heading in a heading', '[[Note A#A#Part two|x]]', '[x](Note%20A.md#part-two)'],
  ['links within the page', '[[#Part two]] [[#^one]]', '[Part two](#part-two) [one](#^one)'],
  [
    'links to a heading with code',
    '[[#`a` b]] [[Note A#`c`|`d`]]',
    '[a b](#a-b) [`d`](Note%20A.md#c)',
  ],
  ['links to a block', '[[Note A#^one]]', '[Note A](Note%20A.md#^one)'],
  ['links in a table', '| [[Note A\\|x]] |', '| [x](Note%20A.md) |'],
  ['links with code as words', '[[Note A|`x` *y*]]', '[`x` *y*](Note%20A.md)'],
  [
    'links to what is not there',
    '[[x/No (where)]] [[f.pdf]]',
    '[x/No (where)](x/No%20%28where%29.md) [f.pdf](f.pdf)',
  ],
  ['images', '![[pic (1).png]]', '![pic (1).png](in/pic%20%281%29.png)'],
  [
    'images with their size',
    '![[pic (1).png|20x30]] ![[pic (1).png|a|20]]',
    '![pic (1).png](in/pic%20%281%29.png){width=20 height=30} ![a](in/pic%20%281%29.png){width=20}',
  ],
  ['other files', '![[f.pdf#page=2]]', '[f.pdf > page=2](f.pdf#page2)'],
  ['notes that are embedded', '![[b]]', '[Note A](Note%20A.md#^one) [c](in/c.md)'],
  [
    'sections that are embedded',
    '![[Note A#Part two]]',
    '## Part two\n\nb\n\n```\n## No\n```\n### Inner\n\nc',
  ],
  ['links to blocks that are embedded', '![[Note A#^one]]', '[Note A](Note%20A.md#^one)'],
  ['notes within a sentence', 'a ![[Note A]]', 'a [Note A](Note%20A.md)'],
  [
    'ids of blocks',
    '- a ^b\n- c ^d\n\n^e',
    '- a <a id="^b"></a>\n- c <a id="^d"></a>\n\n<a id="^e"></a>',
  ],
  ['callouts of any type', '> - > [!X y]\n>   > a', '> - > [!NOTE] X y\n>   > a'],
  ['cautions, which are warnings', '> [!caution]- ', '> [!warning]- Caution'],
  ['callouts that are known', '> [!NOTE|wide]+ T', '> [!NOTE]+ T'],
  ['comments', '%%a --> b%% `%%c%%`\n%% d\n\ne %%', '<!--a -- > b--> `%%c%%`\n<!-- d\n\ne -->'],
  ['highlights', '==a [[Note A]]==', '<mark>a [Note A](Note%20A.md)</mark>'],
  ['footnotes', 'a^[b] c^[d]', 'a[^inline-1] c[^inline-2]\n\n[^inline-1]: b\n\n[^inline-2]: d'],
]

const untouched = [
  '[[]] [[ [[|a]] [[_TOC_]] \\[[Note A]]',
  '![[]] ![[',
  'x ^2\nand more',
  '%% without its end\n\na',
  '#tag [^1] a^2 50%%',
  '> [!NOTE] T\n> a',
]

describe('Obsidian', () => {
  for (const [fact, written, becomes] of cases) {
    test(`reads ${fact}`, () => assert.equal(read(written), becomes))
  }

  for (const written of untouched) {
    test(`leaves ${written.replaceAll('\n', ' ')}`, () => assert.equal(read(written), written))
  }

  test('embeds another part of the same note', () => {
    const note = '# A\n\n## B\n\nb\n\n## C\n\n![[page#B]]\n\n## D\n\n![[page#D]]\n'
    assert.equal(
      read(note, [], { 'page.md': note }),
      '# A\n\n## B\n\nb\n\n## C\n\n## B\n\nb\n\n## D\n\n## D\n\n[page > D](page.md#d)\n',
    )
  })

  test('embeds no note in itself', () => {
    const noticed: string[] = []
    assert.equal(read('![[circle]]', noticed), 'x\n[circle](circle.md)')
    assert.deepEqual(noticed, ['include-missing circle.md:1'])
  })
})
