/**
 * Families that `npm run search-families` found: reduced, with the slope of the cost over the size
 * that was measured then, and the stage that costs it.
 * @module
 */
import type { RepeatedFamily } from './family-search/families.ts'
import type { Cost } from './family-search/growth.ts'

export interface KnownFamily extends RepeatedFamily {
  readonly stage: 'convert' | 'html' | 'storage' | 'text' | 'compare'
  readonly measure: keyof Cost
  readonly slope: number
}

export const foundFamilies: readonly KnownFamily[] = [
  {
    order: 'in turn',
    prefix: '',
    units: ['x></www.<'],
    suffix: '',
    stage: 'convert',
    measure: 'mib',
    slope: 1.5,
  },
]
