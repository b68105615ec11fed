/** Tags of GitBook that nobody knows: what they hold stays, and the words of their tags. @module */
import type { Construct } from '../construct.ts'
import { isLiquidProgram, unknownTag } from '../jekyll/other-tags.ts'
import { leaveContent } from '../unknown-parts.ts'
import { replaceGitbookTags } from './gitbook-construct.ts'

/** Read after all others but text that stays as it is written. */
export const gitbookOthers: Construct = {
  name: 'any other block',
  written: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  sign: /\{%/,
  read: (lines, context) =>
    replaceGitbookTags(lines, (block) =>
      // The words of a plug-in stand in its attributes.
      isLiquidProgram(block.name) || block.name.startsWith('@')
        ? undefined
        : leaveContent(unknownTag(block), context),
    ),
}
