/** Pieces of Markdown: of every construct, by the page that shows them all. @module */
import { readFileSync } from 'node:fs'
import { tokensOf } from './family-reader.ts'

const kitchenSink = readFileSync(new URL('../../fixtures/kitchen-sink.md', import.meta.url), 'utf8')

export const markdownTokens: readonly string[] = [
  ...['# a №\n\n', '[m](#a-№) ', '[^№]', '\n\n[^№]: t\n\n', '<a name="№"></a>', '\\\n', '  \n'],
  ...['---\na: b\n---\n', '    ', '\n\n', '> ', '- ', '```\n', '`', '<!--', '-->', '\\', '|-|\n'],
  ...[
    '![a](data:image/png;base64,iVBORw0KGgo=)',
    '[a](data:application/octet-stream;name=a%2Etxt;base64,YQ==)',
    '```adf\n[{"type":"rule"}]\n```\n\n',
    ':smile: ',
  ],
  ...[
    '---\ntitle: a b\n---\n\nc\n',
    'one two\\\nthree four\n',
    'a\n: b\n',
    '<dl><dt>',
    '<pre>',
    '</pre>',
  ],
  ...[
    '| f | g |\n|---|---|\n| h | i |\n\n',
    '<table><tr><td>',
    '</td></tr></table>',
    '<ul><li>',
    '<table><tr><td>a</td></tr></table>',
  ],
  ...[
    '<p align="center">',
    '</p>',
    '<span style="color: red">',
    '</span>',
    '<h2>',
    '</h2>',
    '</ul>',
  ],
  '<pre>two words</pre>',
  ...tokensOf(kitchenSink.split(/\n\n+/)),
]
