/** `Text^[a note]`: footnotes that are written where they belong. @module */
import type { Construct } from '../construct.ts'
import { type Line, mapText, replaceMatches } from '../line.ts'

/** https://help.obsidian.md/syntax#Footnotes */
export const obsidianInlineFootnotes: Construct = {
  name: 'footnote within a sentence',
  written: 'Text^[a note]',
  becomes: 'Text[^inline-1]\n\n[^inline-1]: a note',
  sign: /\^\[/,
  read(lines) {
    const notes: Line[] = []
    const text = mapText(lines, (written, line) => {
      if (!written.includes('^[')) return written
      return replaceMatches(written, footnote, ([, note = '']) => {
        const name = `[^inline-${notes.length / 2 + 1}]`
        notes.push({ text: '', line }, { text: `${name}: ${note}`, line })
        return name
      })
    })
    return [...text, ...notes]
  },
}

const footnote = /(?<!\[)\^\[([^[\]]{1,1000})\]/g
