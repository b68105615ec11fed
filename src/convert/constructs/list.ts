/** Lists: bulleted, numbered, and of tasks. @module */
import type { Conversion } from '../conversion.ts'
import { jsonOfBlock } from '../writer/json.ts'
import { noMarks } from '../writer/marks.ts'
import { beginWithTargets } from '../writer/write-paragraph.ts'
import type { MarkdownConstruct } from './construct.ts'

export const list: MarkdownConstruct = {
  docs: [
    ['bulleted, numbered list', '`bulletList`, `orderedList` with its start'],
    [
      'task list',
      '`taskList`; a mixed list becomes several',
      '`task-number-dropped` when numbered',
    ],
  ],
  examples: {
    '- a\n  1. b': 'bulletList(listItem(paragraph("a"), orderedList(listItem(paragraph("b")))))',
    '3. a': 'orderedList 3(listItem(paragraph("a")))',
    '- [x] a\n- b': 'taskList(taskItem DONE("a")), bulletList(listItem(paragraph("b")))',
  },
  blocks: {
    list(id, conversion) {
      const { nodes, writer } = conversion
      const start = nodes.startOf(id)
      const count = nodes.childCount(id)
      let wasTask: boolean | undefined
      for (let index = 0; index < count; index += 1) {
        const item = nodes.childOf(id, index)
        const isTask = nodes.stateOf(item) !== undefined
        // ADF keeps tasks in lists of their own.
        if (isTask !== wasTask) {
          if (index > 0) writer.close()
          const order = start === undefined ? undefined : start + index
          if (isTask) openTaskList(item, order !== undefined, conversion)
          else openList(nodes.lineOf(item), order, conversion)
        }
        wasTask = isTask
        if (isTask) writeTask(item, conversion)
        else writeItem(item, conversion)
      }
      if (count > 0) writer.close()
    },
  },
}

/** @param order The first number; undefined for bullets. */
export function openList(line: number, order: number | undefined, { writer }: Conversion): void {
  if (order === undefined) writer.open('bulletList', line)
  else writer.open('orderedList', line, order === 1 ? undefined : { order })
}

export function writeItem(id: number, conversion: Conversion): void {
  const { nodes, writer } = conversion
  writer.openItem(nodes.lineOf(id))
  conversion.blocks(id)
  writer.close()
}

function openTaskList(item: number, isNumbered: boolean, conversion: Conversion): void {
  const { nodes, warnings, writer } = conversion
  if (isNumbered) warnings.add('task-number-dropped', nodes.lineOf(item))
  writer.open('taskList', nodes.lineOf(item), { localId: conversion.nextLocalId() })
}

/** A task holds one sentence; further blocks follow it, and go where they can stand. */
function writeTask(id: number, conversion: Conversion): void {
  const { nodes, writer } = conversion
  const line = nodes.lineOf(id)
  const attrs = { localId: conversion.nextLocalId(), state: nodes.stateOf(id) }
  const sentence = conversion.startSentence()
  const first = nodes.childCount(id) === 0 ? 0 : nodes.childOf(id, 0)
  const hasText = nodes.typeOf(first) === 'paragraph'
  if (hasText) conversion.inlines(first, noMarks)
  beginWithTargets(sentence, writer)
  const { json, words } = sentence
  if (sentence.losesMarks) writer.warnings.add('mark-dropped', line)
  writer.block('taskItem', line, jsonOfBlock('taskItem', JSON.stringify(attrs), json), words)
  conversion.blocks(id, hasText ? 1 : 0)
}
