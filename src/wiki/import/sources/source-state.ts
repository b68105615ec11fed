/** Compares an import with the page's source and the edits since its last import. @module */
import type { AnswerEdit, AnswerWarning } from '../../../contract/answers.ts'
import type { ImportedFile } from '../../../contract/import-request.ts'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import type { StoredPage, StoredPlace } from '../../store/saving/find-place.ts'
import type { Edits } from '../decide.ts'

export interface SourcedImport {
  readonly source?: ImportedFile | undefined
  readonly takeOver?: boolean | undefined
}

export interface SourceState {
  readonly isOfAnother: boolean
  readonly keeper: string | undefined
  readonly edits: Edits
  readonly edit: AnswerEdit
  readonly since: number
}

/** A source treats imports without a source as edits; for an import without one, no import is an edit. */
export function sourceState(
  { keeper, tokenVersion: importedVersion, space }: StoredPlace,
  { id, version, contentHash, author: by, updatedAt }: StoredPage,
  { source, takeOver = false }: SourcedImport,
): SourceState {
  const lastEdit = { by, at: updatedAt.toISOString(), version }
  // The empty homepage that the space was created with holds no edit.
  const isBlank = String(id) === space.homepageId && version === 1 && contentHash === ''
  const isOfAnother = source !== undefined && keeper !== undefined && keeper.name !== source.name
  const ofSource = keeper?.version ?? importedVersion
  const since = source === undefined ? Math.max(ofSource, importedVersion) : ofSource
  const isEdited = version > since && !isBlank
  const isMerged = keeper?.isMerged ?? false
  const edits = since === 0 ? 'all' : 'some'
  return {
    isOfAnother: isOfAnother && !takeOver,
    keeper: keeper?.name,
    edits: isEdited || isMerged ? edits : 'none',
    // Merging several edits loses their authors, so we cannot name one.
    edit: isEdited ? lastEdit : { ...lastEdit, by: 'Somebody' },
    since,
  }
}

export function sourceWarnings(
  { keeper, edits, edit }: SourceState,
  { source }: SourcedImport,
  policy: EditPolicy,
): AnswerWarning[] {
  const warnings: AnswerWarning[] = []
  if (keeper !== undefined && source === undefined) warnings.push(hasSource(keeper))
  if (keeper !== undefined && source !== undefined && keeper !== source.name) {
    warnings.push(takeoverWarning(keeper))
  }
  const isKept = source !== undefined && policy === 'keep-theirs'
  if (edits !== 'none') warnings.push(editWarning(edit, isKept))
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

function takeoverWarning(keeper: string): AnswerWarning {
  return {
    code: 'source-taken',
    severity: 'note',
    message: `The source "${keeper}" kept this page until now: this import takes it over.`,
    line: 0,
  }
}

function editWarning({ by, at, version }: AnswerEdit, isKept: boolean): AnswerWarning {
  const consequence = isKept
    ? 'what this import did not change of it was kept'
    : 'this import replaces that'
  return {
    code: 'edited-there',
    severity: 'changed',
    message: `${by} wrote this page on ${at}, after the last import: ${consequence}. Version ${version} in its history has all of it.`,
    line: 0,
  }
}
