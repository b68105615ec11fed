/** `[[Page]]`, `[[Page|Words]]`, `[[Page#Heading]]`: links to pages by their names. @module */
import type { Construct } from '../construct.ts'
import { type Line, mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'
import { addressOf, type PageName, pageNameSource, readPageName, wordsOfName } from './page-name.ts'

/** https://help.obsidian.md/links */
export const wikilinks: Construct = {
  name: 'link to a page by its name, or to a heading or block of it',
  written: '[[setup]], [[setup|Words]], [[setup#First steps]] and [[Nowhere]]',
  becomes:
    '[setup](guide/setup.md), [Words](guide/setup.md), [setup > First steps](guide/setup.md#first-steps) and [Nowhere](Nowhere.md)',
  sign: /\[\[/,
  read: (lines, context) => link(lines, (name) => addressOf(name, context)),
}

/** For sites that may write double brackets for something else. */
export const wikilinksToPages: Construct = {
  name: 'link to a page by its name, if there is one',
  written: '[[setup]], [[setup|Words]] and [[#First steps]]',
  becomes: '[setup](guide/setup.md), [Words](guide/setup.md) and [First steps](#first-steps)',
  sign: /\[\[/,
  read: (lines, context) =>
    link(lines, (name) => {
      const isThere = name.page === '' || context.findFile(name.page) !== undefined
      return isThere ? addressOf(name, context) : undefined
    }),
}

const pattern = new RegExp(`(?<![!\\\\])${pageNameSource}`, 'g')

function link(
  lines: readonly Line[],
  findAddress: (name: PageName) => string | undefined,
): readonly Line[] {
  return mapText(lines, (text) => {
    if (!text.includes('[[')) return text
    return replaceAmongWords(text, pattern, ([written, ...groups]) => {
      const name = readPageName(groups)
      const address = name && findAddress(name)
      return name && address ? `[${wordsOfName(name)}](${address})` : written
    })
  })
}
