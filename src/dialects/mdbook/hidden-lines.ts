/** Lines of Rust that only a compiler sees: they begin with `# `. @module */
import type { Construct } from '../construct.ts'
import { kindsOf } from '../line.ts'

const opening = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:`{3,}|~{3,})\s*rust\b/

/**
 * They are left out, as they are on the book's pages: they make an example complete, and are no Rust
 * as they stand. https://rust-lang.github.io/mdBook/format/mdbook.html#hiding-code-lines
 */
export const mdbookHiddenLines: Construct = {
  name: 'hidden line of Rust',
  written: '```rust\n# fn main() {\nlet a = 1;\n# }\n```',
  becomes: '```rust\nlet a = 1;\n```',
  sign: /^[ \t>]*#(?:\s|#|$)/m,
  read(lines) {
    const kinds = kindsOf(lines)
    let isRust = false
    let isInside = false
    return lines.flatMap((one, index) => {
      if (kinds[index] === 'fence') {
        isRust = !isInside && opening.test(one.text)
        isInside = !isInside
      }
      if (kinds[index] !== 'code' || !isRust) return [one]
      if (/^[\s>]*#(?: |$)/.test(one.text)) return []
      return [{ ...one, text: one.text.replace(/^([\s>]*)##/, '$1#') }]
    })
  },
}
