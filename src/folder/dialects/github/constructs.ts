/** Constructs for files without a site: alerts and containers of any kind. @module */
import type { PartConstruct } from '../parts/part-construct.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { containerParts } from '../shared/containers.ts'

export const githubConstructs: readonly PartConstruct[] = [
  otherAlerts,
  ...containerParts,
  attributeLists,
]
