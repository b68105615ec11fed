/** Blocks whose content is indented: notes, notes that fold, and tabs. @module */
import { findAlertType } from '../../convert/alert-types.ts'
import { nameInWords } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { readWithQuotes } from '../quotes.ts'
import { type IndentedBlock, readIndentedBlocks } from './indented-blocks.ts'

/** https://python-markdown.github.io/extensions/admonition/ */
export const mkdocsAdmonitions: Construct = {
  name: 'admonition, of any type',
  written: '!!! pied-piper inline end "A *title*"\n    Text',
  becomes: ':::note[A *title*]\nText\n:::',
  sign: /!!!/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findAdmonition)),
}

const admonition = /^!!! ?([a-z][\w-]*)(?: +[\w-]+)*(?: +"(.*)")?$/i

function findAdmonition(text: string): IndentedBlock | undefined {
  const [, type, title] = (text.startsWith('!!!') && admonition.exec(text)) || []
  return type === undefined ? undefined : { kind: 'admonition', type, title }
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/details/ */
export const mkdocsFoldableAdmonitions: Construct = {
  name: 'admonition that folds',
  written: '???+ tip "Title"\n    Text',
  becomes: '<details><summary>Title</summary>\n\nText\n\n</details>',
  sign: /\?\?\?/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findFoldable)),
}

const foldable = /^\?\?\?\+? *([a-z][\w-]*)?(?: +[\w-]+)*(?: *"(.*)")?$/i

function findFoldable(text: string): IndentedBlock | undefined {
  const [, type = '', title = ''] = (text.startsWith('???') && foldable.exec(text)) || []
  const label = title || findAlertType(type)?.title || nameInWords(type)
  return label === '' ? undefined : { kind: 'details', label }
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/tabbed/ */
export const mkdocsTabs: Construct = {
  name: 'tabs',
  written: '=== "One"\n    Text\n=== "Two"\n    More',
  becomes:
    '<details name=tabs><summary>One</summary>\n\nText\n\n</details>\n\n<details name=tabs><summary>Two</summary>\n\nMore\n\n</details>',
  sign: /===[!+]* +"/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findTab)),
}

const tab = /^===(?:!|\+|!\+|\+!)? +"(.*)"$/

function findTab(text: string): IndentedBlock | undefined {
  const [, label] = (text.startsWith('===') && tab.exec(text)) || []
  return label === undefined ? undefined : { kind: 'tab', label: label.replaceAll('\\"', '"') }
}
