/** The limits of requests to the operation. @module */

export const contractLimits = {
  /** In UTF-16 units after trimming; Confluence has the same limit. */
  maxTitleLength: 255,
  maxIdLength: 255,
  /** `Number.MAX_SAFE_INTEGER` minus 1, because the store uses the maximum for "no position". */
  maxPosition: 9_007_199_254_740_990,
  maxReservedPages: 1_000,
  maxRefLength: 255,
  maxIdempotencyKeyLength: 255,
  maxSourceUrlLength: 2_000,
  maxSourceNameLength: 200,
  maxSourcePathLength: 1_000,
  maxSourcePages: 1_000,
  maxClosedPaths: 100_000,
  maxLabels: 50,
  maxLabelLength: 255,
  maxJsonDepth: 32,
  maxUnknownFields: 100,
  maxWarnings: 1_000,
  maxMessageLength: 300,
} as const
