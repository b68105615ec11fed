/** What an import command does. @module */

/** The check, the dry run, or the import with or without updates. */
export type ImportMode = 'check' | 'dry-run' | 'overwrite' | 'create'
