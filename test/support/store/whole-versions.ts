/** Makes the texts of versions whole that were read straight from the store, packed or not. @module */

import { splitVersionBytes } from '../../../src/embedded-wiki/store/packing/pack-bytes.ts'
import {
  type KeptVersionRow,
  toKept,
  unpackKept,
} from '../../../src/embedded-wiki/store/packing/unpack-version.ts'

/** A row with what its texts are kept in; drivers differ in the type of ids. */
export interface StoredVersionRow extends KeptVersionRow {
  readonly page_id: number | string
  readonly number: number | string
  readonly packing: number
}

/**
 * Give rows their texts back.
 * @param rows Whole pages, by page and number.
 */
export function wholeVersions<Row extends StoredVersionRow>(rows: readonly Row[]): Row[] {
  let next: { readonly pageId: unknown; readonly bytes: Buffer } | undefined
  return rows
    .toReversed()
    .map((row) => {
      const before = next?.pageId === row.page_id ? next.bytes : undefined
      const bytes = unpackKept(toKept({ ...row, packing: Number(row.packing) }), before)
      next = { pageId: row.page_id, bytes }
      const [adf, markdown] = splitVersionBytes(bytes).map(String)
      return { ...row, adf, markdown: row.markdown === null ? null : markdown } as Row
    })
    .reverse()
}
