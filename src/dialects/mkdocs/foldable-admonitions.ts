/** `??? type "Title"`, above indented content. @module */
import { findAlertType } from '../../convert/alert-types.ts'
import { nameInWords } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { readWithQuotes } from '../quotes.ts'
import { type IndentedBlock, readIndentedBlocks } from './indented-blocks.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/details/ */
export const mkdocsFoldableAdmonitions: Construct = {
  name: 'admonition that folds',
  written: '???+ tip "Title"\n    Text',
  becomes: '<details><summary>Title</summary>\n\nText\n\n</details>',
  sign: /\?\?\?/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findFoldable)),
}

const opening = /^\?\?\?\+? *([a-z][\w-]*)?(?: +[\w-]+)*(?: *"(.*)")?$/i

function findFoldable(text: string): IndentedBlock | undefined {
  const [, type = '', title = ''] = (text.startsWith('???') && opening.exec(text)) || []
  const label = title || findAlertType(type)?.title || nameInWords(type)
  return label === '' ? undefined : { kind: 'details', label }
}
