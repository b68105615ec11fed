/**
 * Evaluates Liquid templates of pages before Markdown is read: values, conditions, loops and
 * includes. Code is left alone, though Jekyll evaluates it.
 * @module
 */
import { withoutFrontMatter } from '../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import type { Construct, IncludedFile, ReadingContext, TemplateResult } from '../construct.ts'
import { kindOf, type Line } from '../line.ts'
import { textOfLines } from '../lines-of.ts'
import { isUncut, open } from '../sealed-code.ts'
import {
  type FoundTemplate,
  findTemplates,
  insideOf,
  lineBefore,
  markOf,
  withoutLineMarks,
} from './find-templates.ts'
import { isThemePart, jekyllCode, jekyllComments, jekyllRaw } from './tags.ts'

/** Captured text is compared and cut, so it must contain no line marks. */
const captures = /\{%-?\s*capture\b/

/** https://jekyllrb.com/docs/liquid/ */
export const jekyllTemplates: Construct = {
  name: 'condition, loop, or part with parameters',
  written: '{% for one in site.data.team %}\n- {{ one.name | upcase }}{% endfor %}',
  becomes: '\n- ADA\n- BOB',
  sign: /\{\{|\{%/,
  read(lines, context) {
    const { evaluateTemplates } = context
    if (evaluateTemplates === undefined) return lines
    const source = markedSource(lines)
    const frontMatter = frontMatterOf(lines)
    const filled = fillIn(source, problemTeller(context), (templates) =>
      evaluateTemplates({
        templates: templates.map((one) => (captures.test(one) ? withoutLineMarks(one) : one)),
        frontMatter,
        partial: (name) => partialText(name, context),
      }),
    )
    if (filled === source) return lines
    return isUncut(withoutLineMarks(filled)) ? readAgain(filled, context) : lines
  },
}

/** Give the text of an include; notes and images of themes are handled by name instead. */
function partialText(name: string, context: ReadingContext): string {
  const address = name.startsWith('./') ? name.slice(2) : `/_includes/${name}`
  const file = isThemePart(name) ? undefined : context.readInclude(address, 0, true)
  if (file === undefined) return writtenAgain(name)
  const read = [jekyllCode, jekyllRaw, jekyllComments].reduce(
    (lines, construct) => construct.read(lines, context),
    partialLines(file, context),
  )
  return textOfLines(read) + (/\n\s*$/.test(file.text) ? '\n' : '')
}

/** Write the include tag again with its parameters evaluated, for constructs that know it. */
function writtenAgain(name: string): string {
  const parameters = `{% for one in include %} {{ one[0] }}="{{ one[1] | replace: '"', '\\\\"' }}"{% endfor %}`
  return `{% raw %}{% include ${name}{% endraw %}${parameters}{% raw %} %}{% endraw %}`
}

/** Give an include's text with sealed code, as templates need it. */
function partialLines(file: IncludedFile, context: ReadingContext): readonly Line[] {
  const isMarkdown = /\.(?:md|markdown)$/i.test(file.path)
  // HTML may continue over blank lines and be indented freely, which Markdown would misread.
  const text = isMarkdown
    ? withoutFrontMatter(file.text)
    : splitLines(file.text)
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .join('\n')
  return context.linesOf(text.trim())
}

/** Begin each line with its line mark, except inside tags and where a tag trims spaces. */
function markedSource(lines: readonly Line[]): string {
  let isInTag = false
  const marked = lines.map(({ text, line }) => {
    const isMarked = !isInTag && !/^\s*(?:$|\{[{%]-)/.test(text)
    const lastMark = text.match(/\{[{%]|[%}]\}/g)?.at(-1)
    isInTag = lastMark === undefined ? isInTag : lastMark.startsWith('{')
    return isMarked ? text.replace(/^\s*/, (spaces) => spaces + markOf(line)) : text
  })
  return marked.join('\n')
}

function frontMatterOf(lines: readonly Line[]): string {
  const end = lines.findIndex(({ text }) => kindOf(text) !== 'front-matter')
  return open(textOfLines(end === -1 ? lines : lines.slice(0, end)))
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
  context: ReadingContext,
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
              ...{ ...result, template, problem: problem ?? '', text, line },
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
  return /[\p{L}\p{N}]/u.test(plain) || open(plain) !== plain
}

/** An empty value is probably one that only the generator knows. */
function problemOf({ isValue }: FoundTemplate, result: TemplateResult): string | undefined {
  if ('problem' in result) return result.problem
  return isValue && result.text === '' ? 'it has no value here' : undefined
}

/** The output of templates may add or remove code, so code is found again. */
function readAgain(filled: string, context: ReadingContext): readonly Line[] {
  let last = 1
  const numbers: number[] = []
  const texts = filled
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((text) => {
      const plain = withoutLineMarks(text)
      if (plain !== text) last = lineBefore(text, text.length)
      numbers.push(last)
      return open(plain)
    })
  return context
    .linesOf(texts.join('\n'))
    .map(({ text }, index) => ({ text, line: numbers[index] ?? last }))
}
