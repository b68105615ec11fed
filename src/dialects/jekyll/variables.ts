/** Liquid's variables in addresses: `{{ site.baseurl }}/a`, `{{ "/a" | relative_url }}`. @module */
import type { Construct } from '../construct.ts'
import { mapText, replaceOutsideCode } from '../line.ts'

const root = /\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g
const filtered =
  /\{\{-?\s*(["'])([^"'{}]{1,1000})\1\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.(?:baseurl|url))(?:\s*\|[^{}]{0,200})?\s*-?\}\}/g

/** An address of the site begins at its root. */
export const jekyllVariables: Construct = {
  name: 'address of the site',
  written: '[A]({{ "/guide/a" | relative_url }}), [b]({{ site.baseurl }}/guide/b)',
  becomes: '[A](/guide/a), [b](/guide/b)',
  sign: /\{\{-?\s*(?:site\.(?:baseurl|url)|["'])/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('{{')) return text
      const rooted = replaceOutsideCode(text, filtered, ([, , path = '']) => path)
      return replaceOutsideCode(rooted, root, () => '')
    }),
}
