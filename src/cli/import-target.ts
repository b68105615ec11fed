/** Where files are imported to, as flags, variables and `markport.json` say it. @module */
import type { OptionValues } from '../config/config.ts'
import { UsageError } from './context.ts'

/**
 * Read the place.
 * @param values Parsed options.
 * @throws {UsageError} Naming what is missing.
 */
export function readTarget({ endpoint, space, parent }: OptionValues): {
  endpoint: string
  spaceId: string
  parentId: string
} {
  if (endpoint === undefined || space === undefined || parent === undefined) {
    const missing = [
      ...(endpoint === undefined ? ['--endpoint'] : []),
      ...(space === undefined ? ['--space'] : []),
      ...(parent === undefined ? ['--parent'] : []),
    ]
    throw new UsageError(
      `${missing.join(' and ')} must be given, as flag, as variable or in markport.json.`,
    )
  }
  return { endpoint, spaceId: space, parentId: parent }
}
