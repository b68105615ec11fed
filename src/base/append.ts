/** Long lists put behind others. @module */

/** Put items behind those of a list; `push(...items)` fails where there are more than a call may have arguments. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
