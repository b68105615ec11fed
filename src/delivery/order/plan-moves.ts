/** Finds the fewest moves that put pages into their order, whatever else stands between them. @module */

/** A page, and the one beside which it is to stand. */
export interface PlannedMove {
  readonly pageId: string
  readonly where: 'before' | 'after'
  readonly targetId: string
}

/**
 * Plan the moves, in turn. Of the pages that are there, as many as possible stay where they are; those
 * that nobody gave a place keep theirs.
 * @param there Ids of all pages below one, as they stand.
 * @param wanted Ids in the order that they are to have; those that are not there are left out.
 */
export function planMoves(there: readonly string[], wanted: readonly string[]): PlannedMove[] {
  const places = new Map(there.map((id, index) => [id, index]))
  const known = wanted.filter((id) => places.has(id))
  const staying = longestRise(known, (id) => places.get(id) as number)
  const first = known.find((id) => staying.has(id)) as string
  const moves: PlannedMove[] = []
  for (const [index, pageId] of known.entries()) {
    if (staying.has(pageId)) continue
    const before = known[index - 1]
    moves.push(
      before === undefined
        ? { pageId, where: 'before', targetId: first }
        : { pageId, where: 'after', targetId: before },
    )
  }
  return moves
}

/** The most members that stand in rising order: patience sorting. */
function longestRise(ids: readonly string[], placeOf: (id: string) => number): Set<string> {
  const ends: string[] = []
  const before = new Map<string, string | undefined>()
  for (const id of ids) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (placeOf(ends[middle] as string) < placeOf(id)) low = middle + 1
      else high = middle
    }
    before.set(id, ends[low - 1])
    ends[low] = id
  }
  const rise = new Set<string>()
  for (let id = ends.at(-1); id !== undefined; id = before.get(id)) rise.add(id)
  return rise
}
