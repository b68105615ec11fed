/** Finds the heading that a link means by the names that generators give to headings. @module */
import { uniqueNames } from './adf/heading-names.ts'
import type { DocumentHeading, HeadingWords } from './headings.ts'

type FindHeading = (name: string) => DocumentHeading | undefined

/** Headings by a name that is exactly theirs. */
type NamedHeadings = ReadonlyMap<string, DocumentHeading>

/**
 * Make a search for the headings of a document.
 * @param own Headings by the names that the writer and the page give.
 * @param readWords Reads the words of Markdown headings by their lines.
 * @returns Finds the heading by its name, or undefined where none or several fit.
 */
export function headingsByName(
  inOrder: readonly DocumentHeading[],
  own: NamedHeadings,
  readWords: () => ReadonlyMap<number, HeadingWords>,
): FindHeading {
  let written: readonly HeadingWords[] | undefined
  const namedBy = (nameHeadings: NameHeadings): NamedHeadings => {
    written ??= wordsInOrder(inOrder, readWords())
    const names = nameHeadings(written)
    const named = new Map<string, DocumentHeading>()
    for (const [index, heading] of inOrder.entries()) {
      const name = names[index]
      if (name && !named.has(name)) named.set(name, heading)
    }
    return named
  }
  const onGithub = once(() => namedBy(githubNames))
  const onDocusaurus = once(() => namedBy(docusaurusNames))
  const ways: readonly (() => NamedHeadings)[] = [() => own, onGithub, onDocusaurus]
  const similar = once(() => [
    byLetters(own),
    byLetters(namesBelow(inOrder)),
    byLetters([...onGithub(), ...onDocusaurus()]),
  ])
  return (name) => {
    for (const written of new Set([name, name.toLowerCase()])) {
      for (const named of ways) {
        const heading = named().get(written)
        if (heading !== undefined) return heading
      }
    }
    return findByLetters(similar(), name)
  }
}

function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined
  return () => {
    made ??= make()
    return made
  }
}

function wordsInOrder(
  inOrder: readonly DocumentHeading[],
  written: ReadonlyMap<number, HeadingWords>,
): HeadingWords[] {
  return inOrder.map(
    ({ line, words }) => written.get(line) ?? { words, described: words, isUnnamed: false },
  )
}

type ByLetters = ReadonlyMap<string, DocumentHeading | 'several'>

function findByLetters(maps: readonly ByLetters[], name: string): DocumentHeading | undefined {
  const letters = lettersOf(name)
  for (const map of maps) {
    const heading = map.get(letters)
    if (heading !== undefined) return heading === 'several' ? undefined : heading
  }
  return undefined
}

function byLetters(named: Iterable<readonly [string, DocumentHeading]>): ByLetters {
  const headings = new Map<string, DocumentHeading | 'several'>()
  for (const [name, heading] of named) {
    const letters = lettersOf(name)
    const other = headings.get(letters)
    if (letters !== '') {
      headings.set(letters, other === undefined || other === heading ? heading : 'several')
    }
  }
  return headings
}

/**
 * Python-Markdown leaves accents out of names. Variation selectors and the frame of a keycap are
 * marks, but belong to emoji.
 */
const noLetter = /[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}|\u20e3/gu

function lettersOf(name: string): string {
  if (/^[a-z\d-]*$/.test(name)) return name.replaceAll('-', '')
  return name.normalize('NFKD').toLowerCase().replace(noLetter, '')
}

/** Longer names are never used, and a long heading would be repeated for each heading below it. */
const maxNameLength = 500

/** Svelte's documentation also puts the heading above into a heading's name. */
function namesBelow(inOrder: readonly DocumentHeading[]): [string, DocumentHeading][] {
  const above: DocumentHeading[] = []
  return inOrder.flatMap((heading) => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop()
    const parent = above.at(-1)
    above.push(heading)
    if (parent === undefined) return []
    const name = `${parent.slug} ${heading.slug}`
    return name.length > maxNameLength ? [] : [[name, heading]]
  })
}

/** Makes the names of a document's headings; undefined for a heading that gets none. */
type NameHeadings = (headings: readonly HeadingWords[]) => (string | undefined)[]

/** Images have no words on GitHub, and emoji are drawn after the names are made. */
const githubNames: NameHeadings = (headings) => {
  const unique = uniqueNames('-')
  return headings.map(({ words }) => unique(slugOf(words)))
}

/** Docusaurus names headings by `github-slugger`, with the descriptions of images. */
const docusaurusNames: NameHeadings = (headings) => {
  const unique = uniqueNames('-')
  return headings.map(({ described, isUnnamed }) =>
    isUnnamed ? unique(slugOf(described)) : undefined,
  )
}

/** `github-slugger` removes the same characters. */
function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}
