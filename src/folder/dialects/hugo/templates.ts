/** Evaluates simple templates of the site's own shortcodes. @module */
import { splitLines } from '../../../convert/code/line-reader.ts'
import type { Attributes } from '../attributes.ts'
import { mapChildren, type Part } from '../parts/part.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import { shortcodeTags } from '../shared/shortcodes.ts'
import { hugoShortcodes } from './syntax.ts'

const folders = ['layouts/shortcodes', 'layouts/_shortcodes']

/** https://gohugo.io/templates/shortcode/ */
export const hugoTemplates: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'shortcode that the site has a plain template for',
  input: '{{% spoken by="Ada" %}}\nSome words.\n{{% /spoken %}}',
  becomes: '**Ada:**\n\nSome words.',
  replace(shortcode, context) {
    const { name, kind, isBlock, content, children, line } = shortcode
    const template = templateOf(name, line, context)
    if (template === undefined || !context.take(template.length, line)) return undefined
    const inner = kind !== 'pair' ? '' : isBlock ? `\n\n${innerMark}\n\n` : innerMark
    const markdown = fillGoTemplate(template, shortcode, inner)
      ?.replace(/\n{3,}/g, '\n\n')
      .trim()
    if (markdown === undefined) return undefined
    const filledParts = context.read(isBlock ? markdown : markdown.replace(/\s*\n\s*/g, ' '), line)
    const parts = withInner(filledParts, isBlock ? content : children)
    return isBlock ? { block: [parts] } : { inline: parts }
  },
})

function templateOf(name: string, line: number, context: Context): string | undefined {
  for (const folder of folders) {
    for (const ending of ['html', 'md']) {
      const file = context.readInclude(`/${folder}/${name}.${ending}`, line, true)
      if (file === undefined) continue
      const text = file.text.replaceAll(innerMark, '')
      if (ending === 'md') return text
      // HTML may be indented and continue over blank lines; Markdown would misread both.
      return splitLines(text)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join('\n')
    }
  }
  return undefined
}

/** Placeholder for the shortcode's content while its template is read. */
const innerMark = '\uE000'

function withInner(parts: readonly Part[], inner: readonly Part[]): readonly Part[] {
  const fill = (currentParts: readonly Part[]): readonly Part[] =>
    currentParts.flatMap((part): readonly Part[] => {
      if ((part.type !== 'text' && part.type !== 'raw') || !part.text.includes(innerMark))
        return [part]
      return part.text
        .split(innerMark)
        .flatMap((text, index) => [...(index === 0 ? [] : inner), { ...part, text }])
    })
  return fill(mapChildren(parts, fill))
}

