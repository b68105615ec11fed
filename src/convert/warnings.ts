/** What a conversion had to change or drop, by line of the Markdown. @module */
import { shortened } from '../contract/base/visible-text.ts'

/**
 * One thing that a conversion had to change or leave out.
 *
 * @example
 * ```ts
 * for (const { line, severity, message } of markdownToAdf(markdown).warnings) {
 *   if (severity !== 'note') console.warn(`${line}: ${message}`)
 * }
 * ```
 */
export interface Warning {
  readonly code: WarningCode
  readonly severity: Severity
  /** A sentence for people. */
  readonly message: string
  /** Line of the Markdown, from 1. */
  readonly line: number
}

/**
 * What a warning means for readers: content is `lost` or unreachable, `changed` in form, or a
 * `note` about looks or what readers never see.
 */
export type Severity = 'lost' | 'changed' | 'note'

/** Each code with its severity, and the sentence that people read; `…` stands for a detail. */
export const warningTable = {
  'alignment-dropped': {
    severity: 'note',
    message: 'The wiki cannot align, indent or widen this here: it looks as usual.',
  },
  'anchor-missing': {
    severity: 'lost',
    message: 'The page has no heading “…”: the link leads nowhere.',
  },
  'block-lifted': {
    severity: 'changed',
    message:
      'The wiki cannot hold this block here: it was moved behind the enclosing one, which continues below.',
  },
  'code-info-dropped': {
    severity: 'note',
    message:
      'Words after the language of the code block were left out. If they are a title, write title="…".',
  },
  'empty-link': {
    severity: 'changed',
    message: 'The link has no text: its address is shown instead.',
  },
  'front-matter': {
    severity: 'note',
    message: 'The front matter was left out of the page.',
  },
  'heading-flattened': {
    severity: 'changed',
    message: 'The wiki cannot hold a heading here: it became a bold paragraph.',
  },
  'html-comment-dropped': {
    severity: 'note',
    message: 'The HTML comment was left out.',
  },
  'html-shown': {
    severity: 'changed',
    message: 'The wiki has no …: it is shown as text. Put backquotes around it to show it as code.',
  },
  'html-unbalanced': {
    severity: 'changed',
    message: 'The tag …, without its opening or closing tag, was left out.',
  },
  'image-dropped': {
    severity: 'lost',
    message:
      'The embedded image is no PNG, JPEG, GIF, WebP, AVIF or safe SVG: its description stands in its place.',
  },
  'image-reduced': {
    severity: 'changed',
    message: 'Parts of the SVG image that could run, move or load something were left out.',
  },
  'mark-dropped': {
    severity: 'note',
    message: 'The wiki cannot combine code with other formatting: only the code was kept.',
  },
  'math-shown': {
    severity: 'note',
    message:
      'The formula is kept as TeX, in code. Markport’s own pages show a formula on a line of its own.',
  },
  'more-warnings': {
    severity: 'note',
    message: 'There were more warnings, not listed here.',
  },
  'numbers-changed': {
    severity: 'changed',
    message:
      'The wiki numbers lists only by 1, 2, 3: letters, Roman numerals and counting down were left out.',
  },
  'panel-flattened': {
    severity: 'changed',
    message: 'The wiki cannot hold a panel here: its content stands without it.',
  },
  'quote-flattened': {
    severity: 'changed',
    message: 'The wiki cannot hold a quote here: its content stands without it.',
  },
  'relative-address': {
    severity: 'lost',
    message:
      'The address … is relative and leads nowhere from here. Write it with its host, or import the whole folder.',
  },
  'rule-dropped': {
    severity: 'note',
    message: 'The wiki cannot hold a dividing line here: it was left out.',
  },
  'table-flattened': {
    severity: 'changed',
    message: 'The wiki cannot hold a table here: its rows became paragraphs.',
  },
  'task-number-dropped': {
    severity: 'changed',
    message: 'The wiki cannot number tasks: the numbers were left out.',
  },
  'title-flattened': {
    severity: 'changed',
    message: 'The wiki keeps this title as plain text, without formatting or links.',
  },
  'title-heading-removed': {
    severity: 'note',
    message: 'The heading repeats the title, which the page shows anyway: it was left out.',
  },
  'tooltip-dropped': {
    severity: 'note',
    message: 'The tooltip of an HTML element was left out.',
  },
} as const satisfies Readonly<
  Record<string, { readonly severity: Severity; readonly message: string }>
>

/** What a program may tell warnings apart by; `docs/conversion.md` has the list. */
export type WarningCode = keyof typeof warningTable

/** The line that says there were more counts as one. */
const maxWarnings = 1_000

/** Collects warnings; one that repeats another of its line is left out. */
export class Warnings {
  readonly #listed: Warning[] = []
  /** The lines of each message. */
  readonly #lines = new Map<string, Set<number>>()
  /** Severities of the warnings beyond the limit. */
  readonly #unlisted = new Set<Severity>()

  /** @param detail What the warning is about, in place of the `…` of its sentence. */
  add(code: WarningCode, line: number, detail = ''): void {
    const { severity, message: sentence } = warningTable[code]
    const message = sentence.replace('…', () => shortDetail(detail))
    const lines = this.#lines.get(message)
    if (lines?.has(line)) return
    if (this.#listed.length >= maxWarnings - 1) {
      this.#unlisted.add(severity)
      return
    }
    if (lines === undefined) this.#lines.set(message, new Set([line]))
    else lines.add(line)
    this.#listed.push({ code, severity, message, line })
  }

  /** List the warnings by line; past the limit, one last line says that there were more. */
  list(): Warning[] {
    const sorted = this.#listed.toSorted((a, b) => a.line - b.line)
    const severity = worstSeverity([...this.#unlisted])
    if (severity === undefined) return sorted
    const { line } = sorted.at(-1) as Warning
    const code = 'more-warnings'
    return [...sorted, { code, severity, message: warningTable[code].message, line }]
  }
}

const maxDetail = 60

/** Data URLs may be short names here, and must not show in a message. */
function shortDetail(detail: string): string {
  const text = detail.replace(/data:[^\s)"'>]*/gi, 'data:…').replace(/\s+/g, ' ')
  return shortened(text, maxDetail)
}

const fromWorst: readonly Severity[] = ['lost', 'changed', 'note']

/** Find the worst of several severities; undefined for none. */
export function worstSeverity(severities: readonly Severity[]): Severity | undefined {
  return fromWorst.find((one) => severities.includes(one))
}
