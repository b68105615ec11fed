/** Words the refusal of a parameter that an address does not take. @module */

/**
 * Name a parameter, and those that there are.
 * @param name As it was sent.
 * @param taken The names that the address takes.
 */
export function unknownParameter(name: string, taken: readonly string[]): string {
  const names = taken.length === 0 ? 'none' : taken.join(', ')
  return `${JSON.stringify(name.slice(0, 60))} is no parameter of this address, which takes ${names}.`
}
