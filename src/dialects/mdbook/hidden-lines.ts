/** Lines of Rust that only a compiler sees: they begin with `# `. @module */
import { mapCode, mapFencedBlocks } from '../code-lines.ts'
import type { Construct } from '../construct.ts'

/**
 * They are left out, as they are on the book's pages: they make an example complete, and are no Rust
 * as they stand. https://rust-lang.github.io/mdBook/format/mdbook.html#hiding-code-lines
 */
export const mdbookHiddenLines: Construct = {
  name: 'hidden line of Rust',
  written: '```rust\n# fn main() {\nlet a = 1;\n# }\n```',
  becomes: '```rust\nlet a = 1;\n```',
  sign: /^[ \t>]*#(?:\s|#|$)/m,
  inCode: {
    written: '```rust\n# use std::fmt;\n## [test]\n```',
    becomes: '```rust\n# [test]\n```',
  },
  read: (lines) =>
    mapFencedBlocks(lines, ({ info, opening, code, closing }) => {
      const shown = /^rust\b/.test(info) ? mapCode(code, shownLine) : code
      return [opening, ...shown, ...closing]
    }),
}

function shownLine(text: string): string | undefined {
  return /^\s*#(?: |$)/.test(text) ? undefined : text.replace(/^(\s*)##/, '$1#')
}
