/** `=== "Tab"`, above indented content. @module */
import type { Construct } from '../construct.ts'
import { readWithQuotes } from '../quotes.ts'
import { type IndentedBlock, readIndentedBlocks } from './indented-blocks.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/tabbed/ */
export const mkdocsTabs: Construct = {
  name: 'tabs',
  written: '=== "One"\n    Text\n=== "Two"\n    More',
  becomes:
    '<details><summary>One</summary>\n\nText\n\n</details>\n\n<details><summary>Two</summary>\n\nMore\n\n</details>',
  sign: /===[!+]* +"/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findTab)),
}

const opening = /^===(?:!|\+|!\+|\+!)? +"(.*)"$/

function findTab(text: string): IndentedBlock | undefined {
  const [, label] = (text.startsWith('===') && opening.exec(text)) || []
  return label === undefined ? undefined : { kind: 'details', label: label.replaceAll('\\"', '"') }
}
