/** What a conversion had to change or drop, by line of the Markdown. @module */

/**
 * One thing that a conversion had to change or leave out.
 *
 * @example
 * ```ts
 * for (const { line, code, message } of markdownToAdf(markdown).warnings) {
 *   console.warn(`${line}: ${message} (${code})`)
 * }
 * ```
 */
export interface Warning {
  readonly code: WarningCode
  /** A sentence for people. */
  readonly message: string
  /** Line of the Markdown, from 1. */
  readonly line: number
}

/** Each code with the sentence that people read. */
export const warningMessages = {
  'alignment-dropped': 'The wiki cannot align, indent or widen this here: it stands as usual.',
  'anchor-missing': 'The page has no heading of this name: the link leads nowhere.',
  'block-lifted':
    'The wiki cannot hold this block here: it stands after the enclosing one, which goes on below.',
  'code-info-dropped':
    'Only the language of the code block was kept, not the rest of its info string.',
  'empty-link': 'The link has no text: its address is shown instead.',
  'front-matter': 'The front matter was left out of the page.',
  'heading-flattened': 'The wiki cannot hold a heading here: it became a bold paragraph.',
  'html-comment-dropped': 'The HTML comment was left out.',
  'html-unbalanced': 'An HTML tag without its counterpart was left out.',
  'html-shown': 'HTML that has no counterpart in the wiki is shown as text.',
  'image-dropped':
    'The embedded image is no PNG, JPEG, GIF, WebP, AVIF or safe SVG: its description stands in its place.',
  'image-linked': 'The wiki cannot hold an image here: it became a link.',
  'image-reduced': 'Parts of the SVG image that could run, move or load something were left out.',
  'image-split': 'The wiki cannot hold an image inside a sentence: it stands on its own line.',
  'images-stacked': 'The wiki cannot hold images in a row: they stand one below the other.',
  'mark-dropped': 'The wiki cannot combine code with other formatting: only the code was kept.',
  'math-shown': 'The wiki has no formulas: this one is shown as TeX, in code.',
  'more-warnings': 'There were more warnings, which are not listed.',
  'panel-flattened': 'The wiki cannot hold a panel here: its content stands without it.',
  'quote-flattened': 'The wiki cannot hold a quote here: its content stands without it.',
  'rule-dropped': 'The wiki cannot hold a dividing line here: it was left out.',
  'table-flattened': 'The wiki cannot hold a table here: its rows became paragraphs.',
  'title-flattened': 'The wiki keeps this title as plain text, without formatting or links.',
  'task-number-dropped': 'The wiki cannot number tasks: the numbers were left out.',
} as const

/** What a program may tell warnings apart by; `docs/conversion.md` has the list. */
export type WarningCode = keyof typeof warningMessages

/** The line that there was more is one of them. */
const maxWarnings = 1_000

export interface Warnings {
  add(code: WarningCode, line: number): void
  /** List what was added, by line; past the bound, one last line says that there was more. */
  list(): Warning[]
}

/** Start a list of warnings. */
export function warnings(): Warnings {
  const found: Warning[] = []
  const seen = new Set<string>()
  let hasMore = false
  return {
    add(code, line) {
      // One construct may be met in several pieces.
      const place = `${code}:${line}`
      if (seen.has(place)) return
      if (found.length >= maxWarnings - 1) {
        hasMore = true
        return
      }
      seen.add(place)
      found.push({ code, message: warningMessages[code], line })
    },
    list() {
      const sorted = found.sort((a, b) => a.line - b.line)
      if (!hasMore) return sorted
      const { line } = sorted.at(-1) as Warning
      return [...sorted, { code: 'more-warnings', message: warningMessages['more-warnings'], line }]
    },
  }
}
