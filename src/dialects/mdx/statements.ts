/** `import` and `export`: programs that a reader does not see. @module */
import type { Construct } from '../construct.ts'
import { findStatements } from './javascript.ts'

/** Left out, as the page shows them nowhere. */
export const mdxStatements: Construct = {
  name: 'statement of JavaScript',
  written: "import Chart from './chart.js'\n\nSome words.",
  becomes: 'Some words.',
  sign: /^(?:import|export)\b/m,
  read(lines) {
    const statements = findStatements(lines)
    if (statements.length === 0) return lines
    const left = new Set<number>()
    for (const [from, to] of statements) {
      for (let index = from; index < to; index += 1) left.add(index)
      // One blank line less, where nothing stands above.
      const isFirst = from === 0 || left.has(from - 1)
      if (isFirst && lines[to]?.text.trim() === '') left.add(to)
    }
    return lines.filter((_, index) => !left.has(index))
  },
}
