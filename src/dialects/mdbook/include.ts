/** `{{#include FILE}}`, also with a range of lines or the name of an anchor. @module */
import type { Construct, DialectContext } from '../construct.ts'
import { kindsOf, type Line } from '../line.ts'

const directive = /\{\{#(?:include|rustdoc_include|playground)\s+([^{}]{1,500}?)\s*\}\}/

/** https://rust-lang.github.io/mdBook/format/mdbook.html#including-files */
export const mdbookInclude: Construct = {
  name: 'file that is included',
  written: '{{#include notes.md:2:3}}',
  becomes: 'those lines of the file',
  sign: /\{\{#(?:include|rustdoc_include|playground)\s/,
  read(lines, context) {
    const kinds = kindsOf(lines)
    return lines.flatMap((one, index) => {
      // In code as well: examples are kept in files that are tested.
      if (kinds[index] === 'front-matter' || one.text.includes('\\{{#')) return [one]
      return includeInto(one, context)
    })
  },
}

function includeInto(one: Line, context: DialectContext): readonly Line[] {
  const found = directive.exec(one.text)
  if (found === null) return [one]
  const [address = '', ...range] = (found[1] as string).split(/\s/)[0]?.split(':') ?? []
  const included = context.readInclude(address, one.line)
  if (included === undefined) return [one]
  const before = one.text.slice(0, found.index)
  const after = one.text.slice(found.index + found[0].length)
  const texts = chosenLines(included.text.replace(/\n$/, '').split(/\r?\n/), range)
  texts[0] = before + (texts[0] ?? '')
  texts.push((texts.pop() as string) + after)
  return texts.map((text) => ({ text, line: one.line }))
}

/** All lines, those of `:2`, `:2:10`, `:2:` and `::10`, or those of an anchor; never their marks. */
function chosenLines(lines: readonly string[], range: readonly string[]): string[] {
  const [from = '', to] = range
  if (from !== '' && !/^\d+$/.test(from)) return ofAnchor(lines, from)
  const start = from === '' ? 0 : Number(from) - 1
  const end = to === undefined && from !== '' ? start + 1 : to ? Number(to) : lines.length
  return lines.slice(start, end).filter((line) => !anchorMark.test(line))
}

const anchorMark = /\bANCHOR(?:_END)?:\s*[\w-]+/

function ofAnchor(lines: readonly string[], name: string): string[] {
  const isMark = (line: string, mark: string): boolean =>
    new RegExp(`\\b${mark}:\\s*([\\w-]+)`).exec(line)?.[1] === name
  const start = lines.findIndex((line) => isMark(line, 'ANCHOR')) + 1
  const end = lines.findIndex((line) => isMark(line, 'ANCHOR_END'))
  if (start === 0) return []
  return lines
    .slice(start, end === -1 ? lines.length : end)
    .filter((line) => !anchorMark.test(line))
}
