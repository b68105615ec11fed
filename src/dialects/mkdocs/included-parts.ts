/** Parts of other files, and code of them. @module */
import { posix } from 'node:path'
import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf, codeInfo } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { type Inclusion, readIncludes } from '../includes.ts'

/** https://github.com/neurobin/mdx_include */
export const mkdocsIncludedParts: Construct = {
  name: 'file that is included by its name alone, or some lines of it',
  written: '{!> notes.md [ln:2-3] !}',
  becomes: 'two\nthree',
  sign: /\{!/,
  inCode: { written: '```\n{!> notes.md [ln:2-3] !}\n```', becomes: '```\ntwo\nthree\n```' },
  read: (lines, context) => readIncludes(lines, context, { find: findPart, inCode: 'always' }),
}

const part =
  /(?<!\\)\{![+>]*\s*([^\s{}!|[\]]{1,500})\s*(?:\[ln:([-\d.,\s]{1,200})\])?\s*(?:\|[^!{}]{0,200})?!(?:\s*lines=([-\d\s]{1,200}))?\}/

function findPart(text: string): Inclusion | undefined {
  const [written, address = '', ranges, listed = ''] =
    (text.includes('{!') && part.exec(text)) || []
  if (written === undefined || !/[./]/.test(address) || /^https?:/i.test(address)) return undefined
  const at = text.indexOf(written)
  return {
    address,
    before: text.slice(0, at),
    after: text.slice(at + written.length),
    isFromPage: true,
    choose: (file) => chosenLines(file.text, ranges ?? listed.trim().replace(/\s+/g, ',')),
  }
}

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
  const info = codeInfo(language, title || undefined)
  return {
    address,
    before,
    after: '',
    isFromPage: true,
    choose({ text: all }) {
      const lines = chosenLines(all, option('ln')).trimEnd()
      return codeBlockOf(info, splitLines(lines), 1)
    },
  }
}

/**
 * Choose lines by their numbers, from 1.
 * @param ranges Such as `2-4,7` or `2:4`, with columns behind a point, which are not looked at; empty
 * for all.
 */
function chosenLines(text: string, ranges: string): string {
  if (ranges.trim() === '') return text
  const lines = text.split(/\r?\n/)
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = '', to] = range.replace(/\.\d*/g, '').split(/[-:]/)
      const start = Number(from.trim() || 1)
      const end = to === undefined ? start : Number(to.trim() || lines.length)
      return lines.slice(Math.max(0, start - 1), end)
    })
    .join('\n')
}
