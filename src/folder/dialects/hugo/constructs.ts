/** Constructs of Hugo and of popular themes. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import type { PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { leaveShortcode, shortcodeTags } from '../shared/shortcodes.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { hugoFigures, hugoNotes, hugoTabs } from './blocks.ts'
import { hugoCode, hugoDiagrams, hugoIncludedFiles } from './code.ts'
import {
  hugoButtons,
  hugoCards,
  hugoComments,
  hugoDetails,
  hugoEmbeds,
  hugoGroups,
  hugoReferences,
} from './parts.ts'
import { hugoShortcodes, hugoShown } from './syntax.ts'
import { hugoCodeValues, hugoValues } from './values.ts'

const otherShortcodes: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'any other shortcode',
  input: '{{% blocks/lead title="More" %}}\nSome words.\n{{% /blocks/lead %}}',
  becomes: '**More**\n\nSome words.',
  replace: (shortcode, context) => leaveShortcode(shortcode, `{{< ${shortcode.name} >}}`, context),
})

export const hugoConstructs: readonly PartConstruct[] = [
  hugoIncludedFiles,
  hugoValues,
  hugoCodeValues,
  hugoComments,
  hugoCode,
  hugoDiagrams,
  hugoReferences,
  hugoFigures,
  hugoEmbeds,
  hugoButtons,
  hugoTabs,
  hugoNotes,
  hugoDetails,
  hugoCards,
  hugoGroups,
  otherShortcodes,
  embeds,
  pagePrograms,
  otherAlerts,
  attributeLists,
  ...hugoShown,
]

export const hugoCodeRules: Partial<CodeRules> = {
  tags: [
    {
      opening: /^\{\{[<%]\s*[a-z_]/i,
      tag: /\{\{[<%]\s*(\/)?\s*([a-z_][\w./-]*)/gi,
    },
  ],
  codeTags: [
    {
      opening: /^\{\{[<%]\s*highlight\s[^{}]*[>%]\}\}\s*$/,
      closing: /^\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/,
    },
  ],
}
