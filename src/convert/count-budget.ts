/** Gives out what one document may have only so much of, as few characters of Markdown can ask for millions. @module */

export interface CountBudget {
  /**
   * Take some of it.
   * @returns Whether there were as many; if not, none is taken.
   */
  take(count: number): boolean
}

export function countBudget(max: number): CountBudget {
  let left = max
  return {
    take(count) {
      if (count > left) return false
      left -= count
      return true
    },
  }
}
