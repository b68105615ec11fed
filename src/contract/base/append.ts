/** Appends long lists to others. @module */

/** Append items one by one; `push(...items)` fails for very long lists. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
