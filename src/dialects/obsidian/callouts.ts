/** `> [!my-type]- Title`: callouts of types that nobody else has. @module */
import { findAlertType } from '../../convert/alert-types.ts'
import { nameInWords } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'

/** https://help.obsidian.md/callouts */
export const obsidianCallouts: Construct = {
  name: 'callout of any type',
  written: '> [!recipe|wide]- A *title*\n> Text',
  becomes: '> [!note]- A *title*\n> Text',
  sign: />[ \t]*\[!/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('[!')) return text
      const [found, before = '', name = '', fold = '', title = ''] = marker.exec(text) ?? []
      if (found === undefined) return text
      const [type = ''] = name.split('|')
      if (findAlertType(type) !== undefined) return `${before}[!${type}]${fold}${title}`
      return `${before}[!note]${fold}${title.trim() === '' ? ` ${nameInWords(type.toLowerCase())}` : title}`
    }),
}

const marker = /^([\s>*+\d.)-]{0,200}>[ \t]{0,20})\[!([\p{L}\p{N}][^\]]{0,100})\]([+-]?)(.*)$/u
