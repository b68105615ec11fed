/** What Hexo knows beyond Markdown, with the tags of its common themes. @module */
import type { Construct } from '../construct.ts'
import { jekyllOthers } from '../jekyll/other-tags.ts'
import { jekyllRaw } from '../jekyll/raw.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, otherAlerts } from '../shared-constructs.ts'
import { hexoCode, hexoCodeTitles, hexoIncludedCode } from './code.ts'
import { hexoDetails, hexoNotes, hexoQuotes, hexoTabs } from './parts.ts'
import { hexoAddresses, hexoEmbeds, hexoImages, hexoLinks } from './references.ts'

/** Code first, so that nothing in it is read; all other tags last. */
export const hexoConstructs: readonly Construct[] = [
  hexoCodeTitles,
  hexoCode,
  jekyllRaw,
  hexoIncludedCode,
  hexoAddresses,
  hexoImages,
  hexoLinks,
  hexoEmbeds,
  hexoQuotes,
  hexoNotes,
  hexoDetails,
  hexoTabs,
  jekyllOthers,
  embeds,
  pagePrograms,
  otherAlerts,
]
