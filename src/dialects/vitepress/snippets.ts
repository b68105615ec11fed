/**
 * Included files of VitePress: code, `<<< @/snippets/a.js#region{1,3 ts}[title]`, and Markdown,
 * `@include: ./part.md{3,}`.
 * @module
 */

import type { LineMark } from '../../adf/local-ids.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf, markLines } from '../code-block.ts'
import { mapCode, mapFencedBlocks, openedLine } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { around, readIncludes } from '../includes.ts'
import { kindsOf } from '../line.ts'
import { codeInfo } from '../parts/make-parts.ts'
import { rebaseLinks } from '../rebase-links.ts'

const directive =
  /^([\s>]*)<<<\s*([^\s{}[\]#][^{}[\]#]*?)(?:#([\w-]+))?\s*(?:\{([^{}]*)\})?\s*(?:\[([^\][]*)\])?\s*$/
const languageOfPath = /\.([A-Za-z0-9]{1,12})$/

/** https://vitepress.dev/guide/markdown#import-code-snippets */
export const vitepressSnippets: Construct = {
  name: 'code of a file',
  written: '<<< @/guide/setup.md{2 md:line-numbers}[The setup]',
  becomes: '```md title="The setup" {2}\n# Setup\n\nSet up.\n```',
  sign: /^[ \t>]*<<</m,
  read(lines, context) {
    const kinds = kindsOf(lines)
    return lines.flatMap((one, index) => {
      const isShort = kinds[index] === 'text' && one.text.length < 1_000
      const found = isShort ? directive.exec(one.text) : null
      if (found === null) return [one]
      const [, indent = '', path = '', region, options = '', title = ''] = found
      const file = context.readInclude(sourceAddress(path), one.line)
      if (file === undefined) return []
      const texts = splitLines(file.text.replace(/\r?\n$/, ''))
      const chosen = region === undefined ? texts : regionOf(texts, region)
      if (chosen === undefined) {
        context.notice('include-missing', `${path}#${region}`, one.line)
        return []
      }
      if (!context.take(lengthOfTexts(chosen), one.line)) return []
      const language = languageIn(options) ?? languageOfPath.exec(path)?.[1] ?? ''
      const info = codeInfo(language, title || undefined, markedIn(options))
      return codeBlockOf(info, unindented(chosen), one.line).map(({ text, line }) => ({
        text: indent + text,
        line,
      }))
    })
  },
}

export function lengthOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** `@/a.js` is relative to the source root. */
function sourceAddress(path: string): string {
  return path.trim().replace(/^@\//, '/')
}

/** In `{1,3 ts}` numbers mark lines, and the word is the language. */
function languageIn(options: string): string | undefined {
  const [, language] = /(?:^|\s)(?!\d)([^\s:,]+)(?::|\s|$)/.exec(options.trim()) ?? []
  return language
}

function markedIn(options: string): string | undefined {
  return /^\s*(\d[\d,-]*)/.exec(options)?.[1]
}

const mark =
  /\s{0,200}(?:\/\/|\/\*|#|<!--|--|;|%|\{\/\*)\s*\[!code\s([^\]\n]{1,100})\]\s*(?:\*\/\}?|-->)?\s*$/
const kind = /^\s*(\+\+|--|hl|highlight|focus|warning|error)(?::(\d{1,4}))?\s*$/
const kinds: Readonly<Record<string, LineMark>> = { '++': 'i', '--': 'd' }

/** https://vitepress.dev/guide/markdown#focus-in-code-blocks */
export const vitepressLineMarks: Construct = {
  name: 'mark of a line of code',
  written: '```js\nlet a = 1 // [!code focus]\n```',
  becomes: '```js {1}\nlet a = 1\n```',
  sign: /\[!code\s/,
  inCode: {
    written: '```js\nlet a = 1 // [!code ++]\n```',
    becomes: '```js ins={1}\nlet a = 1\n```',
  },
  read: (lines) =>
    mapCode(
      mapFencedBlocks(lines, ({ opening, code, closing }) => {
        const marked = code.flatMap(({ text }, index) => markOf(text, index + 1))
        return [markLines(opening, marked), ...code, ...closing]
      }),
      (code, where) =>
        where === 'line' && code.includes('[!code ') ? code.replace(mark, '') : code,
    ),
}

function markOf(text: string, line: number): readonly string[] {
  const code = openedLine(text)?.content ?? ''
  const said = (code.includes('[!code ') && mark.exec(code)?.[1]) || ''
  const [, name, count = '1'] = kind.exec(said) ?? []
  if (name === undefined) return []
  const last = line + Number(count) - 1
  return [`${kinds[name] ?? ''}${last > line ? `${line}-${last}` : line}`]
}

const includeComment =
  /<!--\s*@include:\s*([^\s{}#<>]{1,500}?)(?:#([^\s{}<>]{1,200}))?(?:\{(\d*,?\d*)\})?\s*-->/

/** https://vitepress.dev/guide/markdown#markdown-file-inclusion */
export const vitepressIncludedFiles: Construct = {
  name: 'file that is included',
  written: '<!--@include: ./guide/setup.md{3,}-->',
  becomes: 'Set up.',
  sign: /<!--\s*@include:/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => {
        const found = includeComment.exec(text)
        if (found === null) return undefined
        const [, path = '', part, range] = found
        return {
          address: sourceAddress(path),
          ...around(found),
          choose(file) {
            const texts = splitLines(file.text.replace(/\r?\n$/, ''))
            const chosen = part === undefined ? texts : partOf(texts, part)
            if (chosen === undefined) return undefined
            const text = (range === undefined ? chosen : rangeOf(chosen, range)).join('\n')
            return rebaseLinks({ ...file, text }, context)
          },
        }
      },
    }),
}

/** Give a region, or the section below a heading. */
function partOf(texts: readonly string[], name: string): readonly string[] | undefined {
  const region = regionOf(texts, name)
  if (region !== undefined) return region
  const levelOf = (text: string): number => /^#{1,6}(?=\s)/.exec(text)?.[0].length ?? 0
  const start = texts.findIndex((text) => levelOf(text) > 0 && slugOf(text) === name)
  if (start === -1) return undefined
  const level = levelOf(texts[start] as string)
  const length = texts
    .slice(start + 1)
    .findIndex((text) => levelOf(text) > 0 && levelOf(text) <= level)
  return texts.slice(start, length === -1 ? texts.length : start + 1 + length)
}

const regionMark =
  /^\s*(?:\/\/|\/\*|#|<!--|--|::|\*|REM|%|;|\(\*)?\s*#?(pragma region|endregion|region|pragma endregion|End Region|Region)\b\s*"?([\w*-]*)/

/**
 * Find a region: `#region name` … `#endregion` in a comment of any language.
 * @returns Its lines without marks; undefined when there is none.
 */
export function regionOf(texts: readonly string[], name: string): readonly string[] | undefined {
  let start = -1
  let depth = 0
  for (const [index, text] of texts.entries()) {
    const [, kind = '', named = ''] = regionMark.exec(text) ?? []
    if (kind === '') continue
    const ends = /^(?:end|pragma end)/i.test(kind)
    if (start === -1) {
      if (!ends && named === name) start = index
    } else if (!ends) depth += 1
    else if (depth > 0 && named !== name) depth -= 1
    else return withoutMarks(texts.slice(start + 1, index))
  }
  return start === -1 ? undefined : withoutMarks(texts.slice(start + 1))
}

function withoutMarks(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !regionMark.test(text))
}

/** Choose lines: `2`, `2-5`, `2,5` as one range, `2,` to the end, `,5` from the start. */
export function rangeOf(texts: readonly string[], range: string): readonly string[] {
  const [from = '', to] = range.trim().split(/\s*[-,]\s*/)
  const start = from === '' ? 0 : Number(from) - 1
  const end = to === undefined ? start + 1 : to === '' ? texts.length : Number(to)
  return texts.slice(Math.max(0, start), end)
}

export function unindented(texts: readonly string[]): readonly string[] {
  const widths = texts.flatMap((text) => (text.trim() === '' ? [] : [text.search(/\S/)]))
  const width = widths.reduce((least, one) => Math.min(least, one), Number.MAX_SAFE_INTEGER)
  return texts.map((text) => text.slice(Math.min(width, text.length)))
}

/**
 * Give the slug of a heading, or its own `{#name}`.
 * @param heading The text behind `#`.
 */
export function slugOf(heading: string): string {
  const [, named] = /\{#([^{}\s]+)\}\s*$/.exec(heading) ?? []
  if (named !== undefined) return named
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, '')
  return words.trim().replace(/\s+/g, '-')
}
