/** Keeps YAML from the parser that nests so deep that reading it could take for ever, or end the program. @module */

/** Far more than people write. */
const maxDepth = 100

/** Marks of lists and keys in a row, and indentation: each may be a level. */
const deepLine = new RegExp(`^(?: {${4 * maxDepth}}|(?:[ \\t]*[-?:][ \\t]){${maxDepth}})`, 'm')

/**
 * Refuse YAML that may nest too deep.
 * @throws {Error} When it does.
 */
export function checkYamlNesting(yaml: string): void {
  let depth = 0
  for (const [bracket] of yaml.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > maxDepth) throw tooDeep()
  }
  if (deepLine.test(yaml)) throw tooDeep()
}

function tooDeep(): Error {
  return new Error(`it nests deeper than ${maxDepth} levels`)
}