const action =
  /\{\{(-?)\s*(?:\/\*(?:[^*]|\*(?!\/)){0,1000}\*\/|((?:[^"`{}]|"(?:[^"\\]|\\.)*"|`[^`]*`){0,500}?))\s*(-?)\}\}/g
const argument = /^\$?\.Get\s+(?:(["`])(\w[\w-]*)\1|(\d{1,2}))$/
const literal = /^(["`])([^"`]*)\1$/
/** Filters that do not change the words. */
const plainFilter =
  /^(?:markdownify|safe(?:HTML|HTMLAttr|URL|CSS|JS)|htmlUnescape|plainify|strings\.TrimSpace|\$?\.?(?:Page\.)?RenderString)$/
const initial = /^default\s+(["`][^"`]*["`])$/
const outsideQuotes = /\s*\|\s*(?=(?:[^"`]|"[^"]*"|`[^`]*`)*$)/
const condition = /^(not\s+)?(?:(eq)\s+)?(\([^()]*\)|\$?\.\w+\s+\S+|\S+)(?:\s+(["`][^"`]*["`]))?$/

interface Branch {
  isMet: boolean
  wasMet: boolean
  readonly dot: string | undefined
}

interface Scope {
  readonly attributes: Attributes
  readonly inner: string
  readonly branches: Branch[]
  readonly variables: Map<string, string>
}

/** @returns Undefined if the template is a program: it computes, loops, or needs unknown values. */
function fillGoTemplate(
  template: string,
  attributes: Attributes,
  inner: string,
): string | undefined {
  const scope: Scope = { attributes, inner, branches: [], variables: new Map() }
  let output = ''
  let at = 0
  let isTrimmed = false
  const write = (text: string): void => {
    if (scope.branches.every(({ isMet }) => isMet)) output += text
  }
  for (const { 0: actionText, 1: before, 2: statement, 3: after, index } of template.matchAll(
    action,
  )) {
    const text = template.slice(at, index)
    if (text.includes('{{')) return undefined
    const start = isTrimmed ? text.trimStart() : text
    write(before === '' ? start : start.trimEnd())
    at = index + actionText.length
    isTrimmed = after !== ''
    const value = statement === undefined ? '' : follow(statement, scope)
    if (value === undefined) return undefined
    write(value)
  }
  const rest = template.slice(at)
  if (scope.branches.length > 0 || rest.includes('{{')) return undefined
  write(isTrimmed ? rest.trimStart() : rest)
  return output
}

/** @returns The output of an action; undefined if its effect is unknown. */
function follow(statement: string, scope: Scope): string | undefined {
  const [, keyword, rest = ''] = /^(if|with|else if|else|end)\b\s*(.*)$/s.exec(statement) ?? []
  if (keyword === 'end') return scope.branches.pop() && ''
  if (keyword !== undefined) return openBranch(keyword, rest, scope) ? '' : undefined
  const [, name, expression = statement] = /^(\$\w+)\s*:?=\s*(.+)$/s.exec(statement) ?? []
  const value = valueIn(expression, scope)
  if (name === undefined || value === undefined) return value
  scope.variables.set(name, value)
  return ''
}

function openBranch(keyword: string, rest: string, scope: Scope): boolean {
  const { branches } = scope
  const isMet = keyword === 'else' ? true : isMetIn(rest, scope)
  const last = branches.at(-1)
  if (isMet === undefined) return false
  if (keyword.startsWith('else')) {
    if (last === undefined) return false
    last.isMet = isMet && !last.wasMet
    last.wasMet ||= isMet
  } else {
    branches.push({
      isMet,
      wasMet: isMet,
      dot: keyword === 'with' ? valueIn(rest, scope) : undefined,
    })
  }
  return true
}

function isMetIn(conditionText: string, scope: Scope): boolean | undefined {
  const [match, isNot, isEqual, left = '', right] = condition.exec(conditionText) ?? []
  if (match === undefined || (isEqual === undefined) !== (right === undefined)) return undefined
  const value = valueIn(left, scope)
  if (value === undefined) return undefined
  const isTrue =
    right === undefined ? value !== '' && value !== 'false' : value === termIn(right, scope)
  return isTrue !== (isNot !== undefined)
}

function valueIn(expression: string, scope: Scope): string | undefined {
  const [first = '', ...filters] = expression.split(outsideQuotes)
  const initialValue = termIn(first.replace(/^\((.*)\)$/s, '$1').trim(), scope)
  return filters.reduce<string | undefined>((value, filter) => {
    const [, otherwise] = initial.exec(filter) ?? []
    if (otherwise !== undefined) return value === '' ? termIn(otherwise, scope) : value
    return plainFilter.test(filter) ? value : undefined
  }, initialValue)
}

function termIn(
  term: string,
  { attributes, inner, branches, variables }: Scope,
): string | undefined {
  if (/^\$?\.Inner$/.test(term)) return inner
  if (term === '.') return branches.findLast(({ dot }) => dot !== undefined)?.dot
  if (term === '.IsNamedParams') return attributes.pairs.size > 0 ? 'true' : ''
  const [, , name, place] = argument.exec(term) ?? []
  if (name !== undefined) return attributes.pairs.get(name) ?? ''
  if (place !== undefined) return attributes.words[Number(place)] ?? ''
  return variables.get(term) ?? literal.exec(term)?.[2]
}
