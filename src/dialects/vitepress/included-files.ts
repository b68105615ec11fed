/** Comments that include Markdown: `@include: ./part.md{3,}`. @module */
import type { Construct } from '../construct.ts'
import { around, readIncludes } from '../includes.ts'
import { textsOf } from '../lines-of.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { rangeOf, regionOf, slugOf } from './file-parts.ts'
import { sourceAddress } from './snippets.ts'

const directive =
  /<!--\s*@include:\s*([^\s{}#<>]{1,500}?)(?:#([^\s{}<>]{1,200}))?(?:\{(\d*,?\d*)\})?\s*-->/

/** https://vitepress.dev/guide/markdown#markdown-file-inclusion */
export const vitepressIncludedFiles: Construct = {
  name: 'file that is included',
  written: '<!--@include: ./guide/setup.md{3,}-->',
  becomes: 'Set up.',
  sign: /<!--\s*@include:/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => {
        const found = directive.exec(text)
        if (found === null) return undefined
        const [, path = '', part, range] = found
        return {
          address: sourceAddress(path),
          ...around(found),
          choose(file) {
            const texts = textsOf(file.text.replace(/\r?\n$/, ''))
            const chosen = part === undefined ? texts : partOf(texts, part)
            if (chosen === undefined) return undefined
            const text = (range === undefined ? chosen : rangeOf(chosen, range)).join('\n')
            return rebaseLinks({ ...file, text }, context)
          },
        }
      },
    }),
}

/** A region, or what stands below a heading until the next of its level. */
function partOf(texts: readonly string[], name: string): readonly string[] | undefined {
  const region = regionOf(texts, name)
  if (region !== undefined) return region
  const levelOf = (text: string): number => /^#{1,6}(?=\s)/.exec(text)?.[0].length ?? 0
  const start = texts.findIndex((text) => levelOf(text) > 0 && slugOf(text) === name)
  if (start === -1) return undefined
  const level = levelOf(texts[start] as string)
  const length = texts
    .slice(start + 1)
    .findIndex((text) => levelOf(text) > 0 && levelOf(text) <= level)
  return texts.slice(start, length === -1 ? texts.length : start + 1 + length)
}
