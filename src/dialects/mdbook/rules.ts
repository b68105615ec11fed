/** Rules of a specification: places with names, which links of all chapters use as addresses. @module */
import type { Construct } from '../construct.ts'
import { type Line, mapText, replaceMatches } from '../line.ts'

const rule = /^r\[([\w.-]{1,200})\]\s*$/
/** A name in place of an address, in a link or a definition. */
const address = /(\]\(|^ {0,3}\[[^\][]{1,200}\]:\s*)([a-z][\w-]*(?:\.[\w-]+)*)(?=\)|\s*$)/gi
/** A name in place of a definition's. */
const label = /\[([a-z][\w-]*(?:\.[\w-]+)*)\](?![:([])/gi
const definition = /^ {0,3}\[([^\][]{1,200})\]:/

/** https://github.com/rust-lang/reference/tree/master/tools/mdbook-spec */
export const mdbookRules: Construct = {
  name: 'name of a rule, and links to it',
  written: 'r[boats.row]\n\nSee [that](setup.first).',
  becomes: '<a id="r-boats.row"></a>\n\nSee [that](guide/setup.md).',
  // A chapter without rules of its own may define links to those of others.
  sign: /^r\[[\w.-]+\]|^ {0,3}\[[^\][\n]{1,200}\]: *[a-z][\w-]*(?:\.[\w-]+)+\s*$/im,
  read(lines, context) {
    const defined = new Set<string>()
    const named = new Map<string, string>()
    mapText(lines, (text) => {
      const [, name] = definition.exec(text) ?? []
      if (name !== undefined) defined.add(name.toLowerCase())
      return text
    })
    const read = mapText(lines, (text) => {
      const [, name] = rule.exec(text) ?? []
      if (name !== undefined) return `<a id="r-${name}"></a>`
      for (const [, found = ''] of text.matchAll(label)) {
        const page = defined.has(found.toLowerCase()) ? undefined : context.findUid(found)
        if (page !== undefined) named.set(found, page.address)
      }
      return replaceMatches(text, address, ([written, before = '', found = '']) => {
        const page = context.findUid(found)
        return page === undefined ? written : before + page.address
      })
    })
    const last = lines.at(-1)?.line ?? 1
    const definitions = [...named].map(
      ([name, to]): Line => ({ text: `[${name}]: ${to}`, line: last }),
    )
    return definitions.length === 0 ? read : [...read, { text: '', line: last }, ...definitions]
  },
}
