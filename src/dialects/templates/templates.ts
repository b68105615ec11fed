/**
 * Templates of pages, which their generators fill in before they read Markdown: values, conditions,
 * loops over data, and parts. Code is none, though generators read it as well.
 * @module
 */

import { splitLines } from '../../convert/code/line-reader.ts'
import type { Construct, ReadingContext, TemplateResult } from '../construct.ts'
import { kindOf, type Line } from '../line.ts'
import { textOfLines, withoutFrontMatter } from '../lines-of.ts'
import { isUncut, open } from '../sealed-code.ts'
import { type FoundTemplate, findTemplates } from './find-templates.ts'
import { lineBefore, markOf, withoutLineMarks } from './line-marks.ts'
import { type TemplateLanguage, templateTags } from './template-language.ts'

/** Templates of one language. */
interface TemplateRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly language: TemplateLanguage
  /** Gives the text of a part by the name that a template includes it by; undefined without one. */
  partial(name: string, context: ReadingContext): string | undefined
}

export function templateConstruct({ language, partial, ...texts }: TemplateRule): Construct {
  return {
    ...texts,
    sign: /\{\{|\{%/,
    read(lines, context) {
      const evaluate = context.templates[language]
      if (evaluate === undefined) return lines
      const tags = templateTags[language]
      const source = markedSource(lines)
      const found = findTemplates(source, tags)
      if (found.length === 0) return lines
      const results = evaluate({
        templates: found.map(({ start, end }) => {
          const text = source.slice(start, end)
          // What is kept in a variable is compared, and cut.
          return tags.captures.test(text) ? withoutLineMarks(text) : text
        }),
        frontMatter: frontMatterOf(lines),
        partial: (name) => partial(name, context),
      })
      if (results === undefined) return lines
      const filled = fillIn(source, found, results, problemTeller(source, context))
      return isUncut(withoutLineMarks(filled)) ? readAgain(filled, context) : lines
    },
  }
}

/**
 * Give the text of a part as a template is given it: its code is sealed.
 * @param file Its path and text.
 */
export function partialLines(
  file: { readonly path: string; readonly text: string },
  context: ReadingContext,
): readonly Line[] {
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

/** Give a part that is named by its file, with its ending or without. */
export function includedPart(name: string, context: ReadingContext): string | undefined {
  for (const ending of ['', '.liquid', '.njk', '.html']) {
    const file = context.readInclude(name + ending, 0, true)
    if (file !== undefined) return textOfLines(partialLines(file, context))
  }
  return undefined
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

/** Tells why a template is shown, each once. */
function problemTeller(
  source: string,
  context: ReadingContext,
): (template: FoundTemplate, problem: string) => void {
  const told = new Set<string>()
  return ({ written, start }, problem) => {
    const detail = `${written} (${problem})`
    // What includes something leaves what its tag says, which is told then.
    if (!told.has(detail) && !/\{% (?:include|render)/.test(written)) {
      context.notice('template-shown', detail, lineBefore(source, start))
    }
    told.add(detail)
  }
}

function fillIn(
  source: string,
  found: readonly FoundTemplate[],
  results: readonly TemplateResult[],
  onProblem: (template: FoundTemplate, problem: string) => void,
): string {
  const parts: string[] = []
  let at = 0
  let isTrimmed = false
  for (const [index, template] of found.entries()) {
    const before = source.slice(at, template.start)
    const written = source.slice(template.start, template.end)
    const trimmed = isTrimmed ? before.trimStart() : before
    const result = results[index] as TemplateResult
    const problem = problemOf(template, result)
    if (problem === undefined && 'text' in result) {
      parts.push(/^\{[{%]-/.test(written) ? trimmed.trimEnd() : trimmed, result.text)
    } else {
      parts.push(trimmed, written)
      onProblem(template, problem ?? '')
    }
    isTrimmed = problem === undefined && /-[%}]\}$/.test(written)
    at = template.end
  }
  const rest = source.slice(at)
  return [...parts, isTrimmed ? rest.trimStart() : rest].join('')
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
