/** Addresses with `?id=heading` or `#/page`, and what stands for the site where titles stand. @module */
import type { Construct } from '../construct.ts'
import { mapText, replaceMatches } from '../line.ts'

/** https://docsify.js.org/#/helpers */
export const docsifyAddresses: Construct = {
  name: 'address of a heading; settings of links and images: sizes stay',
  written: "[a](setup?id=first) [b](#/guide/setup) [c](d ':ignore') ![e](f.png ':size=50x100')",
  becomes: '[a](setup#first) [b](/guide/setup) [c](d) ![e](f.png){width=50 height=100}',
  sign: /\]\([^()\n]*(?:\?id=|#\/| ['"]:)/,
  read: (lines) =>
    mapText(lines, (text) =>
      text.includes('](') ? replaceMatches(text, link, ([, ...parts]) => shown(parts)) : text,
    ),
}

const link = /\]\(([^()\s]{0,1000})(?:[ \t]+(?:'([^'\n]{0,300})'|"([^"\n]{0,300})"))?\)/g

function shown([address = '', single, double]: readonly (string | undefined)[]): string {
  const said = single ?? double
  const place = address.replace(/^#(?=\/)/, '').replace(/\?id=(?=[^&]*$)/, '#')
  if (said === undefined) return `](${place})`
  const words = said.split(/\s+/)
  const title = words.filter((word) => !word.startsWith(':')).join(' ')
  if (title === said) return `](${place} "${title.replace(/["\\]/g, '\\$&')}")`
  const [, width, height] = /(?:^|\s):size=(\d{1,5}%?)(?:x(\d{1,5}))?/.exec(said) ?? []
  const size = [width && `width=${width}`, height && `height=${height}`].filter(Boolean).join(' ')
  return `](${place}${title && ` "${title.replace(/["\\]/g, '\\$&')}"`})${size && `{${size}}`}`
}
