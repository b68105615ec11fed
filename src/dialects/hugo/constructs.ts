/** What Hugo knows beyond Markdown, with the shortcodes of the themes that many use. @module */

import { splitLines } from '../../convert/code/line-reader.ts'
import type { Attributes } from '../attributes.ts'
import type { AnyConstruct, Construct, ReadingContext } from '../construct.ts'
import { textOfLines } from '../lines-of.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import type { LineReplacement } from '../replace-tags.ts'
import { open } from '../sealed-code.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import {
  otherShortcodes,
  replaceShortcodes,
  type Shortcode,
  shortcodeConstruct,
} from '../shortcodes.ts'
import { hugoEscapes, hugoFigures, hugoNotation, hugoNotes, hugoTabs } from './blocks.ts'
import { hugoCode, hugoDiagrams, hugoIncludedFiles } from './code.ts'
import {
  hugoButtons,
  hugoCards,
  hugoComments,
  hugoDetails,
  hugoEmbeds,
  hugoGroups,
  hugoReferences,
  hugoTables,
  hugoValues,
  hugoWords,
} from './parts.ts'

const folders = ['layouts/shortcodes', 'layouts/_shortcodes']

/** https://gohugo.io/templates/shortcode/ */
const ownTemplates: Construct = {
  name: 'shortcode that the site has a plain template for',
  written: '{{% spoken by="Ada" %}}\nSome words.\n{{% /spoken %}}',
  becomes: '**Ada:**\n\nSome words.',
  sign: /\{\{[<%]/,
  read(lines, context) {
    const templates = new Map<string, string | undefined>()
    return replaceShortcodes(lines, hugoNotation, (shortcode) => {
      const { name, line } = shortcode
      if (!templates.has(name)) templates.set(name, templateOf(name, line, context))
      const template = templates.get(name)
      const isTaken = template !== undefined && context.take(template.length, line)
      return isTaken ? filled(shortcode, template) : undefined
    })
  },
}

function templateOf(name: string, line: number, context: ReadingContext): string | undefined {
  for (const folder of folders) {
    for (const ending of ['html', 'md']) {
      const file = context.readInclude(`/${folder}/${name}.${ending}`, line, true)
      if (file === undefined) continue
      const texts = splitLines(file.text)
      // HTML may continue over blank lines and be indented freely, which Markdown would misread.
      const shown =
        ending === 'md' ? texts : texts.map((text) => text.trim()).filter((text) => text !== '')
      return textOfLines(context.linesOf(shown.join('\n')))
    }
  }
  return undefined
}

function filled(shortcode: Shortcode, template: string): LineReplacement {
  const { kind, isBlock, content } = shortcode
  const words = textOfLines(content)
  const inner = isBlock ? `\n\n${words}\n\n` : words
  const text = fillGoTemplate(template, shortcode, kind === 'pair' ? inner : '')
    ?.replace(/\n{3,}/g, '\n\n')
    .trim()
  if (text === undefined) return undefined
  return isBlock ? { block: [text] } : { inline: text.replace(/\s*\n\s*/g, ' ') }
}

export const hugoConstructs: readonly AnyConstruct[] = [
  hugoIncludedFiles,
  hugoValues,
  ...[
    ...[hugoComments, hugoCode, hugoDiagrams, hugoReferences, hugoFigures, hugoEmbeds, hugoWords],
    ...[hugoButtons, hugoTabs, hugoNotes, hugoDetails, hugoCards, hugoGroups, hugoTables],
  ].map((rule) => shortcodeConstruct(rule, hugoNotation)),
  ownTemplates,
  otherShortcodes(
    {
      written: '{{% blocks/lead title="More" %}}\nSome words.\n{{% /blocks/lead %}}',
      sign: /\{\{[<%]/,
      show: (name) => `{{< ${name} >}}`,
    },
    hugoNotation,
  ),
  embeds,
  pagePrograms,
  otherAlerts,
  mkdocsAttributeLists,
  hugoEscapes,
]

const action =
  /\{\{(-?)\s*(?:\/\*(?:[^*]|\*(?!\/)){0,1000}\*\/|((?:[^"`{}]|"(?:[^"\\]|\\.)*"|`[^`]*`){0,500}?))\s*(-?)\}\}/g
const argument = /^\$?\.Get\s+(?:(["`])(\w[\w-]*)\1|(\d{1,2}))$/
const literal = /^(["`])([^"`]*)\1$/
/** Filters that change how a text is written, not what it says. */
const plainFilter =
  /^(?:markdownify|safe(?:HTML|HTMLAttr|URL|CSS|JS)|htmlUnescape|plainify|strings\.TrimSpace|\$?\.?(?:Page\.)?RenderString)$/
const initial = /^default\s+(["`][^"`]*["`])$/
const outsideQuotes = /\s*\|\s*(?=(?:[^"`]|"[^"]*"|`[^`]*`)*$)/
const condition = /^(not\s+)?(?:(eq)\s+)?(\([^()]*\)|\$?\.\w+\s+\S+|\S+)(?:\s+(["`][^"`]*["`]))?$/

interface Part {
  isMet: boolean
  wasMet: boolean
  readonly dot: string | undefined
}

interface Scope {
  readonly attributes: Attributes
  readonly inner: string
  readonly parts: Part[]
  readonly variables: Map<string, string>
}

/**
 * Fill in a template.
 * @returns Undefined when it is a program: it computes, repeats, or needs more than it was given.
 */
function fillGoTemplate(
  template: string,
  attributes: Attributes,
  inner: string,
): string | undefined {
  const scope: Scope = { attributes, inner, parts: [], variables: new Map() }
  let filled = ''
  let at = 0
  let isTrimmed = false
  const write = (text: string): void => {
    if (scope.parts.every(({ isMet }) => isMet)) filled += text
  }
  for (const { 0: written, 1: before, 2: statement, 3: after, index } of template.matchAll(
    action,
  )) {
    const text = template.slice(at, index)
    if (text.includes('{{')) return undefined
    const start = isTrimmed ? text.trimStart() : text
    write(before === '' ? start : start.trimEnd())
    at = index + written.length
    isTrimmed = after !== ''
    const shown = statement === undefined ? '' : follow(open(statement), scope)
    if (shown === undefined) return undefined
    write(shown)
  }
  const rest = template.slice(at)
  if (scope.parts.length > 0 || rest.includes('{{')) return undefined
  write(isTrimmed ? rest.trimStart() : rest)
  return filled
}

/** @returns The output of an action; undefined when its effect is unknown. */
function follow(statement: string, scope: Scope): string | undefined {
  const [, keyword, rest = ''] = /^(if|with|else if|else|end)\b\s*(.*)$/s.exec(statement) ?? []
  if (keyword === 'end') return scope.parts.pop() && ''
  if (keyword !== undefined) return openPart(keyword, rest, scope) ? '' : undefined
  const [, name, assigned = statement] = /^(\$\w+)\s*:?=\s*(.+)$/s.exec(statement) ?? []
  const value = valueIn(assigned, scope)
  if (name === undefined || value === undefined) return value
  scope.variables.set(name, value)
  return ''
}

function openPart(keyword: string, rest: string, scope: Scope): boolean {
  const { parts } = scope
  const isMet = keyword === 'else' ? true : isMetIn(rest, scope)
  const last = parts.at(-1)
  if (isMet === undefined) return false
  if (keyword.startsWith('else')) {
    if (last === undefined) return false
    last.isMet = isMet && !last.wasMet
    last.wasMet ||= isMet
  } else {
    parts.push({ isMet, wasMet: isMet, dot: keyword === 'with' ? valueIn(rest, scope) : undefined })
  }
  return true
}

function isMetIn(written: string, scope: Scope): boolean | undefined {
  const [found, isNot, isEqual, asked = '', wanted] = condition.exec(written) ?? []
  if (found === undefined || (isEqual === undefined) !== (wanted === undefined)) return undefined
  const value = valueIn(asked, scope)
  if (value === undefined) return undefined
  const isTrue =
    wanted === undefined ? value !== '' && value !== 'false' : value === termIn(wanted, scope)
  return isTrue !== (isNot !== undefined)
}

function valueIn(written: string, scope: Scope): string | undefined {
  const [first = '', ...filters] = written.split(outsideQuotes)
  const found = termIn(first.replace(/^\((.*)\)$/s, '$1').trim(), scope)
  return filters.reduce<string | undefined>((value, filter) => {
    const [, otherwise] = initial.exec(filter) ?? []
    if (otherwise !== undefined) return value === '' ? termIn(otherwise, scope) : value
    return plainFilter.test(filter) ? value : undefined
  }, found)
}

function termIn(term: string, { attributes, inner, parts, variables }: Scope): string | undefined {
  if (/^\$?\.Inner$/.test(term)) return inner
  if (term === '.') return parts.findLast(({ dot }) => dot !== undefined)?.dot
  if (term === '.IsNamedParams') return attributes.named.size > 0 ? 'true' : ''
  const [, , name, place] = argument.exec(term) ?? []
  if (name !== undefined) return attributes.named.get(name) ?? ''
  if (place !== undefined) return attributes.words[Number(place)] ?? ''
  return variables.get(term) ?? literal.exec(term)?.[2]
}
