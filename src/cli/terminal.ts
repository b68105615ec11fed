/** What a stream can show: colours, and lines that are drawn over. @module */

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
export function hasColors(stream: NodeJS.WritableStream, env: Env): boolean {
  return isTerminal(stream, env) && !env.NO_COLOR
}

/**
 * Colour a text.
 * @param color The colour; without one the text stays as it is.
 * @param text Text without codes of its own.
 */
export function colored(color: Color | undefined, text: string): string {
  return color === undefined ? text : `\u001b[${codes[color]}m${text}\u001b[0m`
}
