/** What GitBook knows beyond Markdown. @module */

import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf, codeSpanOf } from '../code-block.ts'
import { elementSyntax, readComponentAttributes } from '../components/component-tags.ts'
import type { AnyConstruct, Construct } from '../construct.ts'
import { isLiquidProgram } from '../jekyll/tags.ts'
import { mapText, replaceMatches } from '../line.ts'
import { textOfLines } from '../lines-of.ts'
import { replaceTags } from '../replace-tags.ts'
import {
  addressAttributes,
  embeds,
  imageEnding,
  pagePrograms,
  seenAttributes,
} from '../shared/unknown-parts.ts'
import { replaceShortcodes, type Shortcode } from '../shortcodes.ts'
import { leaveLines, type UnknownElement } from '../unknown-parts.ts'
import { replaceIcons } from '../words.ts'
import {
  gitbookCode,
  gitbookColumns,
  gitbookConstruct,
  gitbookContentRefs,
  gitbookEmbeds,
  gitbookFiles,
  gitbookHints,
  gitbookIncludedFiles,
  gitbookNotation,
  gitbookPrompts,
  gitbookRaw,
  gitbookSteps,
  gitbookTabs,
  gitbookUpdates,
} from './blocks.ts'

/** https://gitbook.com/docs/integrations/mermaid */
const gitbookDiagrams: Construct = gitbookConstruct({
  name: 'diagram',
  written: '{% @mermaid/diagram content="graph TD\n  A-->B" %}',
  becomes: '```mermaid\ngraph TD\n  A-->B\n```',
  names: ['@mermaid/diagram'],
  isPair: false,
  replace({ named, words, line }) {
    const content = (named.get('content') ?? '').replaceAll('\\n', '\n')
    if (content.trim() === '' || words.length > 0) return undefined
    return { block: codeBlockOf('mermaid', splitLines(content), line) }
  },
})

/** https://gitbook.com/docs/creating-content/blocks/table */
const gitbookControls: Construct = {
  name: 'choices of a column: left out; button: its words',
  written:
    '<th>Status<select><option value="1" label="Done"></option></select></th> <button>Ask</button>',
  becomes: '<th>Status</th> Ask',
  sign: /<(?:select|button)\b/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!/<(?:select|button)\b/.test(text)) return text
      const chosen = replaceMatches(text, choices, () => '')
      return replaceMatches(chosen, button, ([, words = '']) => words)
    }),
}

const choices =
  /<select\b[^<>]{0,500}>(?:\s{0,9}<option\b[^<>]{0,1000}>[^<>]{0,500}(?:<\/option>)?){0,200}\s{0,9}<\/select>/g
const button = /<button\b[^<>]{0,1000}>([^<>]{0,1000})<\/button>/g

/** https://gitbook.com/docs/creating-content/formatting/inline#icons */
const gitbookIcons: Construct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  written: '| <i class="fa-check">:check:</i> | <i class="fa-leaf">:leaf:</i> Leaf |',
  becomes: '| ✓ | Leaf |',
  sign: /<i\s[^<>]*\bfa-/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('<i ')) return text
      return replaceIcons(text.replace(tag, '\uE001$1\uE001'), icon)
    }),
}

const tag =
  /<i\s(?:[^<>]{0,200}\s)?class="(?:fa[bsrl]?\s)?fa-([a-z\d][a-z\d-]{0,80})(?:\s[^"<>]{0,200})?"[^<>]{0,200}>(?::[\w-]{0,80}:)?<\/i>/gi
const icon = /(?<![ \t])([ \t]*)\uE001([a-z\d-]+)\uE001([ \t]*)/gi

/** https://gitbook.com/docs/api-references/openapi/insert-api-reference-in-your-docs */
const gitbookInterfaces: Construct = gitbookConstruct({
  name: 'operation of an interface',
  written:
    '{% openapi-operation path="/boats" method="get" %}\n[Boats](https://example.com/a.yaml)\n{% endopenapi-operation %}',
  becomes: '**GET** `/boats`\n\n[Boats](https://example.com/a.yaml)',
  names: ['openapi', 'openapi-operation', 'openapi-schemas', 'swagger'],
  replace(block) {
    const summary = block.named.get('summary') ?? ''
    return { block: [...headOf(block), ...(summary === '' ? [] : [summary, '']), ...block.content] }
  },
})

/** The older notation for an operation, part by part. */
const gitbookInterfaceParts: Construct = gitbookConstruct({
  name: 'description, parameter and answer of an operation',
  written:
    '{% swagger-parameter in="query" name="limit" type="integer" required="true" %}\nAt most\n{% endswagger-parameter %}',
  becomes: '`limit` query · integer · required\n\nAt most',
  names: ['swagger-description', 'swagger-parameter', 'swagger-response'],
  replace({ named, content }) {
    const name = named.get('name')
    const isRequired = named.get('required') === 'true'
    const said = [named.get('in'), named.get('type'), isRequired ? 'required' : '']
    const status = named.get('status')
    const head = [
      name === undefined ? '' : inCode(name),
      said.filter((words) => words).join(' · '),
      status === undefined ? '' : `**${status}**`,
      named.get('description') ?? '',
    ].filter((words) => words !== '')
    return { block: head.length === 0 ? content : [head.join(' '), '', ...content] }
  },
})

function headOf({ named }: Shortcode): readonly string[] {
  const method = named.get('method') ?? ''
  const path = (named.get('baseUrl') ?? '') + (named.get('path') ?? named.get('schemas') ?? '')
  const head = [
    method === '' ? '' : `**${method.toUpperCase()}**`,
    path === '' ? '' : inCode(path),
  ].filter((words) => words !== '')
  return head.length === 0 ? [] : [head.join(' '), '']
}

