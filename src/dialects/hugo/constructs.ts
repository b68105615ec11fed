/** What Hugo knows beyond Markdown, with the shortcodes of the themes that many use. @module */
import type { Construct } from '../construct.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { otherShortcodes } from '../other-shortcodes.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, otherAlerts } from '../shared-constructs.ts'
import { shortcodeConstruct } from '../shortcodes.ts'
import { hugoFigures, hugoNotes, hugoTabs } from './blocks.ts'
import { hugoCode, hugoDiagrams } from './code.ts'
import { hugoIncludedFiles } from './included-files.ts'
import { hugoEscapes, hugoNotation } from './notation.ts'
import { hugoOwnShortcodes } from './own-shortcodes.ts'
import { hugoButtons, hugoCards, hugoDetails, hugoGroups, hugoTables } from './parts.ts'
import { hugoReferences, hugoValues } from './values.ts'
import { hugoComments, hugoEmbeds, hugoWords } from './words.ts'

/** Files first, then what they hold. */
export const hugoConstructs: readonly Construct[] = [
  hugoIncludedFiles,
  hugoValues,
  ...[
    ...[hugoComments, hugoCode, hugoDiagrams, hugoReferences, hugoFigures, hugoEmbeds, hugoWords],
    ...[hugoButtons, hugoTabs, hugoNotes, hugoDetails, hugoCards, hugoGroups, hugoTables],
  ].map((rule) => shortcodeConstruct(rule, hugoNotation)),
  hugoOwnShortcodes,
  otherShortcodes(
    {
      written: '{{% blocks/lead title="More" %}}\nSome words.\n{{% /blocks/lead %}}',
      sign: /\{\{[<%]/,
      show: (name) => `{{< ${name} >}}`,
    },
    hugoNotation,
  ),
  embeds,
  pagePrograms,
  otherAlerts,
  mkdocsAttributeLists,
  hugoEscapes,
]
