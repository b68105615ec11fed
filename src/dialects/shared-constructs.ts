/**
 * Constructs that several dialects share: highlights, formulas, embeds, containers, alerts.
 * @module
 */
import { findAlertType } from '../convert/alert-types.ts'
import { alertAround, nameInWords, oneLine } from './alert.ts'
import { codeBetween, codeBlockAround, codeGroupOf } from './code-block.ts'
import { elementSyntax, readComponentAttributes } from './components/component-tags.ts'
import { linkDestination } from './components/links.ts'
import type { Construct } from './construct.ts'
import { replaceContainers } from './containers.ts'
import { kindsOf, type Line, mapText, replaceMatches } from './line.ts'
import { replaceTags } from './replace-tags.ts'
import { replaceInWords } from './words.ts'

/** Of Obsidian, and of PyMdown's `mark` extension. */
export const highlights: Construct = {
  name: 'highlighted words',
  written: '==marked==',
  becomes: '<mark>marked</mark>',
  sign: /==/,
  read: (lines) => replaceInWords(lines, '==', highlight, ([, words]) => `<mark>${words}</mark>`),
}

const highlight = /(?<![=\w{])==(?![\s=])([^=]{0,1000}[^=\s])==(?![=\w}])/g

/** Of Pandoc, Obsidian and markdown-it: https://pandoc.org/MANUAL.html#extension-inline_notes */
export const inlineFootnotes: Construct = {
  name: 'footnote within a sentence',
  written: 'Text^[a note]',
  becomes: 'Text[^inline-1]\n\n[^inline-1]: a note',
  sign: /\^\[/,
  read(lines) {
    const notes: Line[] = []
    const text = mapText(lines, (written, line) => {
      if (!written.includes('^[')) return written
      return replaceMatches(written, footnoteInside, ([, note = '']) => {
        const name = `[^inline-${notes.length / 2 + 1}]`
        notes.push({ text: '', line }, { text: `${name}: ${note}`, line })
        return name
      })
    })
    return [...text, ...notes]
  },
}

const footnoteInside = /(?<!\[)\^\[([^[\]]{1,1000})\]/g

export const formulaBlocks: Construct = {
  name: 'formula of several lines',
  written: '$$a +\nb$$',
  becomes: '$$\na +\nb\n$$',
  sign: /\$\$[^\n]/,
  read(lines) {
    const kinds = kindsOf(lines)
    const result: Line[] = []
    for (let index = 0; index < lines.length; index += 1) {
      const one = lines[index] as Line
      const end = kinds[index] === 'text' && opening.test(one.text) ? endOf(lines, index) : index
      if (end === index) {
        result.push(one)
        continue
      }
      const [, indent = '', first = ''] = opening.exec(one.text) ?? []
      const last = lines[end] as Line
      const rest = last.text.trimEnd().slice(0, -2).trimEnd()
      result.push({ ...one, text: `${indent}$$` })
      if (first !== '') result.push({ ...one, text: indent + first })
      for (const inside of lines.slice(index + 1, end)) result.push(inside)
      if (rest.trim() !== '') result.push({ ...last, text: rest })
      result.push({ ...last, text: `${indent}$$` })
      index = end
    }
    return result
  },
}

const opening = /^(\s*)\$\$((?:(?!\$\$).)*)$/
const maxLines = 200

/** @returns Index of the last line; `start` where it is no such formula. */
function endOf(lines: readonly Line[], start: number): number {
  for (let index = start + 1; index < Math.min(lines.length, start + maxLines); index += 1) {
    const { text } = lines[index] as Line
    if (text.trim() === '') return start
    if (!text.includes('$$')) continue
    const isEnd = /\$\$\s*$/.test(text) && text.indexOf('$$') === text.lastIndexOf('$$')
    const isPlain = text.trim() === '$$' && (lines[start] as Line).text.trim() === '$$'
    return isEnd && !isPlain ? index : start
  }
  return start
}

const spanTag =
  /^[ \t>]*<(?:a|abbr|b|big|em|font|i|mark|small|span|strong|sub|sup|u)\b[^<>\n]{0,500}>[ \t]*$/i
const beginsBlock = /^\s*(?:[-*+#>|<`~:]|\d{1,9}[.)]|$)/

/** In Python-Markdown and kramdown such a tag begins a paragraph; elsewhere it begins HTML. */
export const spanTags: Construct = {
  name: 'tag of words on a line of its own: they are Markdown',
  written: '<span class="wide">\n[the setup](guide/setup.md)\n</span>',
  becomes: '<span class="wide">[the setup](guide/setup.md)\n</span>',
  sign: new RegExp(spanTag, 'im'),
  read(lines) {
    const kinds = kindsOf(lines)
    const isText = (index: number): boolean => kinds[index] === 'text'
    return lines.flatMap((one, index) => {
      const isTag = (at: number): boolean => isText(at) && spanTag.test(lines[at]?.text ?? '')
      const words = (at: number): string => lines[at]?.text.replace(/^[ \t>]*/, '') ?? ''
      const isJoined = (at: number): boolean =>
        isTag(at) && isText(at + 1) && !beginsBlock.test(words(at + 1))
      if (isJoined(index)) return [{ ...one, text: one.text.trimEnd() + words(index + 1) }]
      return isJoined(index - 1) ? [] : [one]
    })
  },
}

const names = new Set(['iframe', 'video', 'audio'])
const source = /<source\s[^<>]{0,2000}?\bsrc=["']([^"'\n]{1,2000})["']/

export const embeds: Construct = {
  name: 'frame of another site, or a film',
  written: '<iframe src="https://example.org/film" title="A film"></iframe>',
  becomes: '[A film](https://example.org/film)',
  sign: /<(?:iframe|video|audio)\b/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name, attributes, source: inside, isBlock }) => {
      if (!names.has(name) || (kind !== 'pair' && kind !== 'single')) return undefined
      const { words } = readComponentAttributes(attributes)
      const address = words.get('src') ?? source.exec(inside)?.[1]
      if (address === undefined || address.trim() === '') return undefined
      const whole = address.trim().replace(/^\/\//, 'https://')
      const label = oneLine(words.get('title') ?? '') || whole
      const link = `[${label.replace(/[[\]]/g, '\\$&')}](${linkDestination(whole)})`
      return isBlock ? { block: [link] } : { inline: link }
    }),
}

export const diagramContainers: Construct = {
  name: 'diagram between colons',
  written: '::: mermaid\ngraph TD\nA-->B\n:::',
  becomes: '```mermaid\ngraph TD\nA-->B\n```',
  sign: /:::\s*mermaid/,
  read: (lines) =>
    replaceContainers(lines, (container) =>
      container.name === 'mermaid'
        ? { block: codeBlockAround('mermaid', codeBetween(container), container.line) }
        : undefined,
    ),
}

/** https://vitepress.dev/guide/markdown#code-groups */
const codeGroups: Construct = {
  name: 'group of code',
  written: '::: code-group\n```sh [npm]\nnpm i\n```\n:::',
  becomes: '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  sign: /:::\s*code-group/,
  read: (lines) =>
    replaceContainers(lines, ({ name, info, content }) =>
      name === 'code-group' ? { block: [...titleAbove(info), ...codeGroupOf(content)] } : undefined,
    ),
}

const plain = new Set(['raw', 'v-pre', 'tabs', 'steps', 'columns', 'column', 'cards', 'div'])

const plainContainers: Construct = {
  name: 'container without a look',
  written: '::: raw\nSome words.\n:::',
  becomes: 'Some words.',
  sign: /:::\s*(?:raw|v-pre|tabs|steps|columns?|cards|div)\b/,
  read: (lines) =>
    replaceContainers(lines, ({ name, info, content }) =>
      plain.has(name) ? { block: [...titleAbove(titleIn(info)), ...content] } : undefined,
    ),
}

function titleAbove(title: string): readonly string[] {
  return title === '' ? [] : [`**${title}**`, '']
}

const otherContainers: Construct = {
  name: 'container of a kind of its own',
  written: ':::my-rule\n\nSome words.\n\n:::',
  becomes: '> [!NOTE] My rule\n> Some words.',
  sign: /:::/,
  read: (lines) =>
    replaceContainers(
      lines,
      ({ name, info, content, line }) => {
        if (name === '' || findAlertType(name) !== undefined) return undefined
        return { block: alertAround(name, titleIn(info), content, line) }
      },
      { leavesOpen: false },
    ),
}

export const containerParts: readonly Construct[] = [
  diagramContainers,
  codeGroups,
  plainContainers,
  otherContainers,
]

/** `Title`, `[Title]`, `{title="Title"}`. */
function titleIn(info: string): string {
  const [, titled] = /\btitle="([^"]*)"/.exec(info) ?? []
  const words = info.replace(/\{[^{}]*\}|\}$/g, '').trim()
  const [, label] = /^\[(.*)\]$/.exec(words) ?? []
  return oneLine(titled ?? label ?? words)
}

