/** What Hugo knows beyond Markdown, with the shortcodes of the themes that many use. @module */
import type { Construct } from '../construct.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { otherShortcodes } from '../other-shortcodes.ts'
import { ownShortcodes } from '../own-shortcodes.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, otherAlerts } from '../shared-constructs.ts'
import { shortcodeConstruct } from '../shortcodes.ts'
import { hugoFigures, hugoNotes, hugoTabs } from './blocks.ts'
import { hugoCode, hugoDiagrams } from './code.ts'
import { fillGoTemplate } from './go-template.ts'
import { hugoIncludedFiles } from './included-files.ts'
import { hugoEscapes, hugoNotation } from './notation.ts'
import { hugoButtons, hugoCards, hugoDetails, hugoGroups, hugoTables } from './parts.ts'
import { hugoReferences, hugoValues } from './values.ts'
import { hugoComments, hugoEmbeds, hugoWords } from './words.ts'

const folders = ['layouts/shortcodes', 'layouts/_shortcodes']

/** https://gohugo.io/templates/shortcode/ */
const ownTemplates: Construct = ownShortcodes(
  {
    written: '{{% spoken by="Ada" %}}\nSome words.\n{{% /spoken %}}',
    becomes: '**Ada:**\n\nSome words.',
    sign: /\{\{[<%]/,
    filesOf: (name) =>
      folders.flatMap((folder) => ['html', 'md'].map((ending) => `/${folder}/${name}.${ending}`)),
    fill: (template, shortcode, inner) => fillGoTemplate(template, shortcode, inner ?? ''),
  },
  hugoNotation,
)

/** Files first, then what they hold. */
export const hugoConstructs: readonly Construct[] = [
  hugoIncludedFiles,
  hugoValues,
  ...[
    ...[hugoComments, hugoCode, hugoDiagrams, hugoReferences, hugoFigures, hugoEmbeds, hugoWords],
    ...[hugoButtons, hugoTabs, hugoNotes, hugoDetails, hugoCards, hugoGroups, hugoTables],
  ].map((rule) => shortcodeConstruct(rule, hugoNotation)),
  ownTemplates,
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