function inCode(text: string): string {
  return codeSpanOf(text.replace(/[`\n]/g, ' '))
}

const others: Construct = {
  name: 'any other block',
  written: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  sign: /\{%/,
  read: (lines, context) =>
    replaceShortcodes(lines, gitbookNotation, (block) =>
      isLiquidProgram(block.name) || block.name.startsWith('@')
        ? undefined
        : leaveLines(unknownTag(block), context),
    ),
}

/**
 * https://gitbook.com/docs/creating-content/blocks/cards The table's head tells the role of each
 * column.
 */
const gitbookCards: Construct = {
  name: 'cards: their words lead where the cards do, below their covers',
  written:
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target></th><th data-hidden data-card-cover></th></tr></thead><tbody><tr><td>Setup</td><td><a href="guide/setup.md">a</a></td><td><a href="images/logo.png">b</a></td></tr></tbody></table>',
  becomes:
    '<div><img src="images/logo.png"></div>\n\n<div><a href="guide/setup.md">Setup</a></div>',
  sign: /<table\s[^<>]*\bdata-view="cards"/,
  read: (lines) =>
    replaceTags(lines, elementSyntax, ({ kind, name, attributes, content }) => {
      if (name !== 'table' || kind !== 'pair' || !/\bdata-view="cards"/.test(attributes)) {
        return undefined
      }
      const [head = [], ...cards] = rowsOf(textOfLines(content))
      return { block: cards.flatMap((card) => partsOf(head, card)).flatMap((part) => [part, '']) }
    }),
}

interface Cell {
  readonly attributes: string
  readonly html: string
}

const cell = /<t[hd]\b([^<>]*)>(.*)$/is

function rowsOf(html: string): readonly (readonly Cell[])[] {
  const rows = html.split(/<\/tr>/i).map((row) =>
    row.split(/<\/t[hd]>/i).flatMap((text): Cell[] => {
      const [found, attributes = '', inside = ''] = cell.exec(text) ?? []
      return found === undefined ? [] : [{ attributes, html: inside.replace(/\s+/g, ' ').trim() }]
    }),
  )
  return rows.filter((row) => row.length > 0)
}

/** Variants for dark mode and hidden columns are dropped. */
function partsOf(head: readonly Cell[], card: readonly Cell[]): readonly string[] {
  const find = (sign: RegExp): string | undefined =>
    card.flatMap(({ html }, at) =>
      sign.test(head[at]?.attributes ?? '') ? (addressOf(html) ?? []) : [],
    )[0]
  const cover = find(/\bdata-card-cover(?!-)/)
  const target = find(/\bdata-card-target\b/)
  const words = card
    .filter((_, at) => !/\bdata-(?:hidden|card-)/.test(head[at]?.attributes ?? ''))
    .map(({ html }) => html)
    .filter((html) => hasWords(html) || html.includes('<img'))
  const titleAt = words.findIndex(hasWords)
  return [
    ...(cover === undefined ? [] : [`<div><img src="${cover}"></div>`]),
    ...words.map((html, at) => `<div>${at === titleAt ? linked(html, target) : html}</div>`),
    ...(titleAt === -1 && target !== undefined
      ? [`<div><a href="${target}">${target}</a></div>`]
      : []),
  ]
}

const firstLink = /<a\s([^<>]*)>/i

function addressOf(html: string): string | undefined {
  const [, said = ''] = firstLink.exec(html) ?? []
  return readComponentAttributes(said).words.get('href')
}

function hasWords(html: string): boolean {
  return /[\p{L}\p{N}]/u.test(html.replace(/<[^<>]*>/g, '').replace(/:[\w-]+:/g, ''))
}

const blockStart = /^<(h[1-6]|p)\b[^<>]*>/i
const block = /<(?:h[1-6]|p|div|ul|ol|pre|table|blockquote|figure)\b/i

/** Put the link inside the heading or paragraph; content with a link of its own stays. */
function linked(html: string, target: string | undefined): string {
  if (target === undefined || firstLink.test(html)) return html
  const [start = '', tag = ''] = blockStart.exec(html) ?? []
  const end = start === '' ? html.length : html.indexOf(`</${tag}>`)
  const words = html.slice(start.length, Math.max(end, start.length))
  if (words === '' || block.test(words)) return `${html} <a href="${target}">${target}</a>`
  return `${start}<a href="${target}">${words}</a>${html.slice(end)}`
}

function unknownTag({ named, words, ...block }: Shortcode): UnknownElement {
  const isInclude = block.name === 'include' && words[0] !== undefined
  const value = (name: string): string | undefined => named.get(name)?.trim() || undefined
  const said = words.filter((word) => /\s/.test(word))
  const source = value('src') ?? words.find((word) => imageEnding.test(word))
  return {
    ...block,
    written: `{% ${isInclude ? `include ${words[0]}` : block.name} %}`,
    words: [...said, ...seenAttributes.flatMap((name) => value(name) ?? [])],
    address: addressAttributes.map(value).find((one) => one !== undefined),
    image: {
      source: source ?? '',
      alt: value('alt') ?? said[0] ?? '',
      caption: value('caption') ?? '',
    },
  }
}

export const gitbookConstructs: readonly AnyConstruct[] = [
  gitbookIncludedFiles,
  gitbookHints,
  gitbookTabs,
  gitbookSteps,
  gitbookColumns,
  gitbookUpdates,
  gitbookPrompts,
  gitbookInterfaceParts,
  gitbookInterfaces,
  gitbookCode,
  gitbookContentRefs,
  gitbookEmbeds,
  gitbookFiles,
  gitbookDiagrams,
  gitbookCards,
  gitbookControls,
  gitbookIcons,
  others,
  embeds,
  pagePrograms,
  gitbookRaw,
]
