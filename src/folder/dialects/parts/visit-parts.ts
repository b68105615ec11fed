/** Applies the constructs of a dialect to the parts of a document. @module */
import { append } from '../../../contract/base/lists.ts'
import { plainRules } from '../../../convert/code/code-rules.ts'
import { contentOfTag } from './content.ts'
import { contentParts, makeBlock } from './make-parts.ts'
import { mapChildren, type Part, partsOfRows, rowsOf, type Tag } from './part.ts'
import type { Context, PartConstruct, VisitedTag, WordsConstruct } from './part-construct.ts'
import { rawLines, readParts } from './read-parts.ts'
import { Sentence } from './sentence.ts'
import { elementTags } from './tag-syntaxes.ts'
import { writtenText } from './write-parts.ts'

/**
 * Let constructs replace tags and code, innermost first. Tags that no construct replaces stay as
 * they are written.
 */
export function visitTags(
  parts: readonly Part[],
  constructs: readonly PartConstruct[],
  context: Context,
): { readonly parts: readonly Part[]; readonly isChanged: boolean } {
  const tags = constructs.filter((construct) => 'tag' in construct)
  const syntaxes = new Set(tags.flatMap(({ syntax }) => syntax))
  const inTags = [...syntaxes].filter(({ isReadInTags }) => isReadInTags === true)
  const codes = constructs.filter((construct) => 'code' in construct)
  let isChanged = false

  function visit(parts: readonly Part[], isInOpening = false): readonly Part[] {
    const visited: Part[] = []
    /** Text of the current line; undefined once it has more than block marks. */
    let head: string | undefined = ''
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] as Part
      if (part.type === 'break') head = ''
      if (part.type === 'code' || part.type === 'span') append(visited, visitCode(part))
      else if (part.type !== 'tag') visited.push(part)
      else {
        const children = visit(part.children, isInOpening)
        const isAlone = head !== undefined && endsLine(part.endsLine, parts, index)
        const readTag = isInOpening ? part : withReadOpening(part)
        const tag = visitedTag(readTag, children, head, isAlone)
        const replacement = visitTag(tag)
        append(visited, replacement)
        if (replacement.length > 0) head = undefined
      }
      if (part.type === 'text' && head !== undefined) {
        const text: string = head + part.text
        head = blockPrefix.test(text) ? text : undefined
      } else if (part.type !== 'break' && part.type !== 'tag') head = undefined
    }
    return visited
  }

  /** Replace tags inside the opening tag, but not itself: dialects may share a notation. */
  function withReadOpening(tag: Tag): Tag {
    const inside = tag.opening.slice(1)
    const syntaxes = inTags.filter((syntax) => syntax !== tag.syntax && syntax.start.test(inside))
    if (syntaxes.length === 0) return tag
    const notation = { syntaxes, rules: plainRules }
    const insideParts = readParts(inside, notation, () => tag.line)
    const opening = tag.opening.charAt(0) + writtenText(visit(insideParts, true))
    // A blank line would end the tag.
    if (/\n\s*\n/.test(opening)) return tag
    const { attributes } = tag.syntax.readTag?.(opening, 0) ?? tag
    return { ...tag, opening, attributes }
  }

  function visitTag(tag: VisitedTag): readonly Part[] {
    for (const { syntax, names, isPair, tag: replace } of tags) {
      if (syntax !== tag.syntax && !(Array.isArray(syntax) && syntax.includes(tag.syntax))) continue
      if ((names !== undefined && !names.has(tag.name)) || (isPair && tag.kind !== 'pair')) continue
      const replacement = replace(tag, context)
      if (replacement === undefined) continue
      isChanged = true
      if ('inline' in replacement) return contentParts(replacement.inline, tag.line)
      const block = makeBlock(replacement.block, tag.line)
      const isInItem = /[^\s>]/.test(tag.before)
      const isInHtml = tag.parent?.syntax === elementTags
      // A blank line would end the HTML, or let the words of an item leave it.
      return block.children.length === 0 && tag.isBlock && (isInItem || isInHtml)
        ? [{ type: 'raw', text: '<!-- -->', isComment: true }]
        : [block]
    }
    return [
      ...rawLines(tag.opening, tag.line),
      ...tag.children,
      ...rawLines(tag.closing, tag.closingLine),
    ]
  }

  function visitCode(part: Extract<Part, { type: 'code' | 'span' }>): readonly Part[] {
    let code = part
    for (const construct of codes) {
      const replacement = construct.code(code, context)
      if (replacement === undefined) continue
      isChanged = true
      const [first] = replacement
      if (replacement.length !== 1 || (first?.type !== 'code' && first?.type !== 'span'))
        return replacement
      code = first
    }
    return [code]
  }

  const visitedParts = visit(parts)
  return { parts: visitedParts, isChanged }
}

const blockPrefix = /^(?:\s|>|(?:[-*+]|\d{1,9}[.)])(?=\s))*$/

function endsLine(isEnd: boolean, parts: readonly Part[], index: number): boolean {
  const next = parts[index + 1]
  return isEnd && (next === undefined || next.type === 'break' || next.type === 'text')
}

function visitedTag(
  tag: Tag,
  children: readonly Part[],
  head: string | undefined,
  isBlock: boolean,
): VisitedTag {
  let content: readonly Part[] | undefined
  return {
    ...tag,
    children,
    isBlock,
    get content() {
      content ??= contentOfTag(children, head ?? '', tag.contentLine, tag.indent)
      return content
    },
  }
}

export function visitWords(
  parts: readonly Part[],
  constructs: readonly PartConstruct[],
  context: Context,
  line: number,
): readonly Part[] {
  return constructs.reduce<readonly Part[]>((currentParts, construct) => {
    if ('words' in construct) {
      const change = (children: readonly Part[], at: number): readonly Part[] =>
        replaceWords(children, construct, context, at)
      return change(mapChildren(currentParts, change), line)
    }
    if (!('rows' in construct)) return currentParts
    const change = (children: readonly Part[], at: number): readonly Part[] => {
      const rows = rowsOf(children, at)
      const newRows = construct.rows(rows, context)
      const isSame =
        newRows.length === rows.length && newRows.every((row, index) => row === rows[index])
      return isSame ? children : partsOfRows(newRows)
    }
    return change(mapChildren(currentParts, change), line)
  }, parts)
}

function replaceWords(
  parts: readonly Part[],
  { words: pattern, mark, isProtected = false, replace }: WordsConstruct,
  context: Context,
  line: number,
): readonly Part[] {
  if (!parts.some((part) => part.type === 'text' && part.text.includes(mark))) return parts
  let isChanged = false
  const rows = rowsOf(parts, line).map((row) => {
    if (!row.parts.some((part) => part.type === 'text' && part.text.includes(mark))) return row
    const sentence = new Sentence(row.parts, isProtected)
    const newParts: Part[] = []
    let at = 0
    for (const match of sentence.text.matchAll(pattern)) {
      const group = (number: number): readonly Part[] => {
        const [from, to] = match.indices?.[number] ?? [0, 0]
        return sentence.slice(from, to)
      }
      const replacement = replace({ match, group, line: row.line, text: sentence.text }, context)
      if (replacement === undefined) continue
      append(newParts, sentence.slice(at, match.index))
      append(newParts, contentParts(replacement, row.line))
      at = match.index + match[0].length
    }
    if (at === 0 && newParts.length === 0) return row
    isChanged = true
    return { ...row, parts: [...newParts, ...sentence.slice(at)] }
  })
  return isChanged ? partsOfRows(rows) : parts
}
