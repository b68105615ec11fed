/** `^id` behind a paragraph: the name by which links find it. @module */
import type { Construct } from '../construct.ts'
import { kindsOf } from '../line.ts'

/** https://help.obsidian.md/links#Link+to+a+block+in+a+note */
export const obsidianBlockIds: Construct = {
  name: 'name of a block',
  written: 'A paragraph. ^my-id',
  becomes: 'A paragraph. <a id="^my-id"></a>',
  sign: /(?:^|[ \t])\^[a-z\d-]+[ \t]*$/im,
  read(lines) {
    const kinds = kindsOf(lines)
    return lines.map((one, index) => {
      const next = lines[index + 1]?.text ?? ''
      // Elsewhere it may be a power.
      const isEnd = /^[\s>]*(?:$|(?:[-*+]|\d{1,9}[.)])\s)/.test(next)
      if (kinds[index] !== 'text' || !isEnd || !one.text.includes('^')) return one
      return { ...one, text: one.text.replace(id, '$1<a id="^$2"></a>') }
    })
  },
}

const id = /(^[\s>]*|[ \t])\^([a-z\d-]{1,100})[ \t]*$/i
