/** Makes mostly well-formed Markdown: nested blocks and marks, and the edge cases of each construct. @module */
import fc from 'fast-check'

const words = [
  ...['a', 'b c', 'word ', '"q"', '\\', 'é', '👩', '\u0001', '&amp;', '&#32;', '&nbsp;'],
  ...['[toc]', '[[_TOC_]]', '{:toc}', '[', '{', '@', '](', '[!NOTE]', ':smile:', ':', '|', '!'],
  ...['$x$', '$5', '$$y$$', 'https://a.com/?a=b&c', 'x@y.z', '*', '_', '~', '`', '#', '\t'],
  ...[
    '<b>',
    '</b>',
    '<br>',
    '<!-- c -->',
    '![i](u)',
    '![i](u =3x4)',
    '{width=3}',
    ' =3x4)',
    '[^1]',
  ],
  ...['`c`', '``c`d``', '` `', '`a\\b"`', '[r]', '[t][r]'],
]
const addresses = [
  ...['https://b.c/d', 'https://b.c "t"', 'https://b.c "t\\"u"', 'HTTP://b', 'mailto:b@c', '//b'],
  ...['#b', '#', 'rel', '/abs', '', '<a b>', '?q', 'data:b'],
]
const blocks = [
  ...[
    '---',
    '***',
    '```\n\n```',
    '```js\na "b"\n```',
    '```js x\na\n```',
    '```js title="x"\na\n```',
  ],
  ...['```adf\n[]\n```', '```math\na\n```', '```c++\na\n```', '    code\n', '~~~\né\n~~~'],
  ...[
    '[r]: https://b "t"',
    '[r]: #b',
    '[^1]: note',
    'term\n: text',
    '$$\na\n$$',
    '[toc]',
    '*[toc*]',
  ],
  ...[
    '<div>\n',
    '</div>',
    '<details>\n',
    '</details>',
    '> [!NOTE]\n> a',
    '> [!note] T',
    '> ![i](u)',
  ],
  ...[
    '- [ ] a',
    '- [x] a\n- b',
    '-',
    '- \n- a',
    '0. a',
    '7) a\n8) b',
    '- - a',
    '- > a',
    '- # a',
    '- ---',
  ],
  ...[
    '>',
    '> # a',
    '> > a',
    '> ---',
    '- ```\n  a\n  ```',
    '+ a\n\n  b',
    '# a',
    'a\n===',
    '---\na: b\n---',
  ],
]

const sentence = fc.letrec<{ part: string; parts: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: fc.constantFrom(...words), weight: 3 },
    fc
      .tuple(fc.constantFrom('**', '*', '~~', '_'), tie('parts'))
      .map(([mark, inside]) => mark + inside + mark),
    fc
      .tuple(tie('parts'), fc.constantFrom(...addresses))
      .map(([inside, address]) => `[${inside}](${address})`),
  ),
  parts: joined(tie('part'), ['', ' ', '\n', '  \n']),
})).parts

const alignment = fc.constantFrom('---', ':-:', '--:', ':--')
const table = fc
  .tuple(
    fc.array(alignment, { minLength: 1, maxLength: 3 }),
    fc.array(fc.array(fc.oneof(fc.constant(''), sentence), { maxLength: 4 }), { maxLength: 3 }),
    fc.constantFrom('', 'h'),
  )
  .map(([alignments, rows, header]) =>
    [alignments.map(() => header), alignments, ...rows]
      .map((cells) => `|${cells.join('|').replaceAll('\n', ' ')}|`)
      .join('\n'),
  )

export const nestedMarkdown: fc.Arbitrary<string> = fc.letrec<{ block: string; blocks: string }>(
  (tie) => ({
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: sentence, weight: 3 },
      fc.constantFrom(...blocks),
      table,
      tie('blocks').map((inside) => indented('> ', inside, '> ')),
      joined(
        tie('blocks').map((inside) => indented('- ', inside, '  ')),
        ['\n'],
      ),
      joined(
        tie('blocks').map((inside) => indented('2. ', inside, '   ')),
        ['\n'],
      ),
    ),
    blocks: joined(tie('block'), ['\n', '\n\n']),
  }),
).blocks

function joined(parts: fc.Arbitrary<string>, separators: string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(parts, { minLength: 1, maxLength: 4 }), fc.constantFrom(...separators))
    .map(([list, separator]) => list.join(separator))
}

function indented(marker: string, text: string, indent: string): string {
  return marker + text.replaceAll('\n', `\n${indent}`)
}
