/** What imports do with what people wrote since the last one. @module */

/** Only `overwrite` also replaces pages that no import wrote. */
export const editPolicies = ['overwrite-imported', 'overwrite', 'refuse', 'keep-theirs'] as const
export type EditPolicy = (typeof editPolicies)[number]
