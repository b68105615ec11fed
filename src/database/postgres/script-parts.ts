/** Takes a script of the schema apart. @module */

/**
 * List the statements of a script. A server of a Citus takes no two that change a table in one message.
 * @param script Its comments begin at `--`, and its statements end with the semicolon of a line.
 */
export function scriptParts(script: string): string[] {
  return script
    .replace(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
