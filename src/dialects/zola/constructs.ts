/** What Zola knows beyond Markdown, with the shortcodes of themes that many use. @module */
import type { Construct } from '../construct.ts'
import { escapeConstruct, hugoFigures, hugoNotes, hugoTabs } from '../hugo/blocks.ts'
import { hugoCode, hugoDiagrams } from '../hugo/code.ts'
import { hugoButtons, hugoCards, hugoDetails, hugoEmbeds, hugoGroups } from '../hugo/parts.ts'
import { mapText, replaceMatches } from '../line.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { embeds } from '../shared-constructs.ts'
import {
  otherShortcodes,
  ownShortcodes,
  type ShortcodeRule,
  shortcodeConstruct,
} from '../shortcodes.ts'
import { pagePrograms } from '../unknown-parts.ts'
import { zolaNotation } from './notation.ts'

/** Shortcodes that themes of Hugo have as well, as Zola writes them. */
const shortcodes: readonly (readonly [ShortcodeRule, written: string])[] = [
  [hugoCode, '{% highlight(lang="go") %}\nfunc main() {}\n{% end %}'],
  [hugoDiagrams, '{% mermaid() %}\ngraph LR\n{% end %}'],
  [hugoFigures, '{{ figure(src="images/logo.png", alt="Logo", caption="Ours", width=200) }}'],
  [hugoEmbeds, '{{ youtube(id="dQw4w9WgXcQ") }}'],
  [hugoButtons, '{{ button(href="guide/setup.md", text="Begin") }}'],
  [hugoTabs, '{% tabs() %}\n{% tab(name="npm") %}\nUse **npm**.\n{% end %}\n{% end %}'],
  [hugoNotes, '{% alert(type="warning", title="Take care") %}\nIt is **hot**.\n{% end %}'],
  [hugoDetails, '{% details(summary="Why?") %}\nBecause.\n{% end %}'],
  [hugoCards, '{{ card(title="Setup", link="guide/setup.md", subtitle="How to begin.") }}'],
  [hugoGroups, '{% columns() %}\nSome words.\n{% end %}'],
]

