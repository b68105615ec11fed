/** Constructs of Starlight; its components are read as MDX. @module */
import type { PartConstruct } from '../parts/part-construct.ts'
import { otherAlerts } from '../shared/alerts.ts'
import { containerParts } from '../shared/containers.ts'
import { landingPage } from '../shared/landing-page.ts'

export const starlightConstructs: readonly PartConstruct[] = [
  landingPage,
  otherAlerts,
  ...containerParts,
]
