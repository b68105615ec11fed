/** Works on many items, a few at a time. @module */

/**
 * @param work Works on an item, and may add others.
 * @throws The first error of `work`, once the work under way has ended.
 */
export async function runBounded<Item>(
  first: Iterable<Item>,
  concurrency: number,
  work: (item: Item, add: (items: Iterable<Item>) => void) => Promise<void>,
): Promise<void> {
  const queue = [...first]
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const add = (items: Iterable<Item>): void => {
    for (const item of items) queue.push(item)
  }
  for (let next = 0; next < queue.length || running.size > 0; ) {
    if (next < queue.length && running.size < concurrency && failures.length === 0) {
      const task = work(queue[next++] as Item, add)
        .catch((error: unknown) => {
          failures.push(error)
        })
        .finally(() => running.delete(task))
      running.add(task)
    } else if (running.size > 0) await Promise.race(running)
    else break
  }
  if (failures.length > 0) throw failures[0]
}
