/**
 * Families that `npm run search-families` finds or confirms: reduced, with the stage that costs it, and the
 * slope of that cost over the size as it was measured then. 1 is linear, 2 quadratic.
 * @module
 */
import type { RepeatedFamily } from './families.ts'
import type { Cost } from './growth.ts'

export interface KnownFamily extends RepeatedFamily {
  readonly stage: 'convert' | 'html' | 'storage' | 'text' | 'compare'
  readonly measure: keyof Cost
  readonly slope: number
}

function converting(
  measure: keyof Cost,
  slope: number,
  units: readonly string[],
  rest: Partial<RepeatedFamily> = {},
): KnownFamily {
  return {
    order: 'in turn',
    prefix: '',
    suffix: '',
    units,
    ...rest,
    stage: 'convert',
    measure,
    slope,
  }
}

export const foundFamilies: readonly KnownFamily[] = [
  // Bare addresses beside tags: memory as well as time, a gigabyte from 64 KiB.
  converting('mib', 1.95, ['x></www.<']),
  converting('mib', 1.87, ['br></www.<']),
  converting('ms', 2.39, ['www.<b>']),
  converting('mib', 1.53, ['|www.a', '0</b>1. ']),
  // Bare addresses beside brackets that open a link.
  converting('ms', 2.1, ['www.$', ']({']),
  converting('ms', 2.03, ['[www.']),
  converting('ms', 1.97, ['ttp://![h']),
  converting('ms', 1.98, ['[', '}!http://']),
  // Schemes that no address follows.
  converting('ms', 1.98, ['http://*']),
  converting('ms', 2.01, ['_http://']),
  converting('ms', 1.99, ['&http://']),
  converting('ms', 2, ['(0http://'], { order: 'one after another' }),
  // Underscores inside a word.
  converting('ms', 1.99, ['a_']),
  // Names of characters that are none.
  converting('ms', 2.25, ['&ap;', 'ww']),
  converting('ms', 2.32, ['-1&mp;']),
]
