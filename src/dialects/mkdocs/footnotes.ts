/** `[words][^1]`: a link by its words, and a footnote behind it. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://python-markdown.github.io/extensions/footnotes/ */
export const mkdocsFootnotes: Construct = {
  name: 'footnote behind a link by reference',
  written: '[Setup][^1]\n\n[Setup]: guide/setup.md\n[^1]: A note',
  becomes: '[Setup][][^1]\n\n[Setup]: guide/setup.md\n[^1]: A note',
  sign: /\]\[\^/,
  read(lines) {
    const names = new Set(lines.map(({ text }) => keyOf(definition.exec(text)?.[1] ?? '')))
    return mapText(lines, (text) =>
      text.includes('][^')
        ? replaceAmongWords(text, link, ([written, words = '']) =>
            names.has(keyOf(words)) ? `[${words}][]` : written,
          )
        : text,
    )
  },
}

const definition = /^ {0,3}\[([^\]^][^\]]{0,200})\]:/
const link = /(?<!\])\[([^\][^][^\][]{0,200})\](?=\[\^)/g

function keyOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}
