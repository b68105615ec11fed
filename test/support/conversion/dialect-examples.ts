/** What the examples of constructs refer to, and the tables that show them. @module */
import type { Example } from '../../../src/folder/dialects/parts/part-construct.ts'
import { contextOf } from './dialect-context.ts'

const files: Readonly<Record<string, string>> = {
  'notes.md': [
    'one',
    'two',
    'three',
    'four',
    'five',
    '<!-- ANCHOR: part --><!-- #region part --><!-- --8<-- [start:part] -->',
    'six',
    '<!-- ANCHOR_END: part --><!-- #endregion part --><!-- --8<-- [end:part] -->',
    '',
  ].join('\n'),
  'guide/setup.md': '# Setup\n\nSet up.\n',
  'images/logo.png': '',
}

export function exampleContext(noticed: string[]): ReturnType<typeof contextOf> {
  return {
    ...contextOf(files, noticed),
    findFile: (name) =>
      Object.keys(files).find((path) =>
        `/${path}`.replace(/\.md$/, '').endsWith(`/${name.replace(/\.md$/, '')}`),
      ),
  }
}

export function exampleRow({
  name,
  input,
  becomes,
}: Pick<Example, 'name' | 'input' | 'becomes'>): string {
  return `| ${name} | ${inCode(input)} | ${inCode(becomes)} |`
}

function inCode(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([marks]) => marks.length))
  const marks = '`'.repeat(longest + 1)
  const space = longest === 0 ? '' : ' '
  return marks + space + text.replaceAll('|', '\\|').replaceAll('\n', '⏎') + space + marks
}
