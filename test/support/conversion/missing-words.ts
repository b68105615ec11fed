/** Compares the words of a document with those of what was made of it. @module */
import type { FootnoteDefinition } from 'mdast'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { SaxesParser } from 'saxes'
import { type AnyNode, contentOf } from '../../../src/convert/adf/any-node.ts'
import { adfToText } from '../../../src/convert/adf/node-text.ts'
import type { AdfDoc } from '../../../src/convert/adf/types.ts'
import { findAlertType } from '../../../src/convert/alert-types.ts'
import { replaceEmojiNames } from '../../../src/convert/constructs/text.ts'
import { htmlTokens } from '../../../src/convert/html/html-tokens.ts'
import { parseDocument } from '../../../src/convert/parse-document.ts'
import { type MarkdownNode, mdastOf } from '../../../src/convert/parse-markdown.ts'
import { readImageSize } from '../../../src/convert/rewrite-source.ts'

/** Returns what follows the last word that was found; empty when nothing is missing. */
export function missingWords(markdown: string, adf: AdfDoc): string {
  const held: string[] = []
  for (const node of adf.content) collectAdf(node as AnyNode, held)
  return restAfterMatch(wordsOf(markdown), held.join(' '))
}

export function missingWordsInHtml(markdown: string, html: string): string {
  const held: string[] = []
  collectHtml(parseFragment(html), held)
  return restAfterMatch(wordsOf(markdown), held.join(' '))
}

/** `adf` must be without macros, whose texts are fallbacks. */
export function missingWordsInStorage(adf: AdfDoc, storage: string): string {
  const held: string[] = []
  const parser = new SaxesParser()
  parser.on('text', (text) => held.push(text))
  parser.on('cdata', (text) => held.push(text))
  parser.on('opentag', (tag) => held.push(...Object.values(tag.attributes)))
  parser.write(`<all>${storage}</all>`).close()
  return restAfterMatch(adfToText(adf), held.join(' '))
}

function wordsOf(markdown: string): string {
  const expected: string[] = []
  const notes: Notes = { definitions: new Map(), order: new Set() }
  collectMarkdown(mdastOf(parseDocument(markdown, 90)), expected, notes)
  let known = 0
  const orderDefinitions = (): void => {
    if (notes.definitions.size === known) return
    for (const name of notes.definitions.keys()) notes.order.add(name)
    known = notes.definitions.size
  }
  orderDefinitions()
  // Grows while it is iterated: notes may define further ones.
  for (const name of notes.order) {
    for (const child of notes.definitions.get(name)?.children ?? []) {
      collectMarkdown(child, expected, notes)
    }
    orderDefinitions()
  }
  return expected.join(' ')
}

interface Notes {
  readonly definitions: Map<string, FootnoteDefinition>
  readonly order: Set<string>
}

function collectMarkdown(node: MarkdownNode, words: string[], notes: Notes): void {
  switch (node.type) {
    case 'footnoteDefinition': {
      const isTaken = notes.definitions.has(node.identifier)
      notes.definitions.set(
        `${node.identifier}${isTaken ? `\0${notes.definitions.size}` : ''}`,
        node,
      )
      return
    }
    case 'footnoteReference':
      notes.order.add(node.identifier)
      return
    case 'text':
      words.push(withoutMarker(node.value))
      return
    case 'html':
      words.push(...htmlWords(node.value))
      return
    case 'code':
      if (node.lang !== 'adf') words.push(node.value)
      return
    case 'inlineCode':
    case 'math':
      words.push(node.value)
      return
    case 'inlineMath':
      words.push(node.value.replace(/^`|`$/g, ''))
      return
    case 'image':
    case 'imageReference':
      words.push(readImageSize(node.alt ?? '').alt)
      return
    default:
      if (!('children' in node)) return
      for (const child of node.children) collectMarkdown(child, words, notes)
  }
}

function htmlWords(html: string): string[] {
  return htmlTokens(html, 1).flatMap((token) => {
    if (token.kind === 'text') return [token.text]
    if (token.kind === 'source') return [token.source]
    return token.kind === 'open' && token.name === 'img' ? [token.attributes.get('alt') ?? ''] : []
  })
}

function withoutMarker(text: string): string {
  const unnamed = replaceEmojiNames(text)
    .replace(/\{:? *#[^\s{}]+ *\}$/, '')
    .replace(/^\[TOC\]$/m, '')
  return unnamed.replace(/^\[!([a-z-]+)\][+-]?/i, (marker, name: string) =>
    findAlertType(name) === undefined ? marker : '',
  )
}

function collectAdf(node: AnyNode, words: string[]): void {
  const { alt, title, text } = node.attrs ?? {}
  for (const value of [node.text, alt, title, text]) {
    if (typeof value === 'string') words.push(value)
  }
  for (const child of contentOf(node)) collectAdf(child, words)
}

function collectHtml(node: DefaultTreeAdapterMap['node'], words: string[]): void {
  if (node.nodeName === '#text') words.push((node as DefaultTreeAdapterMap['textNode']).value)
  if ('attrs' in node) words.push(node.attrs.find(({ name }) => name === 'alt')?.value ?? '')
  if ('childNodes' in node) for (const child of node.childNodes) collectHtml(child, words)
}

/** Spaces may differ; all other characters must appear in order. */
function restAfterMatch(expected: string, held: string): string {
  const wanted = expected.replace(/\s+/g, '')
  const available = held.replace(/\s+/g, '')
  let at = 0
  for (const character of available) {
    if (wanted.startsWith(character, at)) at += character.length
  }
  return wanted.slice(at, at + 40)
}
