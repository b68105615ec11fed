/**
 * Values of HTML attributes without quotes, in which the parser allows no slash, as CommonMark does.
 * https://spec.commonmark.org/0.31.2/#unquoted-attribute-value
 * @module
 */
import type { Rewrite } from './rewrite.ts'

const mayHold = /<[a-z][a-z\d-]*\s[^<>]*=\s*[^\s"'=<>`]*\//i
const attribute = /\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|([^\s"'=<>`]+)))?/i.source
const tag = new RegExp(`<[a-z][a-z\\d-]*(?:${attribute})+\\s*/?>`, 'gi')
const attributes = new RegExp(attribute, 'gi')

/** Stands for a slash in the value of an attribute. */
const slash = '&#47;'

export function mayHoldUnquoted(source: string): boolean {
  return /=\s*[^\s"'=<>`]*\//.test(source) && mayHold.test(source)
}

export function unquotedAttributes(source: string): readonly Rewrite[] {
  const rewrites: Rewrite[] = []
  for (const { 0: written, index } of source.matchAll(tag)) {
    for (const { 0: part, 1: value, index: at } of written.matchAll(attributes)) {
      if (value?.includes('/') !== true) continue
      const to = index + at + part.length
      rewrites.push({ from: to - value.length, to, text: value.replaceAll('/', slash) })
    }
  }
  return rewrites
}

/** Give a tag as it was written. */
export function tagAsWritten(tag: string): string {
  return tag.includes(slash) ? tag.replaceAll(slash, '/') : tag
}
