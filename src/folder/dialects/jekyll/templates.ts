/**
 * Evaluates Liquid before the Markdown is read, except in code (which Jekyll evaluates too).
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

/** Templates compare and cut captured text, so it must contain no line marks. */
const captures = /\{%-?\s*capture\b/

/** https://jekyllrb.com/docs/liquid/ */
export const jekyllTemplates: TemplateConstruct = {
  name: 'address or value of the site, value of the page, condition, loop, or file that is included',
  input:
    '[A]({{ "/guide/a" | relative_url }}), {{ site.version }}\n{% for one in site.data.team %}\n- {{ one.name | upcase }}{% endfor %}\n\n{% include_relative guide/setup.md %}',
  becomes: '[A](/guide/a), v1.2\n\n- ADA\n- BOB\n\n# Setup\n\nSet up.',
  sign: /\{\{|\{%/,
  evaluate(original, context) {
    const text = original.replace(rawFence, '$1$2')
    const hidden = new HiddenCode(context.rules)
    const source = hidden.hideCode(text, context.lineOf)
    const lines = splitLines(text)
    const frontMatter = lines.slice(0, frontMatterLines(lines))
    const output = new Evaluation(hidden, frontMatter, context).fill(source)
    const growth = Math.max(0, hidden.lengthOf(withoutLineMarks(output)) - text.length)
    if (output === source || !hasWholeMarks(output) || !context.take(growth, 1))
      return text === original ? undefined : { text, lineOf: context.lineOf }
    return hidden.openLines(output)
  },
}

/** Removing the raw mark may leave a fence. */
const rawMark = /(?:\{%-?\s*(?:end)?raw\s*-?%\})?/
const rawFence = new RegExp(
  `^([ \\t>]*)${rawMark.source}((?:\`{3,}|~{3,})[\\w-]*[ \\t]*)${rawMark.source}(?=[ \\t]*$)`,
  'gm',
)

const root = /\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g
const filteredAddress =
  /\{\{-?\s*(["'])([^"'{}]{1,1000})\1\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.(?:baseurl|url))(?:\s*\|[^{}]{0,200})?\s*-?\}\}/g
const variable = /\{\{-?\s*(site|page)\.([\w.-]{1,100})\s*(?:\|\s*(?:escape|strip)\s*)?-?\}\}/g
/** Includes with parameters are evaluated as partials instead. */
const markdownFile = /\{%-?\s*include(_relative)?\s+([\w./-]{1,500}\.(?:md|markdown))\s{0,100}-?%\}/
const fileOrLine = new RegExp(`${markdownFile.source}|${lineMark.source}`, 'g')

/** Stops deep and circular includes. */
const maxDepth = 10

/** Each nested include costs this many characters, because their number can grow exponentially. */
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
    return fillIn(text, problemReporter(context), (templates) =>
      evaluateTemplates({
        templates: templates.map((template) =>
          captures.test(template) ? withoutLineMarks(template) : template,
        ),
        frontMatter: frontMatter.join('\n'),
        partial: (name) => this.partial(name),
      }),
    )
  }

  private withFiles(source: string, including: readonly string[], firstLine = 1): string {
    let line = firstLine
    return source.replace(fileOrLine, (match, isRelative, path?: string) => {
      if (path === undefined) {
        line = lineBefore(match, 0)
        return match
      }
      return this.fileAt(isRelative ? path : `/_includes/${path}`, line, including) ?? ''
    })
  }

  private fileAt(address: string, line: number, including: readonly string[]): string | undefined {
    const { take, path, notice, readInclude } = this.context
    // Check the limit first: reading a file costs as much as including it.
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

  /** Fill in addresses and values that need no template engine. */
  private withValues(source: string): string {
    return source
      .replace(filteredAddress, (_, __, path: string) => path)
      .replace(root, '')
      .replace(variable, (match, owner: string, name: string) => {
        const value =
          owner === 'site' ? this.context.variable(name) : valueOfField(this.frontMatter, name)
        return value ?? match
      })
  }

  /** The text of an include. Constructs handle those of themes by name. */
  private partial(name: string): string {
    const address = name.startsWith('./') ? name.slice(2) : `/_includes/${name}`
    const file = isThemePart(name) ? undefined : this.context.readInclude(address, 0, true)
    if (file === undefined) return includeTag(name)
    const isMarkdown = /\.(?:md|markdown)$/i.test(file.path)
    // HTML may be indented and continue over blank lines; Markdown would misread both.
    const text = isMarkdown
      ? withoutFrontMatter(file.text)
      : splitLines(file.text)
          .map((line) => line.trim())
          .filter((line) => line !== '')
          .join('\n')
    return this.hidden.hideCode(text.trim()) + (/\n\s*$/.test(file.text) ? '\n' : '')
  }
}

/** The include tag with evaluated parameters, for the constructs of themes. */
function includeTag(name: string): string {
  const parameters = `{% for one in include %} {{ one[0] }}="{{ one[1] | replace: '"', '\\\\"' }}"{% endfor %}`
  return `{% raw %}{% include ${name}{% endraw %}${parameters}{% raw %} %}{% endraw %}`
}

interface FailedTemplate {
  readonly template: FoundTemplate
  readonly problem: string
  readonly isTooMuch?: true
  readonly text: string
  readonly isBareAttribute: boolean
  readonly line: number
}

/** Repeated reports are dropped. */
function problemReporter(
  context: TemplateContext,
): (outcome: 'shown' | 'opened' | 'left out', failure: FailedTemplate) => void {
  const reported = new Set<string>()
  return (outcome, { template: { notation, isValue }, problem, text, line }) => {
    if (outcome === 'left out') {
      const [, name = '…'] = /^\{\{[-+\s]{0,20}([\w.]{1,100})/.exec(withoutLineMarks(text)) ?? []
      return context.leaveOut(isValue ? `{{ ${name} }}` : notation, line)
    }
    const detail = `${notation} (${problem})`
    if (reported.has(detail)) return
    reported.add(detail)
    context.notice(outcome === 'shown' ? 'template-shown' : 'template-opened', detail, line)
  }
}

interface Part {
  readonly text: string
  readonly isDone: boolean
  readonly line: number
}

interface Filling {
  readonly report: ReturnType<typeof problemReporter>
  /** Blocks nested deeper stay as they are. */
  readonly canOpen: boolean
}

const maxNesting = 5

function fillIn(
  source: string,
  report: Filling['report'],
  evaluate: (templates: readonly string[]) => readonly TemplateResult[],
): string {
  let parts: readonly Part[] = [{ text: source, isDone: false, line: 1 }]
  for (let depth = 0; depth <= maxNesting && parts.some(({ isDone }) => !isDone); depth += 1) {
    const templateLists = parts.map((part) => (part.isDone ? [] : findTemplates(part.text)))
    const templates = parts.flatMap(({ text }, index) =>
      (templateLists[index] ?? []).map(({ start, end }) => text.slice(start, end)),
    )
    const results = templates.length === 0 ? [] : evaluate(templates)
    const iterator = results.values()
    const filling = { report, canOpen: depth < maxNesting }
    parts = parts.flatMap((part, index) =>
      fillPart(part, templateLists[index] ?? [], iterator, filling),
    )
  }
  return parts.map(({ text }) => text).join('')
}

function fillPart(
  part: Part,
  templates: readonly FoundTemplate[],
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
  for (const template of templates) {
    const before = part.text.slice(at, template.start)
    const trimmed = isTrimmed ? before.trimStart() : before
    const text = part.text.slice(template.start, template.end)
    const result = results.next().value as TemplateResult
    const problem = problemOf(template, result)
    leave(trimmed)
    const isTrimmedBelow = /-[%}]\}$/.test(text)
    // The tag has a line end of its own, so the last one of an included file is dropped.
    const withoutLineEnd = (output: string): string =>
      isTrimmedBelow || !/^\{%-?\s*include/.test(text) ? output : output.replace(/\n$/, '')
    const replacement: Part =
      problem === undefined && 'text' in result
        ? { text: withoutLineEnd(result.text), isDone: true, line }
        : leaveTemplate(
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
    const isShown = replacement.text === text
    if (!isShown && /^\{[{%]-/.test(text)) {
      parts.push({ ...(parts.pop() as Part), text: trimmed.trimEnd() })
    }
    parts.push(replacement)
    isTrimmed = !isShown && isTrimmedBelow
    at = template.end
  }
  const rest = part.text.slice(at)
  leave(isTrimmed ? rest.trimStart() : rest)
  return parts
}

/** If an attribute's value vanished, the next name would become its value; it gets an empty one. */
const bareAttribute = /\s[a-z][\w-]{0,50}=$/i

/** Failed values vanish, failed blocks leave their content. Includes report themselves. */
function leaveTemplate(failure: FailedTemplate, { report, canOpen }: Filling): Part {
  const { text, line, isTooMuch, isBareAttribute } = failure
  const { isValue, isBlock, notation } = failure.template
  const unchanged = { text, isDone: true, line }
  if (/^\{% include/.test(notation)) return unchanged
  // Blank lines or other tags inside show that the delimiters do not belong together.
  if (isTooMuch || (isBlock ? !canOpen : /\n\s*\n|(?!^)\{[{%]/.test(text))) {
    report('shown', failure)
    return unchanged
  }
  const content = isBlock && !captures.test(notation) ? insideOf(text) : ''
  if (hasWords(content)) {
    report('opened', failure)
    return { text: content, isDone: false, line }
  }
  if (isValue || isBlock) report('left out', failure)
  return { ...unchanged, text: isValue && isBareAttribute ? '""' : '' }
}

/** Whether the content has text besides templates and tags; code counts as text. */
function hasWords(text: string): boolean {
  const plain = withoutLineMarks(text)
    .replace(/\{\{[^{}]{0,1000}\}\}|\{%[^{}]{0,1000}%\}/g, '')
    .replace(/<[^<>]{0,2000}>/g, '')
  return /[\p{L}\p{N}]/u.test(plain) || hasCode(plain)
}

/** An empty value probably exists only in Jekyll. */
function problemOf({ isValue }: FoundTemplate, result: TemplateResult): string | undefined {
  if ('problem' in result) return result.problem
  return isValue && result.text === '' ? 'it has no value here' : undefined
}
