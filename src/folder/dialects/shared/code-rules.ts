/** Tags of several dialects that say what is code. @module */
import type { TagRule } from '../../../convert/code/code-rules.ts'

/** Generators that read Markdown behind any tag end HTML where its element ends. */
export const anyTag: RegExp = /^<\/?[a-z]/i

/** The content of these tags may be indented. */
export const liquidTags: TagRule = {
  opening: /^\{%-?\s*(?!end)[@a-z]/i,
  tag: /\{%-?\s*(end)?([@a-z][\w-]*)/gi,
}
