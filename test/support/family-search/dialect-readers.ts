/** Readers of every dialect, from a file to the page that it makes. @module */
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-adf.ts'
import { constructsOf, type DialectName, dialectNames } from '../../../src/dialects/dialects.ts'
import { readDialects } from '../../../src/dialects/read-dialects.ts'
import { readDocument } from '../../../src/folder-import/documents/read-document.ts'
import { contextOf } from '../conversion/dialect-lines.ts'
import { type FamilyReader, tokensOf } from './family-reader.ts'

const files = { 'notes.md': '# Notes\n\nSome words.\n', 'a.js': 'let a\n' }
const common = ['---\na: b\n---\n', '    ', '\n\n', '> ', '- ', '```\n', '`', '<!--', '-->', '\\']

/** By the name of the dialect; `convert` and `outline` read what `github` leaves as it is. */
export const dialectReaders: Readonly<Record<string, FamilyReader>> = {
  ...Object.fromEntries(dialectNames.map((name) => [`dialect ${name}`, readerOf(name)])),
  outline: {
    tokens: ['[a](b)', '![a](b.png)', '<img src="', '# ', '{#a}', '[a]: b\n', '|', ...common],
    read: (text) => readDocument(text).addresses(),
  },
  convert: {
    tokens: [
      '<div>',
      '</div>',
      '[^1]',
      '$',
      '$$',
      '|-|\n',
      ':::note\n',
      '<br>',
      '![a](b)',
      ...common,
    ],
    read: (text) => converted(text),
  },
}

function readerOf(name: DialectName): FamilyReader {
  const path = name === 'mdx' ? 'page.mdx' : 'page.md'
  const examples = constructsOf([name], path).map(({ written }) => written)
  return {
    tokens: [...tokensOf(examples), ...common],
    read: (text) => readDialects(text, [name], { ...contextOf(files), path }).markdown,
  }
}

function converted(text: string): unknown {
  try {
    return markdownToAdf(text)
  } catch (error) {
    if (error instanceof MarkdownLimitError || error instanceof RangeError) return undefined
    throw error
  }
}
