/** The extensions markdown-include and mdx_include: `{!FILE!}`, in code as well. @module */
import type { Construct } from '../construct.ts'
import { type Inclusion, readIncludes } from '../includes.ts'
import { chosenLines } from './chosen-lines.ts'

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
    isRelative: false,
    choose: (file) => chosenLines(file.text, ranges ?? listed.trim().replace(/\s+/g, ',')),
  }
}
