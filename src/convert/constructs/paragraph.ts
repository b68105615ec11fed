/** Paragraphs: sentences, images, formulas, and markers for a table of contents. @module */
import type { Conversion } from '../conversion.ts'
import { type ParagraphPart, writeHtmlParagraph } from '../html/html-flow.ts'
import { noMarks } from '../writer/marks.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import type { MarkdownConstruct } from './construct.ts'
import { displayedFormula, writeFormulaBlock } from './formula.ts'
import { writeText } from './text.ts'

export const paragraph: MarkdownConstruct = {
  docs: [
    ['paragraph, soft break', '`paragraph`; the break is a space'],
    ['`[TOC]`, `[[TOC]]`, `[[_TOC_]]`, `{:toc}` on a line of its own', 'the macro `toc`'],
  ],
  examples: { 'a\nb': 'paragraph("a b")', '[TOC]': 'extension Table of contents' },
  blocks: {
    paragraph: (id, conversion) =>
      writeParagraphPart(
        id,
        { line: conversion.nodes.lineOf(id), from: 0, before: '' },
        conversion,
      ),
  },
}

export function writeParagraphPart(id: number, part: ParagraphPart, conversion: Conversion): void {
  const { nodes, writer } = conversion
  const { line, from, before } = part
  const isWhole = from === 0 && before === ''
  if (isTableOfContents(id, part, conversion)) {
    writer.block('extension', line, tableOfContents, 'Table of contents')
    return
  }
  const tex = isWhole ? displayedFormula(id, conversion) : undefined
  if (tex !== undefined) writeFormulaBlock(tex, line, conversion)
  else if (nodes.holdsHtml(id)) writeHtmlParagraph(id, part, conversion)
  else {
    const sentence = conversion.startSentence({ canBecomeBlock: true })
    writeText(before, noMarks, conversion)
    conversion.inlines(id, noMarks, from)
    writeParagraph(sentence, line, writer)
  }
}

/** Markers for a table of contents in Python-Markdown, GitLab, Azure DevOps and others. */
const marker = /^(?:\[toc\]|\[\[_?toc_?\]\]|\{:toc\}|@\[toc\])$/i
const maxMarkerParts = 3

/** Tell whether a paragraph asks for a table of contents. */
function isTableOfContents(
  id: number,
  { from, before }: ParagraphPart,
  { nodes }: Conversion,
): boolean {
  const count = nodes.childCount(id) - from
  if (count > maxMarkerParts || (count === 0 && before === '')) return false
  if (before === '' && nodes.typeOf(nodes.childOf(id, from)) !== 'text') return false
  const sources = nodes.childrenOf(id, from).map((child) => nodes.sourceOf(child))
  return marker.test((before + sources.join('')).trim())
}

const tableOfContents = JSON.stringify({
  type: 'extension',
  attrs: {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: 'toc',
    text: 'Table of contents',
    parameters: {
      macroParams: {},
      macroMetadata: { schemaVersion: { value: '1' }, title: 'Table of Contents' },
    },
  },
})
