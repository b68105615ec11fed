/** `![[Note]]`, `![[Note#Heading]]` and `![[Note#^block]]`: the text of other notes. @module */
import { githubSlug } from '../../adf/heading-names.ts'
import type { Construct, DialectContext, IncludedFile } from '../construct.ts'
import { headingWords } from '../heading-words.ts'
import { type Inclusion, readIncludes } from '../includes.ts'
import { kindsOf } from '../line.ts'
import { linesOf, textOfLines } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { type PageName, pageNameSource, readPageName } from './page-name.ts'

/** https://help.obsidian.md/embeds */
export const obsidianEmbeddedNotes: Construct = {
  name: 'note that is embedded, whole or in part; within a sentence a link to it',
  written: '![[setup#Setup]]',
  becomes: '# Setup\n\nSet up.',
  sign: /!\[\[/,
  read: (lines, context) =>
    readIncludes(lines, context, (text, kind) =>
      kind === 'text' && text.includes('![[') ? findNote(text, context) : undefined,
    ),
}

const pattern = new RegExp(`^((?:\\s|>|[-*+]\\s|\\d{1,9}[.)]\\s)*)!${pageNameSource}\\s*$`)

function findNote(text: string, context: DialectContext): Inclusion | undefined {
  const [found, before = '', ...groups] = pattern.exec(text) ?? []
  const name = found === undefined ? undefined : readPageName(groups)
  const address = name?.page ? context.findFile(name.page) : undefined
  if (name === undefined || address === undefined || !/\.(?:md|markdown)$/i.test(address))
    return undefined
  return {
    address: decodeURIComponent(address),
    before,
    after: '',
    isRelative: false,
    choose: (file) => choose({ ...file, text: rebaseLinks(file, context.path) }, name),
  }
}

function choose({ text }: IncludedFile, { headings, block }: PageName): string | undefined {
  if (block !== undefined) return blockOf(text, block)
  const heading = headings.at(-1)
  return heading === undefined ? text.trim() : sectionOf(text, githubSlug(heading))
}

const headingMarks = /^#{1,6}(?=\s)/

/** From its heading to the next one of its level. */
function sectionOf(text: string, slug: string): string | undefined {
  const lines = linesOf(text, 1)
  const kinds = kindsOf(lines)
  const levelAt = (index: number): number =>
    (kinds[index] === 'text' && headingMarks.exec(lines[index]?.text ?? '')?.[0].length) || 7
  const start = lines.findIndex(
    (one, index) => levelAt(index) < 7 && githubSlug(headingWords(one.text) ?? '') === slug,
  )
  if (start === -1) return undefined
  const level = levelAt(start)
  const end = lines.findIndex((_, index) => index > start && levelAt(index) <= level)
  return textOfLines(lines.slice(start, end === -1 ? lines.length : end)).trim()
}

/** The lines that end with the id: a paragraph, an item of a list, or what stands above the id. */
function blockOf(text: string, id: string): string | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  const mark = `^${id}`
  const end = lines.findIndex(
    (line) => line.trimEnd().endsWith(mark) && /(?:^|\s)\^[^\s^]+$/.test(line.trimEnd()),
  )
  if (end === -1) return undefined
  const shown = lines.slice(0, end + 1)
  shown[end] = (shown[end] as string).trimEnd().slice(0, -mark.length).trimEnd()
  while (shown.at(-1)?.trim() === '') shown.pop()
  const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)
  let start = shown.length - 1
  while (start > 0 && !isItem(shown[start] as string) && (shown[start - 1] as string).trim() !== '')
    start -= 1
  return shown.slice(start).join('\n').trim()
}
