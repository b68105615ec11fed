/** The extension markdown-include-variants: `{* FILE ln[2:4] hl[3] title["…"] *}`, a file as code. @module */
import { posix } from 'node:path'
import { codeBlockOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { type Inclusion, readIncludes } from '../includes.ts'
import { textsOf } from '../lines-of.ts'
import { chosenLines } from './chosen-lines.ts'

/** https://github.com/tiangolo/markdown-include-variants */
export const mkdocsIncludedCode: Construct = {
  name: 'file that is included as code, or some lines of it',
  written: '{* notes.md ln[2:3] hl[2] title["Notes"] *}',
  becomes: '```md title="Notes"\ntwo\nthree\n```',
  sign: /\{\*/,
  read: (lines, context) => readIncludes(lines, context, { find: findCode }),
}

const code = /^(\s*)\{\*\s*([^\s{}*]{1,500})((?:\s[^{}]{0,1000})?)\*\}\s*$/

function findCode(text: string): Inclusion | undefined {
  const [found, before = '', address = '', options = ''] =
    (text.includes('{*') && code.exec(text)) || []
  if (found === undefined || !/[./]/.test(address)) return undefined
  const option = (name: string): string =>
    new RegExp(`\\b${name}\\[([^\\]]{0,300})\\]`).exec(options)?.[1] ?? ''
  const title = option('title').replace(/^["']|["']$/g, '')
  const language = posix.extname(address).slice(1)
  const info = title === '' ? language : `${language} title="${title}"`
  return {
    address,
    before,
    after: '',
    isRelative: false,
    choose({ text: all }) {
      const lines = chosenLines(all, option('ln')).trimEnd()
      return codeBlockOf(info, textsOf(lines), 1)
    },
  }
}
