/** What Obsidian knows beyond Markdown. @module */
import { githubSlug } from '../../adf/heading-names.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { type Inclusion, readIncludes } from '../includes.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { embeds, formulaBlocks, highlights, inlineFootnotes } from '../shared-constructs.ts'
import { pagePrograms } from '../unknown-parts.ts'
import { headingWords, replaceAmongWords } from '../words.ts'
import { obsidianBlockIds, obsidianCallouts, obsidianComments, obsidianTaskMarks } from './marks.ts'
import {
  addressOf,
  type PageName,
  pageNameSource,
  readPageName,
  wikilinks,
  wordsOfName,
} from './wikilinks.ts'

/** https://help.obsidian.md/embeds */
const obsidianEmbeddedFiles: Construct = {
  name: 'image with its size; link to any other file',
  written: '![[logo.png|A logo|200]] and ![[file.pdf]]',
  becomes: '![A logo|200](images/logo.png) and [file.pdf](file.pdf)',
  sign: /!\[\[/,
  read: (lines, context) =>
    mapText(lines, (text) => {
      if (!text.includes('![[')) return text
      return replaceAmongWords(text, filePattern, ([written, ...groups]) => {
        const name = readPageName(groups)
        if (name === undefined) return written
        const address = addressOf(name, context)
        if (address === '') return written
        if (!isImage(name)) return linkTo(name, address)
        // In a table, a bare line would end the cell.
        const words = description(name)
        return `![${written.includes('\\|') ? words.replace('|', '\\|') : words}](${address})`
      })
    }),
}

const filePattern = new RegExp(`(?<!\\\\)!${pageNameSource}`, 'g')
const size = /^\d{1,5}(?:x\d{1,5})?$/

function isImage({ page }: PageName): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(page)
}

/** The size may stand behind other words. */
function description({ page, words }: PageName): string {
  if (words === undefined) return page.slice(page.lastIndexOf('/') + 1)
  return size.test(words) ? `${page.slice(page.lastIndexOf('/') + 1)}|${words}` : words
}

function linkTo(name: PageName, address: string): string {
  return `[${wordsOfName({ ...name, words: size.test(name.words ?? '') ? undefined : name.words })}](${address})`
}

/** https://help.obsidian.md/embed-web-pages */
const obsidianWebImages: Construct = {
  name: 'video or post of the web: a link; image of the web with its size',
  written: '![Talk](https://youtu.be/a) and ![300](https://example.com/a.png)',
  becomes: '[Talk](https://youtu.be/a) and ![|300](https://example.com/a.png)',
  sign: /!\[[^\][\n]*\]\(https?:/,
  read: (lines) =>
    mapText(lines, (text) => (text.includes('](http') ? replaceMatches(text, image, shown) : text)),
}

const image = /!\[([^\][]{0,500})\]\((https?:\/\/[^()\s]{1,2000})\)/g
const page = /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be|(?:www\.)?(?:twitter|x)\.com)\//i

function shown([written, words = '', address = '']: RegExpMatchArray): string {
  if (page.test(address)) return `[${words || address}](${address})`
  return /^\d{1,5}(?:x\d{1,5})?$/.test(words) ? `![|${words}](${address})` : written
}

/** https://help.obsidian.md/embeds */
const obsidianEmbeddedNotes: Construct = {
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

const notePattern = new RegExp(`^((?:\\s|>|[-*+]\\s|\\d{1,9}[.)]\\s)*)!${pageNameSource}\\s*$`)

function findNote(text: string, context: ReadingContext): Inclusion | undefined {
  const [found, before = '', ...groups] = notePattern.exec(text) ?? []
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

export const obsidianConstructs: readonly Construct[] = [
  obsidianEmbeddedNotes,
  formulaBlocks,
  obsidianEmbeddedFiles,
  obsidianWebImages,
  obsidianTaskMarks,
  wikilinks,
  obsidianBlockIds,
  obsidianComments,
  obsidianCallouts,
  highlights,
  embeds,
  pagePrograms,
  inlineFootnotes,
]
