/** Readers of every dialect, from a file to the page that it makes. @module */
import { extname } from 'node:path'
import { MarkdownLimitError } from '../../../src/convert/markdown-limit-error.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import { parseMarkdown } from '../../../src/convert/parse-markdown.ts'
import type { IncludedFile } from '../../../src/folder-import/dialects/dialect-context.ts'
import {
  constructsOf,
  type DialectName,
  dialectNames,
} from '../../../src/folder-import/dialects/dialects.ts'
import { readDialects } from '../../../src/folder-import/dialects/read-dialects.ts'
import { readDocument } from '../../../src/folder-import/documents/read-document.ts'
import { contextOf } from '../conversion/dialect-context.ts'
import { type FamilyReader, tokensOf } from './family-reader.ts'
import { markdownTokens } from './markdown-tokens.ts'

const files = { 'notes.md': '# Notes\n\nSome words.\n', 'a.js': 'let a\n' }
const common = ['---\na: b\n---\n', '    ', '\n\n', '> ', '- ', '```\n', '`', '<!--', '-->', '\\']

const conversion = { read: converted, others: parseMarkdown }

export const dialectReaders: Readonly<Record<string, FamilyReader>> = {
  ...Object.fromEntries(
    dialectNames.flatMap((name) => {
      const tokens = [...tokensOf(examplesOf(name)), ...common]
      return [
        [`dialect ${name}`, { tokens, read: (text: string) => readAs(name, text) }],
        [
          `page of ${name}`,
          { ...conversion, tokens, prepare: (text: string) => readAs(name, text) },
        ],
        [`files of ${name}`, { tokens, read: (text: string) => readIncluding(name, text) }],
      ]
    }),
  ),
  outline: {
    tokens: ['[a](b)', '![a](b.png)', '<img src="', '{#a}', '[a]: b\n', ...markdownTokens],
    read: (text) => readDocument(text).addresses,
    others: parseMarkdown,
  },
  convert: { ...conversion, tokens: markdownTokens },
}

function examplesOf(name: DialectName): readonly string[] {
  return constructsOf([name], pathOf(name)).map(({ written }) => written)
}

function pathOf(name: DialectName): string {
  return name === 'mdx' ? 'page.mdx' : 'page.md'
}

function readAs(name: DialectName, text: string, context = contextOf(files)): string {
  const known = { ...context, path: pathOf(name), keepsLines: name === 'obsidian' }
  return readDialects(text, [name], known).markdown
}

const partExamples = [
  '<<< a.js#part',
  '<!--@include: ./b.md{1-9}-->',
  '<!--@include: ./b.md#part-->',
]

function readIncluding(name: DialectName, text: string): string {
  const readInclude = (path: string): IncludedFile => ({
    path: `part/file${extname(path)}`,
    text,
  })
  const document = [...examplesOf(name), ...partExamples].join('\n\n')
  return readAs(name, document, { ...contextOf(), readInclude })
}

function converted(text: string): unknown {
  try {
    return markdownToAdf(text)
  } catch (error) {
    if (error instanceof MarkdownLimitError || error instanceof RangeError) return undefined
    throw error
  }
}
