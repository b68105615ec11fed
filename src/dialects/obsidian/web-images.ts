/** `![](https://…)`: a video or a post that is embedded, and images with nothing but a size. @module */
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'

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
