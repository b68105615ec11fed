/** The one way to a terminal or a CI log: whatever a text holds is shown, and nothing in it is obeyed. @module */
import { visibleJson, visibleLine, visibleText } from '../base/visible-text.ts'

/** A part of a line, perhaps coloured. */
export type Piece = string | { readonly color: Color | undefined; readonly text: string }

export interface TextOutput {
  /** Write one line; it stays one. */
  line(...pieces: readonly Piece[]): void
  lines(texts: readonly string[]): void
  /** Write exact JSON, on one line. */
  json(value: unknown): void
  /** Write a document that was asked for: as it is where programs read, harmless on a terminal. */
  document(text: string): void
  /** Have GitHub show a message beside its line. */
  annotation(...about: Parameters<typeof annotation>): void
  /** For what draws on a terminal, and for the log, whose lines are made harmless before. */
  readonly stream: NodeJS.WritableStream
}

/**
 * Make the output of a stream.
 * @param env The environment, which says whether there is a terminal with colours.
 */
export function textOutput(
  stream: NodeJS.WritableStream,
  env: Readonly<Record<string, string | undefined>>,
): TextOutput {
  const isColored = hasColors(stream, env)
  const line = (...pieces: readonly Piece[]): void => {
    const parts = pieces.map((one) =>
      typeof one === 'string' ? { color: undefined, text: one } : one,
    )
    // A command can also be made of two pieces. Where there are colours, no CI reads.
    const text = isColored
      ? parts.map((part) => colored(part.color, visibleText(part.text))).join('')
      : visibleLine(parts.map((part) => part.text).join(''))
    stream.write(`${text}\n`)
  }
  return {
    line,
    stream,
    lines(texts) {
      for (const text of texts) line(text)
    },
    json: (value) => void stream.write(`${visibleJson(JSON.stringify(value))}\n`),
    document(text) {
      const isTerminal = (stream as { isTTY?: boolean }).isTTY === true
      stream.write(`${isTerminal ? visibleLines(text) : text}\n`)
    },
    annotation: (...about) => void stream.write(`${annotation(...about)}\n`),
  }
}

function visibleLines(text: string): string {
  return text.replace(/[^\n\t]+/g, visibleText)
}

/** A workflow command: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotation(
  level: 'warning' | 'error',
  about: { readonly file?: string; readonly line: number; readonly message: string },
): string {
  const { file, line, message } = about
  const place = file === undefined ? '' : ` file=${commandProperty(file)}`
  const at = file === undefined || line === 0 ? '' : `,line=${line}`
  return `::${level}${place}${at}::${commandData(visibleLine(message))}`
}

/** GitHub decodes it: shown first, nothing that it would decode is left but what was written. */
function commandData(visible: string): string {
  return visible.replaceAll('%', '%25')
}

function commandProperty(text: string): string {
  return commandData(visibleText(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

type Env = Readonly<Record<string, string | undefined>>

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const

export type Color = keyof typeof codes

/** Tell whether a stream is a terminal that draws over its lines. */
export function isTerminal(stream: NodeJS.WritableStream, env: Env): boolean {
  return (stream as { isTTY?: boolean }).isTTY === true && env.TERM !== 'dumb' && !env.CI
}

/** Tell how many characters fit on a line. */
export function columnsOf(stream: NodeJS.WritableStream): number {
  return (stream as { columns?: number }).columns ?? 80
}

/**
 * Tell whether a stream shows colours: a terminal does, unless https://no-color.org is asked for.
 */
function hasColors(stream: NodeJS.WritableStream, env: Env): boolean {
  return isTerminal(stream, env) && !env.NO_COLOR
}

/**
 * Colour a text.
 * @param color The colour; without one the text stays as it is.
 * @param text Text without codes of its own.
 */
function colored(color: Color | undefined, text: string): string {
  return color === undefined ? text : `\u001b[${codes[color]}m${text}\u001b[0m`
}
