/** Files and images that notes show. @module */
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'
import { replaceAmongWords } from '../words.ts'
import { addressOf, type PageName, pageNameSource, readPageName, wordsOfName } from './wikilinks.ts'

/** https://help.obsidian.md/embeds */
export const obsidianEmbeddedFiles: Construct = {
  name: 'image with its size; link to any other file',
  written: '![[logo.png|A logo|200]] and ![[file.pdf]]',
  becomes: '![A logo|200](images/logo.png) and [file.pdf](file.pdf)',
  sign: /!\[\[/,
  read: (lines, context) =>
    mapText(lines, (text) => {
      if (!text.includes('![[')) return text
      return replaceAmongWords(text, pattern, ([written, ...groups]) => {
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

const pattern = new RegExp(`(?<!\\\\)!${pageNameSource}`, 'g')
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
export const obsidianWebImages: Construct = {
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