/** https://www.getzola.org/documentation/content/linking/#internal-links */
const addresses: Construct = {
  name: "address from the site's content",
  written: '[the setup](@/guide/setup.md#first)',
  becomes: '[the setup](/guide/setup.md#first)',
  sign: /@\//,
  read: (lines) =>
    mapText(lines, (text) =>
      replaceMatches(
        text,
        /(\]\(<?|^\s{0,3}\[[^\]]{1,500}\]:\s{0,100}<?|\b(?:href|src)=["'])@\//g,
        ([, before]) => `${before}/`,
      ),
    ),
}

/** https://www.getzola.org/documentation/content/shortcodes/#writing-a-shortcode */
const ownTemplates: Construct = ownShortcodes(
  {
    written: '{% spoken(by="Ada") %}\nSome words.\n{% end %}',
    becomes: '**Ada:**\n\nSome words.',
    sign: /\{[{%]\s{0,100}[A-Za-z_]\w*\s{0,100}\(/,
    filesOf: (name) => ['md', 'html'].map((ending) => `/templates/shortcodes/${name}.${ending}`),
    fill: (template, { named }, body) =>
      fillTemplate(
        template,
        new Map([...named, ...(body === undefined ? [] : [['body', body] as const])]),
      ),
  },
  zolaNotation,
)

export const zolaConstructs: readonly Construct[] = [
  addresses,
  ...shortcodes.map(([rule, written]) => shortcodeConstruct({ ...rule, written }, zolaNotation)),
  ownTemplates,
  otherShortcodes(
    {
      written: '{% aside(title="More") %}\nSome words.\n{% end %}',
      sign: /\{[{%]\s{0,100}[A-Za-z_]\w*\s{0,100}\(/,
      show: (name) => `{{ ${name}() }}`,
    },
    zolaNotation,
  ),
  embeds,
  pagePrograms,
  mkdocsAttributeLists,
  escapeConstruct({
    written: 'Write {{/* note() */}} here.',
    becomes: 'Write &#123;{ note() }} here.',
    sign: /\{[{%]\/\*/,
    inCode: { written: '`{{/* note() */}}`', becomes: '`{{ note() }}`' },
    escaped: /(\{[{%])\/\*((?:(?!\{[{%]\/\*).){0,1000}?)\*\/([%}]\})/gs,
  }),
]

/** What stands between text: a comment, a value, or a word of a condition. */
const opening = /\{[#{%]/g
const closings: Readonly<Record<string, string>> = { '{#': '#}', '{{': '}}', '{%': '%}' }
const value = /^(\w+)((?:\s*\|\s*\w+(?:\([^()]*\))?)*)$/
const plainFilters = new Set(['safe', 'markdown', 'trim', 'default', 'escape'])
const initial = /\|\s*default\(\s*(?:value\s*=\s*)?(["'])([^()]*?)\1\s*\)/
const condition = /^(?:if|elif)\s+(not\s+)?(\w+)(?:\s+is\s+defined|\s*(==|!=)\s*(["'])(.*?)\4)?$/

/** A condition that the text stands in. */
interface Condition {
  /** What stands here is shown. */
  isMet: boolean
  /** A part of it was shown. */
  wasMet: boolean
}

/**
 * Fill in a template.
 * @returns Undefined when it is a program: it computes, repeats, or asks for more than it was given.
 */
function fillTemplate(template: string, values: ReadonlyMap<string, string>): string | undefined {
  const conditions: Condition[] = []
  const isShown = (): boolean => conditions.every(({ isMet }) => isMet)
  let filled = ''
  let at = 0
  for (const { 0: opened, index } of template.matchAll(opening)) {
    // Within one that is open, such as a string, it opens nothing.
    if (index < at) continue
    const closing = closings[opened] as string
    const end = template.indexOf(closing, index + opened.length)
    // Generators take it for a fault.
    if (end === -1) return undefined
    if (isShown()) filled += template.slice(at, index)
    at = end + closing.length
    const said = template
      .slice(index + opened.length, end)
      .replace(/^-|-$/g, '')
      .trim()
    if (opened === '{{') {
      const found = valueIn(said, values)
      if (found === undefined) return undefined
      if (isShown()) filled += found
    } else if (opened === '{%' && !follow(said, conditions, values)) return undefined
  }
  return conditions.length > 0 ? undefined : filled + template.slice(at)
}

/** How it is escaped is no matter of its words. */
function valueIn(written: string, values: ReadonlyMap<string, string>): string | undefined {
  const [, name, filters = ''] = value.exec(written) ?? []
  const names = filters.split('|').slice(1)
  const isPlain = names.every((filter) => plainFilters.has(/\w+/.exec(filter)?.[0] ?? ''))
  if (name === undefined || !isPlain) return undefined
  return values.get(name) ?? initial.exec(filters)?.[2] ?? ''
}

/** @returns Whether it is a part of a condition that can be told. */
function follow(
  statement: string,
  conditions: Condition[],
  values: ReadonlyMap<string, string>,
): boolean {
  if (statement === 'endif') return conditions.pop() !== undefined
  const last = conditions.at(-1)
  const isNew = statement.startsWith('if ')
  const isMet = statement === 'else' ? true : conditionOf(statement, values)
  if (isMet === undefined || (!isNew && last === undefined)) return false
  if (isNew || last === undefined) conditions.push({ isMet, wasMet: isMet })
  else {
    last.isMet = isMet && !last.wasMet
    last.wasMet ||= isMet
  }
  return true
}

function conditionOf(statement: string, values: ReadonlyMap<string, string>): boolean | undefined {
  const [found, isNot, name = '', operator, , wanted] = condition.exec(statement) ?? []
  if (found === undefined) return undefined
  const given = values.get(name)
  const isTrue =
    operator === undefined
      ? !!given && given !== 'false'
      : (given === wanted) === (operator === '==')
  return isTrue !== (isNot !== undefined)
}
