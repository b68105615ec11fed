/** Constructs of Docsify. @module */

import { posix } from 'node:path'
import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf } from '../code-block.ts'
import type { AnyConstruct, Construct } from '../construct.ts'
import { type LineInclusion, readIncludes } from '../includes.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'

/** https://docsify.js.org/#/embed-files */
const docsifyIncludedFiles: Construct = {
  name: 'file that is included, as Markdown or as code',
  written: "[setup](guide/setup.md ':include')",
  becomes: '# Setup\n\nSet up.',
  sign: /['"]:include/,
  read: (lines, context) => readIncludes(lines, context, { find: findFile, isLink: true }),
}

const include =
  /^(\s*)\[[^\][]{0,300}\]\(([^()\s]{1,500})[ \t]+(['"]):include([^'"\n]{0,300})\3\)[ \t]*$/

function findFile(line: string): LineInclusion | undefined {
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

function fragmentOf(text: string, name: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const marks = lines.flatMap((line, index) =>
    line.includes(`/// [${name}]`) || line.includes(`### [${name}]`) ? [index] : [],
  )
  const [start, end] = marks
  return start === undefined ? undefined : lines.slice(start + 1, end).join('\n')
}

/** https://docsify.js.org/#/helpers */
const docsifyAddresses: Construct = {
  name: 'address of a heading; settings of links and images: sizes stay',
  written: "[a](setup?id=first) [b](#/guide/setup) [c](d ':ignore') ![e](f.png ':size=50x100')",
  becomes: '[a](setup#first) [b](/guide/setup) [c](d) ![e](f.png){width=50 height=100}',
  sign: /\]\([^()\n]*(?:\?id=|#\/| ['"]:)/,
  read: (lines) =>
    mapText(lines, (text) =>
      text.includes('](') ? replaceMatches(text, link, ([, ...parts]) => shown(parts)) : text,
    ),
}

const link = /\]\(([^()\s]{0,1000})(?:[ \t]+(?:'([^'\n]{0,300})'|"([^"\n]{0,300})"))?\)/g

function shown([address = '', single, double]: readonly (string | undefined)[]): string {
  const said = single ?? double
  const place = address.replace(/^#(?=\/)/, '').replace(/\?id=(?=[^&]*$)/, '#')
  if (said === undefined) return `](${place})`
  const words = said.split(/\s+/)
  const title = words.filter((word) => !word.startsWith(':')).join(' ')
  if (title === said) return `](${place} "${title.replace(/["\\]/g, '\\$&')}")`
  const [, width, height] = /(?:^|\s):size=(\d{1,5}%?)(?:x(\d{1,5}))?/.exec(said) ?? []
  const size = [width && `width=${width}`, height && `height=${height}`].filter(Boolean).join(' ')
  return `](${place}${title && ` "${title.replace(/["\\]/g, '\\$&')}"`})${size && `{${size}}`}`
}

/** https://docsify.js.org/#/helpers?id=customise-id-for-headings */
const docsifyHeadings: Construct = {
  name: 'name of a heading; what the sidebar is told of it',
  written: '## First steps :id=first\n\n## More {docsify-ignore}',
  becomes: '## First steps {#first}\n\n## More',
  sign: /^[ \t]*#{1,6} .*(?::id=|\{docsify-ignore)/m,
  read: (lines) =>
    mapText(lines, (text) =>
      /^\s*#{1,6} /.test(text) ? text.replace(hidden, '').replace(name, ' {#$1}') : text,
    ),
}

const hidden = /[ \t]?(?:<!-- )?\{docsify-ignore(?:-all)?\}(?: -->)?[ \t]*$/
const name = /[ \t]:id=([\w-]{1,200})[ \t]*$/

/** https://docsify.js.org/#/helpers */
const docsifyNotes: Construct = {
  name: 'important words and tips',
  written: '!> Mind the tide\nand the wind',
  becomes: '> [!IMPORTANT]\n> Mind the tide\n> and the wind',
  sign: /^[ \t]*[!?]> /m,
  read(lines) {
    const kinds = kindsOf(lines)
    const result: Line[] = []
    let indent: string | undefined
    for (const [index, one] of lines.entries()) {
      const [, space = '', mark, words = ''] =
        (kinds[index] === 'text' && note.exec(one.text)) || []
      if (mark !== undefined) {
        indent = space
        const type = mark === '!' ? 'IMPORTANT' : 'TIP'
        result.push(
          { ...one, text: `${space}> [!${type}]` },
          { ...one, text: `${space}> ${words}` },
        )
      } else {
        if (kinds[index] !== 'text' || one.text.trim() === '') indent = undefined
        result.push(indent === undefined ? one : { ...one, text: `${indent}> ${one.text.trim()}` })
      }
    }
    return result
  },
}

const note = /^(\s*)([!?])> +(.*)$/

export const docsifyConstructs: readonly AnyConstruct[] = [
  docsifyIncludedFiles,
  docsifyNotes,
  docsifyHeadings,
  docsifyAddresses,
  embeds,
  pagePrograms,
]
