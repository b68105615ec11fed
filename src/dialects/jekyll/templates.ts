/**
 * Templates of pages in Liquid, which Jekyll fills in before it reads Markdown: values, conditions,
 * loops over data, and parts. Code is none, though Jekyll reads it as well.
 * @module
 */
import { splitLines } from '../../convert/code/line-reader.ts'
import type { Construct, IncludedFile, ReadingContext, TemplateResult } from '../construct.ts'
import { kindOf, type Line } from '../line.ts'
import { textOfLines, withoutFrontMatter } from '../lines-of.ts'
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

/** What is kept in a variable is compared, and cut: no mark of a line may be in it. */
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

/** Give the text of a part; of a theme's notes and images it is known what they mean. */
function partialText(name: string, context: ReadingContext): string {
  const address = name.startsWith('./') ? name.slice(2) : `/_includes/${name}`
  const file = isThemePart(name) ? undefined : context.readInclude(address, 0, true)
  if (file === undefined) return writtenAgain(name)
  const read = [jekyllCode, jekyllRaw, jekyllComments].reduce(
    (lines, construct) => construct.read(lines, context),
    partialLines(file, context),
  )
  return textOfLines(read)
}

/** The tag with the values of its parameters, for those who know it by its name. */
function writtenAgain(name: string): string {
  const parameters = `{% for one in include %} {{ one[0] }}="{{ one[1] | replace: '"', '\\\\"' }}"{% endfor %}`
  return `{% raw %}{% include ${name}{% endraw %}${parameters}{% raw %} %}{% endraw %}`
}

/** Give the text of a part as a template is given it: its code is sealed. */
function partialLines(file: IncludedFile, context: ReadingContext): readonly Line[] {
  const isMarkdown = /\.(?:md|markdown)$/i.test(file.path)
  // HTML goes on over blank lines, and is indented as it likes.
  const text = isMarkdown
    ? withoutFrontMatter(file.text)
    : splitLines(file.text)
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .join('\n')
  return context.linesOf(text.trim())
}

/** Each line begins with its mark, but within tags, and where tags take spaces away. */
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

/** What cannot be evaluated, and where it stands. */
interface Unevaluated {
  readonly template: FoundTemplate
  readonly problem: string
  readonly isTooMuch?: true
  /** As it is written. */
  readonly text: string
  /** It is the value of an attribute that has no quotes. */
  readonly isBareAttribute: boolean
  /** The line of the file. */
  readonly line: number
}

/** Tells what became of it, the same once. */
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

/** A part of a document: filled in, or one in which templates may stand. */
interface Part {
  readonly text: string
  readonly isDone: boolean
  /** The line of the file that it begins in. */
  readonly line: number
}

/** What fills in the parts of a document. */
interface Filling {
  readonly tell: ReturnType<typeof problemTeller>
  /** Blocks that hold one another deeper are shown. */
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
    const replaced: Part =
      problem === undefined && 'text' in result
        ? { text: result.text, isDone: true, line }
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
    isTrimmed = !isShown && /-[%}]\}$/.test(text)
    at = template.end
  }
  const rest = part.text.slice(at)
  leave(isTrimmed ? rest.trimStart() : rest)
  return parts
}

/** What would be its value is the name of the next without it. */
const bareAttribute = /\s[a-z][\w-]{0,50}=$/i

/** Values leave nothing, blocks what they hold; what includes something is told of by its own reader. */
function unevaluated(one: Unevaluated, { tell, canOpen }: Filling): Part {
  const { text, line, isTooMuch, isBareAttribute } = one
  const { isValue, isBlock, written } = one.template
  const left = { text, isDone: true, line }
  if (/^\{% include/.test(written)) return left
  // Words between marks that belong to nobody are no value.
  if (isTooMuch || (isBlock ? !canOpen : /\n\s*\n|(?!^)\{[{%]/.test(text))) {
    tell('shown', one)
    return left
  }
  const inside = isBlock && !captures.test(written) ? insideOf(text) : ''
  if (hasWords(inside)) {
    tell('opened', one)
    return { text: inside, isDone: false, line }
  }
  // What only gives a name to a value shows nothing itself.
  if (isValue || isBlock) tell('left out', one)
  return { ...left, text: isValue && isBareAttribute ? '""' : '' }
}

/** A loop of nothing but values and marks says nothing without them; code is never nothing. */
function hasWords(text: string): boolean {
  const plain = withoutLineMarks(text)
    .replace(/\{\{[^{}]{0,1000}\}\}|\{%[^{}]{0,1000}%\}/g, '')
    .replace(/<[^<>]{0,2000}>/g, '')
  return /[\p{L}\p{N}]/u.test(plain) || open(plain) !== plain
}

/** A value that is nothing is rather one that only the generator knows. */
function problemOf({ isValue }: FoundTemplate, result: TemplateResult): string | undefined {
  if ('problem' in result) return result.problem
  return isValue && result.text === '' ? 'it has no value here' : undefined
}

/** What templates write may be code, and no longer be any. */
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
