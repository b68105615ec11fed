/** `- [/]`: tasks with marks of their own, each of which says that it is not open. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'

/** https://help.obsidian.md/syntax#Task+lists */
export const obsidianTaskMarks: Construct = {
  name: 'task with another mark: a done one',
  written: '- [-] Sail',
  becomes: '- [x] Sail',
  sign: /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\sxX\][]\]\s/m,
  read: (lines) => mapText(lines, (text) => text.replace(mark, '$1[x]$2')),
}

const mark = /^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+)\[[^\sxX\][]\](\s+\S)/u
