/** `[name](FILE ':include')`: a file in place of the line, as Markdown or as code. @module */
import { posix } from 'node:path'
import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { type Inclusion, readIncludes } from '../includes.ts'

/** https://docsify.js.org/#/embed-files */
export const docsifyIncludedFiles: Construct = {
  name: 'file that is included, as Markdown or as code',
  written: "[setup](guide/setup.md ':include')",
  becomes: '# Setup\n\nSet up.',
  sign: /['"]:include/,
  read: (lines, context) => readIncludes(lines, context, { find: findFile, isLink: true }),
}

const include =
  /^(\s*)\[[^\][]{0,300}\]\(([^()\s]{1,500})[ \t]+(['"]):include([^'"\n]{0,300})\3\)[ \t]*$/

function findFile(line: string): Inclusion | undefined {
  const [found, before = '', address = '', , options = ''] =
    (line.includes(':include') && include.exec(line)) || []
  const isPage = /:type=(?:iframe|video|audio)\b/.test(options)
  if (found === undefined || isPage || /^[a-z]+:/i.test(address)) return undefined
  const ending = posix.extname(address).slice(1)
  const isMarkdown = /^(?:md|markdown)$/.test(ending) && !/:type=code\b/.test(options)
  const fragment = /:fragment=([\w-]{1,100})/.exec(options)?.[1]
  return {
    address,
    before,
    after: '',
    choose({ text }) {
      const part = fragment === undefined ? text : fragmentOf(text, fragment)
      if (part === undefined || isMarkdown) return part
      return codeBlockOf(ending, splitLines(part.trimEnd()), 1)
    },
  }
}

/** What stands between two lines with `/// [name]` or `### [name]`. */
function fragmentOf(text: string, name: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const marks = lines.flatMap((line, index) =>
    line.includes(`/// [${name}]`) || line.includes(`### [${name}]`) ? [index] : [],
  )
  const [start, end] = marks
  return start === undefined ? undefined : lines.slice(start + 1, end).join('\n')
}