/** Unknown alerts become notes with their word as the title. */
export const otherAlerts: Construct = {
  name: 'alert of a kind of its own',
  written: '> [!LEGACY]\n> Some words.',
  becomes: '> [!NOTE] Legacy\n> Some words.',
  sign: /\[![A-Z]/,
  read: (lines) =>
    mapText(lines, (text) =>
      text.replace(ownAlert, (written, before: string, kind: string, title: string) =>
        findAlertType(kind.toLowerCase()) === undefined
          ? `${before}[!NOTE] ${title || nameInWords(kind.toLowerCase())}`
          : written,
      ),
    ),
}

const ownAlert = /^([\s>]{0,100}>[ \t]{0,20})\[!([A-Z][A-Z_-]{1,30})\][-+]?[ \t]*(.{0,300})$/

export const laterAlerts: Construct = {
  name: 'alert that stands behind others in one quote',
  written: '> [!NOTE]\n> Some words.\n>\n> [!TIP]\n> More.',
  becomes: '> [!NOTE]\n> Some words.\n\n> [!TIP]\n> More.',
  sign: />[ \t]{0,20}\[![A-Za-z]/,
  read: (lines) =>
    lines.map((one, index) => {
      const [, quote] = quoteEnd.exec(one.text) ?? []
      const below = lines[index + 1]?.text ?? ''
      if (quote === undefined || !below.startsWith(`${quote}>`)) return one
      return laterMarker.test(below.slice(quote.length)) ? { ...one, text: quote.trimEnd() } : one
    }),
}

const quoteEnd = /^([\s>]{0,100})>\s*$/
const laterMarker = /^>[ \t]{0,20}\[![A-Za-z][\w-]{1,30}\]/
