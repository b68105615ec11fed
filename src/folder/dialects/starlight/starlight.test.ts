/** Astro's components and Starlight's asides, at their edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['starlight'])
const readMdx = readerOf(['starlight'], 'page.mdx')

describe('in MDX', () => {
  for (const [fact, document, expected] of [
    [
      'slots of tabs are tabs, whatever the component is called',
      '- a\n\n    <PackageTabs>\n      <Fragment slot="npm">\n      b\n      </Fragment>\n    </PackageTabs>',
      '- a\n\n    <details name=tabs><summary>npm</summary>\n\n    b\n\n    </details>',
    ],
    ['other slots are what they hold', '<Box>\n<Fragment slot="npm">a</Fragment>\n</Box>', 'a'],
    [
      'trees of files are lists',
      '<FileTree>\n- a/\n\n  - **b.md** c\n- …\n</FileTree>',
      '- a/\n\n  - **b.md** c\n- …',
    ],
    [
      'they may be made of components, in a list as well',
      '- <Files>\n    <Folder name="a" open>\n      <File name="b_c_.md" />\n    </Folder>\n    <File name="d" />\n  </Files>',
      '- - `a`\n    - `b_c_.md`\n  - `d`',
    ],
    ['files without a name are no files', '<Folder>a</Folder> <File />', 'a '],
    [
      'asides have kinds and titles',
      '<Aside type="caution" title="A">\n  b\n</Aside>\n\n<LinkCard title="C" href="/d" description="e" />',
      '> [!WARNING] A\n> b\n\n**[C](/d)**\n\ne',
    ],
    [
      'badges are words, and icons nothing',
      '<Badge text="New" variant="tip" /> a <Icon name="b" />',
      'New a ',
    ],
  ] as const) {
    test(fact, () => assert.equal(readMdx(document), expected))
  }
})

describe('in Markdown', () => {
  test('asides in quotes are alerts, without their icons', () => {
    assert.equal(read('> ::::note[A]{icon="a"}\n> b\n> ::::'), '> > [!NOTE] A\n> > b')
  })

  test('the front page has its words and buttons', () => {
    const above = '---\nhero:\n  title: A\n  tagline: b\n  actions: [{text: c, link: /d}]\n---'
    assert.equal(read(`${above}\ne`), `${above}\n\n**A**\n\nb\n\n[c](/d)\n\ne`)
  })

  test('components leave what they hold', () => {
    assert.equal(read('<FileTree>\n- a\n</FileTree>'), '- a')
  })
})
