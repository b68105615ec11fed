/** `{{#include FILE}}`, also with a range of lines or the name of an anchor. @module */
import { codeBlockOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { around, type Inclusion, readIncludes } from '../includes.ts'

const directive = /(?<!\\)\{\{#(include|rustdoc_include|playground)\s+([^{}]{1,500})\}\}/

/** https://rust-lang.github.io/mdBook/format/mdbook.html#including-files */
export const mdbookInclude: Construct = {
  name: 'file that is included, or lines of it',
  written: '{{#include notes.md:2:3}}',
  becomes: 'two\nthree',
  sign: /\{\{#(?:include|rustdoc_include|playground)\s/,
  inCode: { written: '```\n{{#include notes.md:2:3}}\n```', becomes: '```\ntwo\nthree\n```' },
  // In code as well: examples are kept in files that are tested.
  read: (lines, context) => readIncludes(lines, context, { find: findDirective, inCode: 'always' }),
}

function findDirective(text: string): Inclusion | undefined {
  const found = text.includes('{{#') ? directive.exec(text) : null
  if (found === null) return undefined
  const [, name, said = ''] = found
  const [place = '', ...properties] = said.trim().split(/[\s,]+/)
  const [address = '', ...range] = place.split(':')
  return {
    address,
    ...around(found),
    choose(file) {
      const texts = file.text.replace(/\r?\n$/, '').split(/\r?\n/)
      if (name !== 'playground') return chosenLines(texts, range)?.join('\n')
      const info = ['rust', ...properties].join(',')
      return codeBlockOf(info, texts, 1)
    },
  }
}

/** All lines, those of `:2`, `:2:10`, `:2:` and `::10`, or those of an anchor; never their marks. */
function chosenLines(
  texts: readonly string[],
  [from = '', to]: readonly string[],
): readonly string[] | undefined {
  if (from !== '' && !/^\d+$/.test(from)) return ofAnchor(texts, from)
  const start = from === '' ? 0 : Number(from) - 1
  const end = to === undefined && from !== '' ? start + 1 : to ? Number(to) : texts.length
  return texts.slice(Math.max(0, start), end).filter((text) => !anchorMark.test(text))
}

const anchorMark = /\bANCHOR(?:_END)?:\s*[\w-]+/

function ofAnchor(texts: readonly string[], name: string): readonly string[] | undefined {
  const isMark = (text: string, mark: string): boolean =>
    new RegExp(`\\b${mark}:\\s*([\\w-]+)`).exec(text)?.[1] === name
  const start = texts.findIndex((text) => isMark(text, 'ANCHOR')) + 1
  if (start === 0) return undefined
  const end = texts.findIndex((text) => isMark(text, 'ANCHOR_END'))
  return texts
    .slice(start, end === -1 ? texts.length : end)
    .filter((text) => !anchorMark.test(text))
}
