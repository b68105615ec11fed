/** What mdBook knows beyond Markdown. @module */

import { alertAround } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import { codeBlockOf } from '../code-block.ts'
import { mapCode, mapFencedBlocks } from '../code-lines.ts'
import { componentSyntax, elementSyntax } from '../components/component-tags.ts'
import type { AnyConstruct, Construct } from '../construct.ts'
import { around, type LineInclusion, readIncludes } from '../includes.ts'
import { jekyllBracketFormulas, jekyllFormulas } from '../jekyll/kramdown.ts'
import { type Line, mapText, replaceMatches } from '../line.ts'
import { oneLine } from '../parts/words.ts'
import { replaceTags } from '../replace-tags.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'

const directive = /(?<!\\)\{\{#(include|rustdoc_include|playground)\s+([^{}]{1,500})\}\}/

/** https://rust-lang.github.io/mdBook/format/mdbook.html#including-files */
const mdbookInclude: Construct = {
  name: 'file that is included, or lines of it',
  written: '{{#include notes.md:2:3}}',
  becomes: 'two\nthree',
  sign: /\{\{#(?:include|rustdoc_include|playground)\s/,
  inCode: { written: '```\n{{#include notes.md:2:3}}\n```', becomes: '```\ntwo\nthree\n```' },
  // In code too: books include tested example files.
  read: (lines, context) => readIncludes(lines, context, { find: findDirective, inCode: 'always' }),
}

function findDirective(text: string): LineInclusion | undefined {
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

/** https://rust-lang.github.io/mdBook/format/mdbook.html#classhidden */
const mdbookHiddenParts: Construct = {
  name: 'part that is hidden',
  written: 'Some words.\n\n<div class="hidden">Not these.</div>',
  becomes: 'Some words.\n\n',
  sign: /<(?:div|p|span) class="hidden"/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, attributes, isBlock }) => {
      if (kind !== 'pair' || attributes !== 'class="hidden"') return undefined
      return isBlock ? { block: [] } : { inline: '' }
    }),
}

/** https://github.com/rust-lang/book/tree/main/packages/mdbook-trpl */
const mdbookListings: Construct = {
  name: 'listing with a caption',
  written: '<Listing number="1-1" file-name="a.rs" caption="Set `a`">\n\nSome code.\n\n</Listing>',
  becomes: 'Filename: a.rs\n\nSome code.\n\nListing 1-1: Set `a`',
  sign: /<Listing\b/,
  read: (lines) =>
    replaceTags(lines, componentSyntax, ({ kind, name, attributes, content }) => {
      if (kind !== 'pair' || name !== 'Listing') return undefined
      const { named } = readAttributes(attributes)
      const file = named.get('file-name')
      const number = named.get('number')
      const caption = oneLine(named.get('caption') ?? '')
      const words = [number === undefined ? '' : `Listing ${number}`, caption].filter(Boolean)
      return {
        block: [
          ...(file === undefined ? [] : [`Filename: ${file}`, '']),
          ...content,
          ...(words.length === 0 ? [] : ['', words.join(': ')]),
        ],
      }
    }),
}

/** https://rust-lang.github.io/mdBook/format/mdbook.html#class-warning */
const mdbookWarnings: Construct = {
  name: 'warning',
  written: '<div class="warning">\n\nIt is **hot**.\n\n</div>',
  becomes: '> [!WARNING]\n> It is **hot**.',
  sign: /<div class="(?:warning|note|tip|info)"/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name, attributes, content, isBlock, line }) => {
      const [, type] = /^class="(warning|note|tip|info)"$/.exec(attributes) ?? []
      if (kind !== 'pair' || name !== 'div' || type === undefined || !isBlock) return undefined
      return { block: alertAround(type, undefined, content, line) }
    }),
}

/** https://rust-lang.github.io/mdBook/format/mdbook.html#controlling-page-title */
const mdbookTitle: Construct = {
  name: 'title of the window',
  written: '{{#title My title}}Some words.',
  becomes: 'Some words.',
  sign: /\{\{#title\s/,
  read: (lines) =>
    mapText(lines, (text) => replaceMatches(text, /(?<!\\)\{\{#title\s[^{}]*\}\}/g, () => '')),
}

/** Read last, and written so that nothing takes the output for a directive. */
const mdbookEscapes: Construct = {
  name: 'directive that is shown',
  written: 'Write \\{{#include a.md}} here.',
  becomes: 'Write &#123;{#include a.md}} here.',
  sign: /\\\{\{#/,
  inCode: { written: '`\\{{#include a.md}}`', becomes: '`{{#include a.md}}`' },
  read: (lines) =>
    mapCode(
      mapText(lines, (text) => text.replaceAll('\\{{#', '&#123;{#')),
      (code) => code.replaceAll('\\{{#', '{{#'),
    ),
}

/**
 * https://rust-lang.github.io/mdBook/format/mdbook.html#hiding-code-lines Hidden lines complete an
 * example and are no valid Rust with their mark, so they are dropped.
 */
const mdbookHiddenLines: Construct = {
  name: 'hidden line of Rust',
  written: '```rust\n# fn main() {\nlet a = 1;\n# }\n```',
  becomes: '```rust\nlet a = 1;\n```',
  sign: /^[ \t>]*#(?:\s|#|$)/m,
  inCode: {
    written: '```rust\n# use std::fmt;\n## [test]\n```',
    becomes: '```rust\n# [test]\n```',
  },
  read: (lines) =>
    mapFencedBlocks(lines, ({ info, opening, code, closing }) => {
      const shown = /^rust\b/.test(info) ? mapCode(code, shownLine) : code
      return [opening, ...shown, ...closing]
    }),
}

function shownLine(text: string): string | undefined {
  return /^\s*#(?: |$)/.test(text) ? undefined : text.replace(/^(\s*)##/, '$1#')
}

const rule = /^r\[([\w.-]{1,200})\]\s*$/
const address = /(\]\(|^ {0,3}\[[^\][]{1,200}\]:\s*)([a-z][\w-]*(?:\.[\w-]+)*)(?=\)|\s*$)/gi
const label = /\[([a-z][\w-]*(?:\.[\w-]+)*)\](?![:([])/gi
const definition = /^ {0,3}\[([^\][]{1,200})\]:/

/** https://github.com/rust-lang/reference/tree/master/tools/mdbook-spec */
const mdbookRules: Construct = {
  name: 'name of a rule, and links to it',
  written: 'r[boats.row]\n\nSee [that](setup.first).',
  becomes: '<a id="r-boats.row"></a>\n\nSee [that](guide/setup.md).',
  // A chapter without rules may still link to rules elsewhere.
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

export const mdbookConstructs: readonly AnyConstruct[] = [
  mdbookInclude,
  mdbookTitle,
  mdbookRules,
  mdbookHiddenLines,
  mdbookHiddenParts,
  mdbookListings,
  mdbookWarnings,
  embeds,
  pagePrograms,
  jekyllFormulas,
  jekyllBracketFormulas,
  mdbookEscapes,
]
