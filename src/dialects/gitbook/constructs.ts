/** What GitBook knows beyond Markdown. @module */
import type { Construct } from '../construct.ts'
import { isLiquidProgram, unknownTag } from '../jekyll/other-tags.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds } from '../shared-constructs.ts'
import { replaceShortcodes } from '../shortcodes.ts'
import { leaveContent } from '../unknown-parts.ts'
import {
  gitbookCode,
  gitbookColumns,
  gitbookHints,
  gitbookPrompts,
  gitbookRaw,
  gitbookSteps,
  gitbookTabs,
  gitbookUpdates,
} from './blocks.ts'
import {
  gitbookControls,
  gitbookDiagrams,
  gitbookIcons,
  gitbookInterfaceParts,
  gitbookInterfaces,
} from './drawn-parts.ts'
import { markdocAnnotations, markdocParts, markdocValues } from './markdoc.ts'
import { gitbookNotation } from './notation.ts'
import {
  gitbookContentRefs,
  gitbookEmbeds,
  gitbookFiles,
  gitbookIncludedFiles,
} from './references.ts'

/** Read after all others but text that stays as it is written. */
const others: Construct = {
  name: 'any other block',
  written: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  sign: /\{%/,
  read: (lines, context) =>
    replaceShortcodes(lines, gitbookNotation, (block) =>
      // The words of a plug-in stand in its attributes.
      isLiquidProgram(block.name) || block.name.startsWith('@')
        ? undefined
        : leaveContent(unknownTag(block), context),
    ),
}

export const gitbookConstructs: readonly Construct[] = [
  gitbookIncludedFiles,
  markdocValues,
  markdocAnnotations,
  markdocParts,
  gitbookHints,
  gitbookTabs,
  gitbookSteps,
  gitbookColumns,
  gitbookUpdates,
  gitbookPrompts,
  gitbookInterfaceParts,
  gitbookInterfaces,
  gitbookCode,
  gitbookContentRefs,
  gitbookEmbeds,
  gitbookFiles,
  gitbookDiagrams,
  gitbookControls,
  gitbookIcons,
  others,
  embeds,
  pagePrograms,
  gitbookRaw,
]
