/** Appends to long lists, searches in sorted ones, and reads lists of words. @module */

/** Append items one by one; `push(...items)` fails for very long lists. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/**
 * Count the items at the start of a list for which something holds; it must not hold again behind them.
 */
export function countWhile<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low
}

/** Collect the words of a text, which stand with space between. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.match(/\S+/g))
}
