/** Alerts and admonitions in each notation. @module */
import { describe, test } from 'node:test'
import {
  type Expected,
  li,
  node,
  p,
  panel,
  refusedOrSound,
  same,
  t,
  ul,
  warned,
} from '../../test/support/conversion/conversion-cases.ts'

const expand = (title: string) => node('expand', { title })

const note = (title: string) => panel('info')(p(t(title, 'strong')), p('a'))
const caution = (title: string) => panel('warning')(p(t(title, 'strong')), p('a'))

const cases: readonly [fact: string, markdown: string, ...expected: Expected[]][] = [
  ["shows GitHub's note", '> [!NOTE]\n> a', panel('info')(p('a'))],
  ["shows GitHub's tip", '> [!TIP]\n> a', panel('tip')(p('a'))],
  [
    "names GitHub's caution",
    '> [!CAUTION]\n> a',
    panel('error')(p(t('Caution', 'strong')), p('a')),
  ],
  ['takes the caution of containers for a warning', ':::caution\na\n:::', caution('Caution')],
  ['takes an indented caution for a warning', '!!! caution\n    a', caution('Caution')],
  ['takes a caution with a title for a warning', ':::caution[T]\na\n:::', caution('T')],
  ['keeps the word info', '!!! info\n    a', panel('info')(p(t('Info', 'strong')), p('a'))],
  ['keeps an alert without words', '> [!NOTE]', panel('info')(p())],
  ['reads a marker with a hard break', '> [!NOTE]  \n> a', panel('info')(p('a'))],
  [
    'keeps the title that Obsidian allows, with its formatting',
    '> [!note] A *b*\n> c',
    panel('info')(p(t('A ', 'strong'), t('b', 'strong', 'em')), p('c')),
  ],
  [
    'is what a sentence beside its marker says',
    '> [!NOTE] A *b*.',
    panel('info')(p('A ', t('b', 'em'), '.')),
  ],
  [
    'is what a sentence with code beside its marker says',
    '> [!NOTE] A `b` c!',
    panel('info')(p('A ', t('b', 'code'), ' c!')),
  ],
  ['has a sentence beside the marker above a text as its title', '> [!NOTE] A.\n> a', note('A.')],
  [
    'has a sentence beside the marker above a list as its title',
    '> [!NOTE] A.\n>\n> - b',
    panel('info')(p(t('A.', 'strong')), ul(li(p('b')))),
  ],
  ['has words beside the marker as its title', '> [!NOTE] A', panel('info')(p(t('A', 'strong')))],
  ['folds below a sentence beside its marker', '> [!NOTE]- A.', expand('A.')(p())],
  ['makes a foldable alert an expand', '> [!tip]- T\n> a', expand('T')(p('a'))],
  ['titles a foldable alert by its kind', '> [!tip]+\n> a', expand('Tip')(p('a'))],
  ['leaves a quote with an unknown marker alone', '> [!foo] a', node('blockquote')(p('[!foo] a'))],
  [
    'keeps blocks inside a container of colons',
    ':::note\na\n\n- b\n:::\nc',
    panel('info')(p('a'), ul(li(p('b')))),
    p('c'),
  ],
  [
    'takes a container in a container apart',
    '::::tip\na\n:::note\nb\n:::\nc\n::::',
    panel('tip')(p('a'), p(t('Note', 'strong')), p('b'), p('c')),
  ],
  ['makes details an expand', '::: details T\na\n:::', expand('T')(p('a'))],
  ['leaves a container open to the end as text', ':::note\na', p(':::note a')],
  ['leaves an unknown container as text', ':::foo\n\na\n\n:::', p(':::foo'), p('a'), p(':::')],
  ['leaves code alone', '```\n:::note\n:::\n```', node('codeBlock')(t(':::note\n:::'))],
  [
    'closes no container inside code',
    ':::note\n~~~\n:::\n~~~\n:::',
    panel('info')(node('codeBlock')(t(':::'))),
  ],
  [
    'lifts a container out of a list',
    '- a\n\n  :::note\n  b\n  :::\n- c',
    ul(li(p('a'))),
    panel('info')(p('b')),
    ul(li(p('c'))),
  ],
  [
    'keeps an indented admonition with its title',
    '!!! warning "T"\n    a\n\n    - b\n\nc',
    panel('warning')(p(t('T', 'strong')), p('a'), ul(li(p('b')))),
    p('c'),
  ],
  ['keeps one indented by tabs', '!!! note\n\ta', panel('info')(p('a'))],
  [
    'keeps lines that are less indented than the marks',
    '  :::tip\nab\n\n\tc\n  :::',
    panel('tip')(p('ab'), p('c')),
  ],
  [
    'keeps blank lines of code in several of them',
    '- a\n\n  :::note\n\n  :::note\n\n  ```\n  b\n\n  c\n  ```\n\n  :::\n\n  :::',
    ul(li(p('a'))),
    panel('info')(p(t('Note', 'strong')), node('codeBlock')(t('b\n\nc'))),
  ],
  ['makes a foldable one an expand', '??? note "T"\n    a', expand('T')(p('a'))],
  [
    'keeps code inside an indented admonition',
    '!!! note\n\n        a\n',
    panel('info')(node('codeBlock')(t('a'))),
  ],
  [
    'resolves references across its border',
    ':::note\n[a]\n:::\n\n[a]: /u',
    panel('info')(p(t('a', { type: 'link', attrs: { href: '/u' } }))),
  ],
]

describe('alerts and admonitions', () => {
  for (const [fact, markdown, ...expected] of cases) {
    test(fact, () => same(markdown, ...expected))
  }

  for (const info of ['note T', ' note T', 'note[T]', '{.note title="T"}', 'note{title="T"}']) {
    test(`keep the title of ${info}`, () => same(`:::${info}\na\n:::`, note('T')))
  }

  test('keep the lines of warnings', () => {
    warned(
      ':::note\n\na\n\n<!-- c -->\n:::\n\n!!! tip\n    <!-- d -->',
      'html-comment-dropped:5',
      'html-comment-dropped:9',
    )
  })

  test('keep the lines of what follows their first', () => {
    warned('> [!NOTE]\n> a **`b`** c', 'mark-dropped:2')
    warned('> [!NOTE] a `b` c\n> d\n\n`e`\n: f\n\n<dl><dt>g <code>h</code></dt></dl>')
    warned('> [!NOTE] a\n> b **`c`**\n> d\n>\n> e **`f`**', 'mark-dropped:2', 'mark-dropped:5')
  })

  test('keep their kind where they cannot stand, unless they have a title', () => {
    same(
      '> [!NOTE]\n> a\n>\n> > [!WARNING]\n> > b',
      panel('info')(p('a'), p(t('Warning', 'strong')), p('b')),
    )
    same(
      '> [!NOTE]\n> a\n>\n> > [!TIP] T `c`\n> > b',
      panel('info')(p('a'), p(t('T ', 'strong'), t('c', 'code')), p('b')),
    )
  })

  test('warn when one stands inside another', () => {
    warned('> [!NOTE]\n> a\n>\n> > [!TIP]\n> > b', 'panel-flattened:4')
  })

  for (const [name, markdown] of [
    ['backticks', `:::note\n${'`'.repeat(60_000)}x\``],
    ['braces', `:::note ${'{'.repeat(60_000)}`],
  ] as const) {
    test(`are read in many ${name}`, () => refusedOrSound(markdown))
  }
})
