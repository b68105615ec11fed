/** `![[Note]]`, `![[Note#Heading]]` and `![[Note#^block]]`: the text of other notes. @module */
import { githubSlug } from '../../adf/heading-names.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { type Inclusion, readIncludes } from '../includes.ts'
import { kindsOf, type Line } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { headingWords } from '../words.ts'
import { type PageName, pageNameSource, readPageName } from './wikilinks.ts'

/** https://help.obsidian.md/embeds */
export const obsidianEmbeddedNotes: Construct = {
  name: 'note that is embedded, whole or in part; within a sentence a link to it',
  written: '![[setup#Setup]]',
  becomes: '# Setup\n\nSet up.',
  sign: /!\[\[/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => (text.includes('![[') ? findNote(text, context) : undefined),
      isLink: true,
    }),
}

const pattern = new RegExp(`^((?:\\s|>|[-*+]\\s|\\d{1,9}[.)]\\s)*)!${pageNameSource}\\s*$`)

function findNote(text: string, context: ReadingContext): Inclusion | undefined {
  const [found, before = '', ...groups] = pattern.exec(text) ?? []
  const name = found === undefined ? undefined : readPageName(groups)
  const address = name?.page ? context.findFile(name.page) : undefined
  if (name === undefined || address === undefined || !/\.(?:md|markdown)$/i.test(address))
    return undefined
  return {
    address: decodeURIComponent(address),
    before,
    after: '',
    isFromPage: true,
    choose: (file) => choose(rebaseLinks(file, context), name),
  }
}

function choose(
  lines: readonly Line[],
  { headings, block }: PageName,
): readonly Line[] | undefined {
  if (block !== undefined) return blockOf(lines, block)
  const heading = headings.at(-1)
  return heading === undefined ? withoutBlankEnds(lines) : sectionOf(lines, githubSlug(heading))
}

const headingMarks = /^#{1,6}(?=\s)/

/** From its heading to the next one of its level. */
function sectionOf(lines: readonly Line[], slug: string): readonly Line[] | undefined {
  const kinds = kindsOf(lines)
  const levelAt = (index: number): number =>
    (kinds[index] === 'text' && headingMarks.exec(lines[index]?.text ?? '')?.[0].length) || 7
  const start = lines.findIndex(
    (one, index) => levelAt(index) < 7 && githubSlug(headingWords(one.text) ?? '') === slug,
  )
  if (start === -1) return undefined
  const level = levelAt(start)
  const end = lines.findIndex((_, index) => index > start && levelAt(index) <= level)
  return withoutBlankEnds(lines.slice(start, end === -1 ? lines.length : end))
}

/** The lines that end with the id: a paragraph, an item of a list, or what stands above the id. */
function blockOf(lines: readonly Line[], id: string): readonly Line[] | undefined {
  const mark = `^${id}`
  const end = lines.findIndex(
    ({ text }) => text.trimEnd().endsWith(mark) && /(?:^|\s)\^[^\s^]+$/.test(text.trimEnd()),
  )
  if (end === -1) return undefined
  const shown = lines.slice(0, end + 1)
  const last = lines[end] as Line
  shown[end] = { ...last, text: last.text.trimEnd().slice(0, -mark.length).trimEnd() }
  while (shown.at(-1)?.text.trim() === '') shown.pop()
  const textAt = (index: number): string => shown[index]?.text ?? ''
  const isItem = (text: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(text)
  let start = shown.length - 1
  while (start > 0 && !isItem(textAt(start)) && textAt(start - 1).trim() !== '') start -= 1
  return withoutBlankEnds(shown.slice(start))
}
