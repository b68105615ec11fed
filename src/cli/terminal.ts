/** What a stream can show: colours, and lines that are drawn over. @module */

type Env = Readonly<Record<string, string | undefined>>

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const

export type Color = keyof typeof codes

/** Colours a text, or leaves it as it is. */
export type Paint = (color: Color | undefined, text: string) => string

/**
 * Tell whether a stream is a terminal that draws over its lines.
 * @param stream The stream.
 * @param env The environment.
 */
export function isTerminal(stream: NodeJS.WritableStream, env: Env): boolean {
  return (stream as { isTTY?: boolean }).isTTY === true && env.TERM !== 'dumb' && !env.CI
}

/**
 * Tell how many characters fit on a line.
 * @param stream A terminal.
 */
export function columnsOf(stream: NodeJS.WritableStream): number {
  return (stream as { columns?: number }).columns ?? 80
}

/**
 * Make the brush for a stream: without colour where there is no terminal, or https://no-color.org.
 * @param stream The stream.
 * @param env The environment.
 */
export function painter(stream: NodeJS.WritableStream, env: Env): Paint {
  if (!isTerminal(stream, env) || env.NO_COLOR) return (_, text) => text
  return (color, text) => (color === undefined ? text : `\u001b[${codes[color]}m${text}\u001b[0m`)
}
