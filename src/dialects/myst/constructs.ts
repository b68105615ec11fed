/** What MyST knows beyond Markdown, with the directives of Sphinx and of its common extensions. @module */
import type { Construct } from '../construct.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import {
  mystButtons,
  mystCards,
  mystCode,
  mystCodeTabs,
  mystHeads,
  mystHolders,
  mystImages,
  mystOthers,
  mystProofs,
  mystSilent,
} from './blocks.ts'
import { mystFences } from './directive.ts'
import { mystIncludedFiles } from './included-files.ts'
import { mystLinks, mystTargets } from './labels.ts'
import { mystComments, mystContainers, mystFields, mystSpans, mystValues } from './marks.ts'
import { mystNotes, mystTabs, mystVersions } from './notes.ts'
import { mystRoles } from './roles.ts'
import { mystListTables, mystTables } from './tables.ts'

/** Values and files first, then what they hold; names of places last, as others lead to them. */
export const mystConstructs: readonly Construct[] = [
  mystValues,
  mystFences,
  mystIncludedFiles,
  mystComments,
  mystRoles,
  mystLinks,
  ...[mystSilent, mystCode, mystImages, mystTables, mystListTables, mystVersions, mystNotes],
  ...[mystTabs, mystCodeTabs, mystCards, mystButtons, mystHeads, mystProofs, mystHolders],
  mystOthers,
  mystContainers,
  mystSpans,
  mystFields,
  mkdocsAttributeLists,
  mystTargets,
]
