/** Works on things a few at once, and gives what comes of each in its turn. @module */

/**
 * Work ahead of whoever takes the results.
 * @param items What to work on.
 * @param atOnce How many at most are under way, or done and not yet taken.
 * @param work Works on one.
 * @throws Whatever `work` throws, in its turn; what is under way ends first.
 */
export async function* inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<{ readonly item: Item; readonly result: Result }> {
  const begun: Promise<Result>[] = []
  let next = 0
  try {
    for (const item of items) {
      while (next < items.length && begun.length < atOnce) {
        const one = work(items[next++] as Item)
        // It is met in its turn.
        one.catch(() => {})
        begun.push(one)
      }
      yield { item, result: await (begun.shift() as Promise<Result>) }
    }
  } finally {
    await Promise.allSettled(begun)
  }
}
