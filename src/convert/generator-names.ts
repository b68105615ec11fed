/** The names that GitHub, GitLab, Docusaurus and Python-Markdown make for headings. @module */
import { uniqueNames } from '../adf/heading-names.ts'
import type { HeadingWords } from './heading-words.ts'

/** Makes the names of a document's headings; undefined for a heading that gets none. */
export type NameHeadings = (headings: readonly HeadingWords[]) => (string | undefined)[]

/** Images have no words on GitHub, and emoji are drawn after the names are made. */
export const githubNames: NameHeadings = (headings) => {
  const unique = uniqueNames('-')
  return headings.map(({ words }) => unique(slugOf(words)))
}

/** Docusaurus names headings by `github-slugger`, with the descriptions of images. */
export const docusaurusNames: NameHeadings = (headings) => {
  const unique = uniqueNames('-')
  return headings.map(({ described, isUnnamed }) =>
    isUnnamed ? unique(slugOf(described)) : undefined,
  )
}

/** GitLab's `string_to_anchor`. */
export const gitlabNames: NameHeadings = (headings) => {
  const unique = uniqueNames('-')
  return headings.map(({ words }) => {
    const name = slugOf(words.trim()).replace(/-{2,}/g, '-')
    return unique(/^\d+$/.test(name) ? `anchor-${name}` : name)
  })
}

/** The extension `toc` of Python-Markdown, which MkDocs uses: letters beyond ASCII are left out. */
export const pythonNames: NameHeadings = (headings) => {
  const unique = uniqueInPython()
  return headings.map(({ words, isUnnamed }) => (isUnnamed ? unique(pythonSlug(words)) : undefined))
}

/** `github-slugger` removes the same characters. */
function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

function pythonSlug(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/[^\w \t\n\r\f\v-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '-')
}

/** Python-Markdown counts on where a name ends with a number, and names what has no letters `_1`. */
function uniqueInPython(): (name: string) => string {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return (name) => {
    const [, base = name, digits = '0'] = /^(.*)_(\d+)$/.exec(name) ?? []
    let count = counts.get(name) ?? Number(digits)
    let unique = name
    while (unique === '' || used.has(unique)) {
      count += 1
      unique = `${base}_${count}`
    }
    counts.set(name, count)
    used.add(unique)
    return unique
  }
}
