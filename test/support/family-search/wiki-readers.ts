/** What the wiki does with texts: comparing, searching, colouring, and reading bodies and images. @module */

import { placeFinder } from '../../../src/confluence/body/find-place.ts'
import { storageDialect } from '../../../src/confluence/storage/storage-dialect.ts'
import { parseStorage } from '../../../src/confluence/storage/storage-tree.ts'
import { markedHeadings, sectionedText, splitSections } from '../../../src/convert/adf/sections.ts'
import { sequenceChanges } from '../../../src/convert/compare/align.ts'
import { diffBlocks } from '../../../src/convert/compare/diff-blocks.ts'
import { mergeWords } from '../../../src/convert/compare/merge-words.ts'
import { adfToHtml } from '../../../src/convert/render/adf-to-html.ts'
import { grammarNames } from '../../../src/convert/render/html-code.ts'
import { sanitizeSvg } from '../../../src/convert/svg/sanitize-svg.ts'
import { readProgramValue } from '../../../src/folder/navigation/program-values.ts'
import { diffWords } from '../../../src/server/reader/history/compare-documents.ts'
import { indexWords, placedWords } from '../../../src/store/search/search-words.ts'
import { spellings } from '../../../src/store/search/spellings.ts'
import { excerpt } from '../../../src/wiki/pages/search/excerpt.ts'
import { type FamilyReader, tokensOf } from './growth.ts'

const words = ['a ', 'b ', 'c№ ', '  ', '\n', 'é', '漢字', 'ก', '. ', '\u0301', '<', '😀']
const svg = tokensOf([
  '<svg xmlns="http://www.w3.org/2000/svg"><g style="fill:url(#a)"><path d="M0 0"/></g>',
  '<style>.a{fill:red} @media x {}</style>',
  '<!-- a --><![CDATA[b]]><?c d?>&amp;&#1;<!DOCTYPE svg [',
  'style="a:b(c) url( \\" /* d"',
])
const storage = tokensOf([
  '<p>a <strong>b</strong></p><ac:structured-macro ac:name="code"><ac:parameter ac:name="l">x',
  '</ac:parameter><ac:plain-text-body><![CDATA[y]]></ac:plain-text-body></ac:structured-macro>',
  '<table><tbody><tr><td>&nbsp;&lt;</td></tr></tbody></table><br/><!-- z -->',
  '<ac:inline-comment-marker ac:ref="1">w</ac:inline-comment-marker><ul><li>e</li></ul><h2>f</h2>',
  '<ac:link><ri:page ri:content-title="g"/></ac:link><ac:image><ri:attachment ri:filename="h"/>',
  '</ac:image><ac:task-list><ac:task><ac:task-body>i</ac:task-body></ac:task></ac:task-list>',
])
const tex = tokensOf([
  '\\frac{a}{b}^2_3',
  '\\left( \\begin{matrix} a & b \\\\ c \\end{matrix} \\right)',
  '\\text{$x$}',
  '\\def\\a#1{#1#1}',
])
const code = tokensOf([
  'let a = `b$` // "d"',
  '/* e */ <f g="h">',
  "# i 'j' \\k",
  '#{l} <<M {{n}} $o',
  '@p(q) -> r::s<t>',
  '=begin\n"""u"""',
])

export const wikiReaders: Readonly<Record<string, FamilyReader>> = {
  'word diff': { tokens: words, read: (text) => diffWords(text, changed(text)) },
  'sequence changes': {
    tokens: words,
    read: (text) => sequenceChanges(text.split(' '), changed(text).split(' ')),
  },
  'comment places': { tokens: words, read: foundPlaces },
  'merge words': { tokens: words, read: (text) => mergeWords(text, changed(text), `${text}end`) },
  blocks: {
    tokens: ['<p>a</p>', '<p>b №</p>', '<p>c d e f</p>', '<hr/>', '<ul><li>x</li></ul>'],
    read: (text) =>
      diffBlocks(storageDialect.read(text).blocks, storageDialect.read(changed(text)).blocks),
  },
  'search words': { tokens: words, read: (text) => indexWords(text) },
  'search sections': { tokens: [...words, '\u001e', '\u001f'], read: searchedText },
  'search spellings': { tokens: words, read: (text) => spellings(text) },
  'search query': {
    tokens: words,
    read: (text) => excerpt(text, [...placedWords(text)].slice(0, 20)),
  },
  storage: { tokens: storage, read: (text) => tried(() => storageDialect.read(text)) },
  'storage tree': { tokens: storage, read: (text) => tried(() => parseStorage(text)) },
  svg: {
    tokens: svg,
    read: (text) => sanitizeSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${text}`)),
  },
  'svg whole': {
    tokens: svg,
    read: (text) =>
      sanitizeSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`)),
  },
  'program values': {
    tokens: [
      ...code,
      'sidebar',
      ': ',
      '[',
      ']',
      '{',
      '}',
      ',',
      "'a'",
      'const a = ',
      'b№ = [a, a]\n',
      '...a',
    ],
    read: (text) =>
      readProgramValue(`const a = 1\n${text}`, ['sidebar', 'sidebar:', 'export default']),
  },
  tex: { tokens: tex, read: (text) => shownCode('latex', text, true) },
  ...Object.fromEntries(
    grammarNames().map((name) => [
      `code ${name}`,
      { tokens: code, read: (text: string) => shownCode(name, text, false) },
    ]),
  ),
}

function searchedText(text: string): unknown {
  const heading = {
    type: 'heading',
    attrs: { level: 1 },
    content: [{ type: 'text', text }],
  } as const
  const written = `${sectionedText({ content: [heading] })}\n${text}`
  return [splitSections(written), markedHeadings(written)]
}

function foundPlaces(text: string): number[] {
  const find = placeFinder(text, changed(text))
  const [count, length] = [50, 6]
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * text.length) / count)
    return find(start, start + length)
  })
}

function changed(text: string): string {
  return `${text.slice(0, 40)}x ${text.slice(44, text.length / 2)}y z${text.slice(text.length / 2 + 7)}`
}

function shownCode(language: string, text: string, isFormula: boolean): string {
  const content = [{ type: 'text', text }]
  const block = isFormula
    ? { type: 'codeBlock', attrs: { language: 'latex' }, content }
    : { type: 'codeBlock', attrs: { language }, content }
  return adfToHtml({ version: 1, type: 'doc', content: [block] } as never)
}

function tried(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}
