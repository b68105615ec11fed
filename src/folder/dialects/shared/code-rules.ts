/** Code rules that several dialects share. @module */
import type { TagRule } from '../../../convert/code/code-rules.ts'

/** For generators that end an HTML block where its element ends. */
export const anyTag: RegExp = /^<\/?[a-z]/i

/** Indented content of these tags is not code. */
export const liquidTags: TagRule = {
  opening: /^\{%-?\s*(?!end)[@a-z]/i,
  tag: /\{%-?\s*(end)?([@a-z][\w-]*)/gi,
}
