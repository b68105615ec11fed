/** Numbers of things in words. @module */

/**
 * Word a number of things, such as `1 page` and `2 pages`.
 * @param count How many.
 * @param noun What one is called; with an `s` it must be what several are called.
 */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
