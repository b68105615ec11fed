/** A heading of level 1 to 6. @module */
import type { Heading } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { lineOf } from '../parse-markdown.ts'

export const heading: BlockHandler<Heading> = (node, conversion) => [
  {
    type: 'heading',
    attrs: { level: node.depth },
    content: conversion.inlines(node.children),
    line: lineOf(node),
  },
]
