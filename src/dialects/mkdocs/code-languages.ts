/** `` `#!py range()` ``: code within a sentence that names its language, which a wiki does not colour. @module */
import { mapCode } from '../code-lines.ts'
import type { Construct } from '../construct.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/inlinehilite/ */
export const mkdocsCodeLanguages: Construct = {
  name: 'code of some language within a sentence',
  written: 'The function `#!py range()`',
  becomes: 'The function `range()`',
  sign: /`#!\w|` #!\w/,
  inCode: { written: '`#!py range()`', becomes: '`range()`' },
  read: (lines) =>
    mapCode(lines, (code, kind) => (kind === 'span' ? code.replace(language, '$1') : code)),
}

const language = /^(`+ ?)#![a-z][\w+-]{0,30} +(?=\S)/i
