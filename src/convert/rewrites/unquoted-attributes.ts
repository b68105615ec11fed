/**
 * Values of HTML attributes without quotes, in which CommonMark allows slashes, but not the parser.
 * https://spec.commonmark.org/0.31.2/#unquoted-attribute-value
 * @module
 */
import type { Rewrite } from './rewrite.ts'

const mayHold = /=\s*[^\s"'=<>`]*[/\\]/
const attribute = /\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|([^\s"'=<>`]+)))?/i.source
const tag = new RegExp(`<[a-z][a-z\\d-]*(?:${attribute})+\\s*/?>`, 'gi')
const attributes = new RegExp(attribute, 'gi')

const references: Readonly<Record<string, string>> = { '/': '&#47;', '\\': '&#92;' }

export function mayHoldUnquoted(source: string): boolean {
  return mayHold.test(source)
}

export function unquotedAttributes(source: string): readonly Rewrite[] {
  const rewrites: Rewrite[] = []
  for (const { 0: written, index } of source.matchAll(tag)) {
    for (const { 0: part, 1: value, index: at } of written.matchAll(attributes)) {
      if (value === undefined || !/[/\\]/.test(value)) continue
      const to = index + at + part.length
      const text = value.replace(/[/\\]/g, (slash) => references[slash] as string)
      rewrites.push({ from: to - value.length, to, text })
    }
  }
  return rewrites
}

/** Give a tag as it was written. */
export function tagAsWritten(tag: string): string {
  return tag.includes('&#') ? tag.replaceAll('&#47;', '/').replaceAll('&#92;', '\\') : tag
}
