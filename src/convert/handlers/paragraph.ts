/** A paragraph; images inside it are split off by the fit pass. @module */
import type { Paragraph } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { lineOf } from '../parse-markdown.ts'

export const paragraph: BlockHandler<Paragraph> = (node, conversion) => [
  { type: 'paragraph', content: conversion.inlines(node.children), line: lineOf(node) },
]
