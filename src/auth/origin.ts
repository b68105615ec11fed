/** By what something was written, beside who wrote it: a person, or a program with a token of theirs. @module */

/**
 * - `import`: the operation · `form`: the web pages · `api`: the wiki's own API · `mcp`: an agent
 * - `command`: the operator's command line, or the program itself
 */
export const viaNames = ['import', 'form', 'api', 'mcp', 'command'] as const

export type Via = (typeof viaNames)[number]

export interface Origin {
  readonly via: Via
  /** Empty where it came by none. */
  readonly tokenName: string
}
