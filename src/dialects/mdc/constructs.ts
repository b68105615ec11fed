/** What Nuxt Content knows beyond Markdown: components between colons, with properties and slots. @module */

import { findAlertType } from '../../convert/alert-types.ts'
import { alertAround } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import { codeGroupOf } from '../code-block.ts'
import type { AnyConstruct, Construct } from '../construct.ts'
import { type Container, replaceContainers } from '../containers.ts'
import { detailsAround } from '../details.ts'
import { kindOf, type Line, mapText } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { mystSpans } from '../myst/marks.ts'
import { oneLine } from '../parts/words.ts'
import { open } from '../sealed-code.ts'
import { pandocAttributeLists } from '../shared/attribute-lists.ts'
import { addressAttributes, seenAttributes } from '../shared/unknown-parts.ts'
import { leaveLines } from '../unknown-parts.ts'

/** Add a colon to components, so that they match containers. */
function asContainers(lines: readonly Line[]): readonly Line[] {
  return mapText(lines, (text) => text.replace(/^([\s>]{0,100}):(?=:+(?:[a-z]|\s*$))/, '$1::'))
}

const field = /^\s*([a-zA-Z][\w-]*):\s*(.*)$/
const slot = /^#[a-z][\w-]*(?:\{[^{}]*\})?\s*$/

interface Component {
  readonly values: ReadonlyMap<string, string>
  readonly content: readonly Line[]
}

/** Properties come from the first line or from YAML above the content. */
function componentOf({ written, content }: Container): Component {
  const [, said = ''] = /^[^{]*\{(.*)\}/.exec(written) ?? []
  const [, label] = /\[([^\][]*)\]/.exec(written) ?? []
  const values = new Map(readAttributes(said).named)
  if (label !== undefined) values.set('label', label)
  const isYaml = content[0]?.text.trim() === '---'
  const end = isYaml ? content.findIndex(({ text }, at) => at > 0 && text.trim() === '---') : -1
  for (const { text } of content.slice(1, Math.max(end, 1))) {
    const [, key = '', value = ''] = field.exec(open(text)) ?? []
    if (key !== '') values.set(key, value.trim().replace(/^(["'])(.*)\1$/, '$2'))
  }
  const inside = content
    .slice(end + 1)
    .filter(({ text }) => kindOf(text) !== 'text' || !slot.test(text))
  return { values, content: withoutBlankEnds(inside) }
}

/** https://content.nuxt.com/docs/files/markdown#block-components */
const components: Construct = {
  name: 'component: a note, code, tabs, or what it holds below its title',
  written:
    '::callout{type="warning"}\nIt is **hot**.\n::\n\n::card\n---\ntitle: More\nto: guide/setup.md\n---\nSome words.\n::',
  becomes: '> [!WARNING]\n> It is **hot**.\n\n**[More](guide/setup.md)**\n\nSome words.',
  sign: /^[ \t>]*::/m,
  read: (lines, context) =>
    replaceContainers(
      asContainers(lines),
      (container) => {
        const { name, line } = container
        const kind = name.replace(/^(?:u|prose)-/, '')
        const { values, content } = componentOf(container)
        const value = (...names: readonly string[]): string | undefined =>
          names.map((one) => values.get(one)).find((one) => one !== undefined && one !== '')
        const title = value('title', 'label')
        if (name === '') return { block: content }
        if (kind === 'code-group') return { block: codeGroupOf(content) }
        if (kind === 'tabs-item' || kind === 'accordion-item' || kind === 'collapsible')
          return {
            block: detailsAround(title ?? 'More', content, { line, isTab: kind === 'tabs-item' }),
          }
        const note = notes.has(kind) ? (value('type', 'color') ?? 'note') : kind
        if (notes.has(kind) || findAlertType(kind) !== undefined)
          return { block: alertAround(note, title, content, line) }
        return leaveLines(
          {
            content,
            sentence: content,
            isBlock: true,
            line,
            written: `::${name}`,
            words: seenAttributes.flatMap((one) => value(one) ?? []),
            address: value(...addressAttributes),
            image: {
              source: value('src') ?? '',
              alt: value('alt') ?? '',
              caption: value('caption') ?? '',
            },
          },
          context,
        )
      },
      { leavesOpen: false },
    ),
}

const notes = new Set(['callout', 'alert'])

const inline =
  /(?<![\w:`\\/])::?(?!:)([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\[([^\][\n]{0,500})\](?:\{([^{}\n]{0,1000})\})?|\{([^{}\n]{0,1000})\})/g

/** https://content.nuxt.com/docs/files/markdown#inline-components */
const inlines: Construct = {
  name: 'component in a sentence: its words',
  written: 'Click :badge[here]{color="red"} or :u-button{label="There" to="guide/setup.md"}.',
  becomes: 'Click here or [There](guide/setup.md).',
  sign: /:[a-z][\w-]*[[{]|:br\b/,
  read: (lines, context) =>
    mapText(lines, (text, line) =>
      text
        .replace(/(?<![\w:]):br(?![\w:])/g, '<br>')
        .replace(inline, (_, name: string, words?: string, behind?: string, said?: string) => {
          const { named } = readAttributes(behind ?? said ?? '')
          const value = (...names: readonly string[]): string | undefined =>
            names.map((one) => named.get(one) ?? named.get(`:${one}`)).find((one) => one)
          const shown = words ?? value(...seenAttributes) ?? ''
          const address = value(...addressAttributes)
          const label = oneLine(shown)
          if (address !== undefined) return `[${label || address}](${address})`
          if (label === '' && name !== 'icon') context.leaveOut(`:${name}`, line)
          return label
        }),
    ),
}

export const mdcConstructs: readonly AnyConstruct[] = [
  components,
  inlines,
  mystSpans,
  pandocAttributeLists,
]
