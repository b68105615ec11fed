/** Lists in one order of several, that go on where a part of them ended. @module */
import { type Statement, sql } from './sql.ts'

export interface ListOrder<Column extends string = string> {
  readonly by: Column
  readonly isDescending: boolean
}

/** Where a result stands: by the value that the list is sorted by, as it was then, and its id. */
export interface ListPlace {
  /** None where the id alone says it. */
  readonly value?: string | number | undefined
  readonly id: string
}

/**
 * Make the order of a list: by a column, and by the id among equal values.
 * @param columns The column, if there is another one than the id.
 * @param after Goes on behind this value and this id.
 * @returns A condition, and what follows `order by`.
 */
export function inOrder(
  { isDescending }: Pick<ListOrder, 'isDescending'>,
  { sort, id }: { readonly sort: Statement | undefined; readonly id: Statement },
  after: (Pick<ListPlace, 'value'> & { readonly id: string | number }) | undefined,
): { readonly isBehind: Statement; readonly orderBy: Statement } {
  const way = isDescending ? sql`desc` : sql`asc`
  const orderBy = sort === undefined ? sql`${id} ${way}` : sql`${sort} ${way}, ${id} ${way}`
  if (after === undefined) return { isBehind: sql`1 = 1`, orderBy }
  const beyond = isDescending ? sql`<` : sql`>`
  const isBehind =
    sort === undefined
      ? sql`${id} ${beyond} ${after.id}`
      : sql`(${sort}, ${id}) ${beyond} (${after.value ?? 0}, ${after.id})`
  return { isBehind, orderBy }
}
