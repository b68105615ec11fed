/** What mdBook knows beyond Markdown. @module */
import { mapCode, mapFencedBlocks } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { jekyllFormulas } from '../jekyll/kramdown.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds } from '../shared-constructs.ts'
import {
  mdbookEscapes,
  mdbookHiddenParts,
  mdbookListings,
  mdbookTitle,
  mdbookWarnings,
} from './html-parts.ts'
import { mdbookInclude } from './include.ts'

/**
 * They are left out, as they are on the book's pages: they make an example complete, and are no Rust
 * as they stand. https://rust-lang.github.io/mdBook/format/mdbook.html#hiding-code-lines
 */
const mdbookHiddenLines: Construct = {
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

/** Files first, then what they hold. */
export const mdbookConstructs: readonly Construct[] = [
  mdbookInclude,
  mdbookTitle,
  mdbookHiddenLines,
  mdbookHiddenParts,
  mdbookListings,
  mdbookWarnings,
  embeds,
  pagePrograms,
  jekyllFormulas,
  mdbookEscapes,
]
