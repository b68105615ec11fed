/** `:material-check:` and icons of the other sets: a sign, or the words around them say enough. @module */
import type { Construct } from '../construct.ts'
import { mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://squidfunk.github.io/mkdocs-material/reference/icons-emojis/ */
export const mkdocsIcons: Construct = {
  name: 'icon: a sign that has a meaning; left out beside words; its name where it stands alone',
  written: '| :material-check: | :simple-docker: Docker | :fontawesome-solid-cloud-sun: |',
  becomes: '| ✓ | Docker | cloud sun |',
  sign: /:(?:material|fontawesome|octicons|simple|custom)-/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes(':')) return text
      return replaceAmongWords(text, icon, (match) => {
        const [written, before = '', set = '', name = '', after = ''] = match
        const sign = signOf(name)
        if (sign !== undefined) return before + sign + after
        const words = set === 'octicons' ? name.replace(/-\d+$/, '') : name
        const shown = words.replace(/^(?:brands|solid|regular)-/, '').replaceAll('-', ' ')
        if (!hasWords(match, written)) return before + shown + after
        const next = match.input?.[(match.index ?? 0) + written.length] ?? ''
        return after !== '' || /[\p{L}\p{N}]/u.test(next) ? before : ''
      })
    }),
}

const icon =
  /([ \t]*):(material|fontawesome|octicons|simple|custom)-([a-z\d][a-z\d-]{0,80}):(?:\{[^{}]{0,200}\})?([ \t]*)/gi

/** What icons say that stand for a word. */
const signs: readonly (readonly [name: RegExp, sign: string])[] = [
  [/(?:^|-)(?:check|checkbox|checkmark)(?:-|$)/, '✓'],
  [/(?:^|-)(?:close|cancel|xmark|times|x)(?:-|$)/, '✗'],
  [/(?:^|-)(?:alert|warning|exclamation)(?:-|$)/, '⚠'],
  [/(?:^|-)star(?:-|$)/, '★'],
  [/(?:^|-)minus(?:-|$)/, '−'],
]

function signOf(name: string): string | undefined {
  return signs.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]
}

/** Words further away are not beside it. */
const maxDistance = 500

/** In its cell of a table, in the words of its link, or in its line. */
function hasWords({ index = 0, input = '' }: RegExpMatchArray, written: string): boolean {
  const before = input.slice(Math.max(0, index - maxDistance), index)
  const after = input.slice(index + written.length, index + written.length + maxDistance)
  const start = before.slice(Math.max(before.lastIndexOf('|'), before.lastIndexOf('[')) + 1)
  const [end = ''] = /^[^|\]]*/.exec(after) ?? []
  return /[\p{L}\p{N}\uE000]/u.test((start + end).replace(icon, ''))
}
