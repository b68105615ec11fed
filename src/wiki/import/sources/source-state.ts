/** What a page's source, and what people wrote since the last import, mean for an import. @module */
import type { AnswerEdit, AnswerWarning } from '../../../contract/answers.ts'
import type { ImportedFile } from '../../../contract/import-request.ts'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import type { Edits } from '../decide.ts'

/** What is known of a page before an import. */
export interface PageHistory {
  readonly keeper: SourceOfPage | undefined
  /** The newest version that a call with a token made; 0 where people alone wrote the page. */
  readonly importedVersion: number
  /** Who made the current version. */
  readonly written: AnswerEdit
  /** Whether it is the homepage as its space was made with. */
  readonly isBlank: boolean
}

interface SourceOfPage {
  readonly name: string
  /** The version of its last import. */
  readonly version: number
  /** Whether the page has what that import sent merged with what people wrote. */
  readonly isMerged: boolean
}

/** The part of an import that says where its page comes from. */
export interface SourcedImport {
  readonly source?: ImportedFile | undefined
  readonly takeOver?: boolean | undefined
}

export interface SourceState {
  readonly isOfAnother: boolean
  readonly keeper: string | undefined
  readonly edits: Edits
  readonly edit: AnswerEdit
  /** The version of the last import; 0 where there was none. */
  readonly since: number
}

/** To a source, plain calls are edits like those of people; to a plain call they are none. */
export function sourceState(
  { keeper, importedVersion, written, isBlank }: PageHistory,
  { source, takeOver = false }: SourcedImport,
): SourceState {
  const isOfAnother = source !== undefined && keeper !== undefined && keeper.name !== source.name
  const ofSource = keeper?.version ?? importedVersion
  const since = source === undefined ? Math.max(ofSource, importedVersion) : ofSource
  const isEdited = written.version > since && !isBlank
  const isMerged = keeper?.isMerged ?? false
  const edits = since === 0 ? 'all' : 'some'
  return {
    isOfAnother: isOfAnother && !takeOver,
    keeper: keeper?.name,
    edits: isEdited || isMerged ? edits : 'none',
    // Who wrote what was merged is not known any more.
    edit: isEdited ? written : { ...written, by: 'Somebody' },
    since,
  }
}

/** The warnings of an import that is carried out. */
export function sourceWarnings(
  { keeper, edits, edit }: SourceState,
  { source }: SourcedImport,
  policy: EditPolicy,
): AnswerWarning[] {
  const warnings: AnswerWarning[] = []
  if (keeper !== undefined && source === undefined) warnings.push(hasSource(keeper))
  if (keeper !== undefined && source !== undefined && keeper !== source.name) {
    warnings.push(sourceTaken(keeper))
  }
  const isKept = source !== undefined && policy === 'keep-theirs'
  if (edits !== 'none') warnings.push(editedThere(edit, isKept))
  return warnings
}

function hasSource(keeper: string): AnswerWarning {
  return {
    code: 'has-source',
    severity: 'note',
    message: `The source "${keeper}" keeps this page: its next import will find this text there.`,
    line: 0,
  }
}

function sourceTaken(keeper: string): AnswerWarning {
  return {
    code: 'source-taken',
    severity: 'note',
    message: `The source "${keeper}" kept this page until now: this import takes it over.`,
    line: 0,
  }
}

function editedThere({ by, at, version }: AnswerEdit, isKept: boolean): AnswerWarning {
  const what = isKept
    ? 'what this import did not change of it was kept'
    : 'this import replaces that'
  return {
    code: 'edited-there',
    severity: 'changed',
    message: `${by} wrote this page on ${at}, after the last import: ${what}. Version ${version} in its history has all of it.`,
    line: 0,
  }
}
