/** How much of something is taken: in all, and by whom. @module */

export interface Tally {
  readonly all: number
  of(key: string): number
  add(key: string, amount: number): void
}

/** Make one at nothing. */
export function tally(): Tally {
  const byKey = new Map<string, number>()
  let all = 0
  return {
    get all() {
      return all
    },
    of: (key) => byKey.get(key) ?? 0,
    add(key, amount) {
      all += amount
      const left = (byKey.get(key) ?? 0) + amount
      if (left === 0) byKey.delete(key)
      else byKey.set(key, left)
    },
  }
}
