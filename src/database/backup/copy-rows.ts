/** Counts the rows of each table in the SQL that `pg_restore` prints. @module */

export interface CopyRowCounter {
  /** Take the next piece of the output. */
  add(bytes: Buffer): void
  /** The rows of each table by its name; tables without data count 0. */
  counts(): ReadonlyMap<string, number>
  /** The number of the newest migration. */
  schema(): number | undefined
}

const newline = 0x0a
/** Of a row only its start is looked at; rows can be megabytes. */
const keptBytes = 300

/** Make a counter. */
export function copyRowCounter(): CopyRowCounter {
  const counts = new Map<string, number>()
  let schema: number | undefined
  let table: string | undefined
  let start = Buffer.alloc(0)
  const takeLine = (line: string): void => {
    if (table === undefined) {
      const [, made] = /^CREATE TABLE (?:\w+\.)?(\w+) /.exec(line) ?? []
      if (made !== undefined) counts.set(made, 0)
      table = /^COPY (?:\w+\.)?(\w+) .*FROM stdin;$/.exec(line)?.[1]
      return
    }
    if (line === '\\.') {
      table = undefined
      return
    }
    counts.set(table, (counts.get(table) ?? 0) + 1)
    if (table === 'migrations') schema = Math.max(schema ?? 0, Number(line.split('\t')[0]))
  }
  return {
    add(bytes) {
      let from = 0
      // Data has its line breaks escaped, so that each of them ends a row.
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
        takeLine(keep(start, bytes.subarray(from, end)).toString('latin1'))
        start = Buffer.alloc(0)
        from = end + 1
      }
      start = keep(start, bytes.subarray(from))
    },
    counts: () => counts,
    schema: () => schema,
  }
}

function keep(start: Buffer, more: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([start, more.subarray(0, Math.max(0, keptBytes - start.length))])
}
