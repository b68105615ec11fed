/**
 * Evaluates Liquid before Markdown is read: values, conditions, loops and includes. Code is left
 * alone, though Jekyll evaluates it.
 * @module
 */
import { frontMatterLines, withoutFrontMatter } from '../../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../../convert/code/line-reader.ts'
import type { TemplateResult } from '../dialect-context.ts'
import type { TemplateConstruct, TemplateContext } from '../parts/part-construct.ts'
import { valueOfField } from '../shared/front-matter.ts'
import { type FoundTemplate, findTemplates, insideOf } from './find-templates.ts'
import {
  HiddenCode,
  hasCode,
  hasWholeMarks,
  lineBefore,
  lineMark,
  withoutLineMarks,
} from './hidden-code.ts'
import { isThemePart } from './tags.ts'

/** Captured text is compared and cut, so it must contain no line marks. */
const captures = /\{%-?\s*capture\b/

/** https://jekyllrb.com/docs/liquid/ */
export const jekyllTemplates: TemplateConstruct = {
  name: 'address or value of the site, value of the page, condition, loop, or file that is included',
  written:
    '[A]({{ "/guide/a" | relative_url }}), {{ site.version }}\n{% for one in site.data.team %}\n- {{ one.name | upcase }}{% endfor %}\n\n{% include_relative guide/setup.md %}',
  becomes: '[A](/guide/a), v1.2\n\n- ADA\n- BOB\n\n# Setup\n\nSet up.',
  sign: /\{\{|\{%/,
  evaluate(written, context) {
    const text = written.replace(rawFence, '$1$2')
    const hidden = new HiddenCode(context.rules)
    const source = hidden.hideCode(text, context.lineOf)
    const lines = splitLines(text)
    const frontMatter = lines.slice(0, frontMatterLines(lines))
    const filled = new Evaluation(hidden, frontMatter, context).fill(source)
    const added = Math.max(0, hidden.lengthOf(withoutLineMarks(filled)) - text.length)
    if (filled === source || !hasWholeMarks(filled) || !context.take(added, 1))
      return text === written ? undefined : { text, lineOf: context.lineOf }
    return hidden.openLines(filled)
  },
}

/** Without its mark of raw text, the line may be a fence. */
const rawMark = /(?:\{%-?\s*(?:end)?raw\s*-?%\})?/
const rawFence = new RegExp(
  `^([ \\t>]*)${rawMark.source}((?:\`{3,}|~{3,})[\\w-]*[ \\t]*)${rawMark.source}(?=[ \\t]*$)`,
  'gm',
)

const root = /\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g
const filtered =
  /\{\{-?\s*(["'])([^"'{}]{1,1000})\1\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.(?:baseurl|url))(?:\s*\|[^{}]{0,200})?\s*-?\}\}/g
const variable = /\{\{-?\s*(site|page)\.([\w.-]{1,100})\s*(?:\|\s*(?:escape|strip)\s*)?-?\}\}/g
/** With parameters, a file is evaluated as a part. */
const markdownFile = /\{%-?\s*include(_relative)?\s+([\w./-]{1,500}\.(?:md|markdown))\s{0,100}-?%\}/
const fileOrLine = new RegExp(`${markdownFile.source}|${lineMark.source}`, 'g')

/** Deeper includes end here, and so do circles. */
const maxDepth = 10

/** Cost in characters of each nested include, because their number can grow exponentially. */
const nestedCost = 4_096

class Evaluation {
  private readonly hidden: HiddenCode
  private readonly frontMatter: readonly string[]
  private readonly context: TemplateContext

  constructor(hidden: HiddenCode, frontMatter: readonly string[], context: TemplateContext) {
    this.hidden = hidden
    this.frontMatter = frontMatter
    this.context = context
  }

  fill(source: string): string {
    const { context, frontMatter } = this
    const { evaluateTemplates } = context
    const text = this.withValues(this.withFiles(source, []))
    if (evaluateTemplates === undefined) return text
    return fillIn(text, problemTeller(context), (templates) =>
      evaluateTemplates({
        templates: templates.map((one) => (captures.test(one) ? withoutLineMarks(one) : one)),
        frontMatter: frontMatter.join('\n'),
        partial: (name) => this.partial(name),
      }),
    )
  }

  private withFiles(source: string, including: readonly string[], firstLine = 1): string {
    let line = firstLine
    return source.replace(fileOrLine, (written, isRelative, path?: string) => {
      if (path === undefined) {
        line = lineBefore(written, 0)
        return written
      }
      return this.fileAt(isRelative ? path : `/_includes/${path}`, line, including) ?? ''
    })
  }

  private fileAt(address: string, line: number, including: readonly string[]): string | undefined {
    const { take, path, notice, readInclude } = this.context
    // Check the limit before reading: reading costs as much as including.
    if (!take(0, line)) return undefined
    const file = readInclude(address, line)
    if (file === undefined) return undefined
    if (including.length === maxDepth || [path, ...including].includes(file.path)) {
      notice('include-missing', address, line)
      return undefined
    }
    const text = withoutFrontMatter(file.text).trim()
    if (!take((including.length === 0 ? 0 : nestedCost) + text.length, line)) return undefined
    return this.withFiles(this.hidden.hideCode(text), [...including, file.path], line)
  }

  /** Fill in the addresses and values that need no evaluation. */
  private withValues(source: string): string {
    return source
      .replace(filtered, (_, __, path: string) => path)
      .replace(root, '')
      .replace(variable, (written, of: string, name: string) => {
        const value =
          of === 'site' ? this.context.variable(name) : valueOfField(this.frontMatter, name)
        return value ?? written
      })
  }

  /** Give the text of an include; notes and images of themes are handled by name instead. */
  private partial(name: string): string {
    const address = name.startsWith('./') ? name.slice(2) : `/_includes/${name}`
    const file = isThemePart(name) ? undefined : this.context.readInclude(address, 0, true)
    if (file === undefined) return writtenAgain(name)
    const isMarkdown = /\.(?:md|markdown)$/i.test(file.path)
    // HTML may continue over blank lines and be indented freely, which Markdown would misread.
    const text = isMarkdown
      ? withoutFrontMatter(file.text)
      : splitLines(file.text)
          .map((one) => one.trim())
          .filter((one) => one !== '')
          .join('\n')
    return this.hidden.hideCode(text.trim()) + (/\n\s*$/.test(file.text) ? '\n' : '')
  }
}

/** Write the include tag again with its parameters evaluated, for constructs that know it. */
function writtenAgain(name: string): string {
  const parameters = `{% for one in include %} {{ one[0] }}="{{ one[1] | replace: '"', '\\\\"' }}"{% endfor %}`
  return `{% raw %}{% include ${name}{% endraw %}${parameters}{% raw %} %}{% endraw %}`
}

interface Unevaluated {
  readonly template: FoundTemplate
  readonly problem: string
  readonly isTooMuch?: true
  /** The raw template. */
  readonly text: string
  readonly isBareAttribute: boolean
  readonly line: number
}

/** Reports what became of each template, the same report once. */
function problemTeller(
  context: TemplateContext,
): (what: 'shown' | 'opened' | 'left out', one: Unevaluated) => void {
  const told = new Set<string>()
  return (what, { template: { written, isValue }, problem, text, line }) => {
    if (what === 'left out') {
      const [, name = '…'] = /^\{\{[-+\s]{0,20}([\w.]{1,100})/.exec(withoutLineMarks(text)) ?? []
      return context.leaveOut(isValue ? `{{ ${name} }}` : written, line)
    }
    const detail = `${written} (${problem})`
    if (told.has(detail)) return
    told.add(detail)
    context.notice(what === 'shown' ? 'template-shown' : 'template-opened', detail, line)
  }
}

interface Part {
  readonly text: string
  readonly isDone: boolean
  readonly line: number
}

interface Filling {
  readonly tell: ReturnType<typeof problemTeller>
  /** Nested blocks beyond the limit stay as written. */
  readonly canOpen: boolean
}

const maxOpened = 5

function fillIn(
  source: string,
  tell: Filling['tell'],
  evaluate: (templates: readonly string[]) => readonly TemplateResult[],
): string {
  let parts: readonly Part[] = [{ text: source, isDone: false, line: 1 }]
  for (let depth = 0; depth <= maxOpened && parts.some(({ isDone }) => !isDone); depth += 1) {
    const found = parts.map((part) => (part.isDone ? [] : findTemplates(part.text)))
    const templates = parts.flatMap(({ text }, index) =>
      (found[index] ?? []).map(({ start, end }) => text.slice(start, end)),
    )
    const results = templates.length === 0 ? [] : evaluate(templates)
    const left = results.values()
    const filling = { tell, canOpen: depth < maxOpened }
    parts = parts.flatMap((part, index) => fillPart(part, found[index] ?? [], left, filling))
  }
  return parts.map(({ text }) => text).join('')
}

function fillPart(
  part: Part,
  found: readonly FoundTemplate[],
  results: Iterator<TemplateResult>,
  filling: Filling,
): readonly Part[] {
  if (part.isDone) return [part]
  const parts: Part[] = []
  let { line } = part
  let at = 0
  let isTrimmed = false
  const leave = (text: string): void => {
    line = Math.max(line, lineBefore(text, text.length))
    parts.push({ text, isDone: true, line })
  }
  for (const template of found) {
    const before = part.text.slice(at, template.start)
    const trimmed = isTrimmed ? before.trimStart() : before
    const text = part.text.slice(template.start, template.end)
    const result = results.next().value as TemplateResult
    const problem = problemOf(template, result)
    leave(trimmed)
    const isTrimmedBelow = /-[%}]\}$/.test(text)
    // Only where nothing below it stays does the line end of an included file matter.
    const ended = (shown: string): string =>
      isTrimmedBelow || !/^\{%-?\s*include/.test(text) ? shown : shown.replace(/\n$/, '')
    const replaced: Part =
      problem === undefined && 'text' in result
        ? { text: ended(result.text), isDone: true, line }
        : unevaluated(
            {
              ...result,
              template,
              problem: problem ?? '',
              text,
              line,
              isBareAttribute:
                bareAttribute.test(trimmed) && /[\s/>]/.test(part.text[template.end] ?? ''),
            },
            filling,
          )
    const isShown = replaced.text === text
    if (!isShown && /^\{[{%]-/.test(text)) {
      parts.push({ ...(parts.pop() as Part), text: trimmed.trimEnd() })
    }
    parts.push(replaced)
    isTrimmed = !isShown && isTrimmedBelow
    at = template.end
  }
  const rest = part.text.slice(at)
  leave(isTrimmed ? rest.trimStart() : rest)
  return parts
}

/**
 * An attribute whose value would vanish needs an empty one, or the next name would become its
 * value.
 */
const bareAttribute = /\s[a-z][\w-]{0,50}=$/i

/** Values leave nothing and blocks leave their content; readers of includes report themselves. */
function unevaluated(one: Unevaluated, { tell, canOpen }: Filling): Part {
  const { text, line, isTooMuch, isBareAttribute } = one
  const { isValue, isBlock, written } = one.template
  const left = { text, isDone: true, line }
  if (/^\{% include/.test(written)) return left
  // Blank lines or further tags inside mean that the delimiters do not belong together.
  if (isTooMuch || (isBlock ? !canOpen : /\n\s*\n|(?!^)\{[{%]/.test(text))) {
    tell('shown', one)
    return left
  }
  const inside = isBlock && !captures.test(written) ? insideOf(text) : ''
  if (hasWords(inside)) {
    tell('opened', one)
    return { text: inside, isDone: false, line }
  }
  // Tags that only assign show nothing, so they need no report.
  if (isValue || isBlock) tell('left out', one)
  return { ...left, text: isValue && isBareAttribute ? '""' : '' }
}

/**
 * A loop whose content is only values and marks says nothing without them; code always says
 * something.
 */
function hasWords(text: string): boolean {
  const plain = withoutLineMarks(text)
    .replace(/\{\{[^{}]{0,1000}\}\}|\{%[^{}]{0,1000}%\}/g, '')
    .replace(/<[^<>]{0,2000}>/g, '')
  return /[\p{L}\p{N}]/u.test(plain) || hasCode(plain)
}

/** An empty value is probably one that only the generator knows. */
function problemOf({ isValue }: FoundTemplate, result: TemplateResult): string | undefined {
  if ('problem' in result) return result.problem
  return isValue && result.text === '' ? 'it has no value here' : undefined
}
