/** Which warnings a run fails for: a job that can be required of those who change files. @module */
import { counted } from '../../base/counted.ts'
import type { FileWarning, FolderEvent } from '../../folder-import/folder-events.ts'
import { isWarningCode } from '../../folder-import/service-warnings.ts'
import { CommandError, UsageError } from '../context.ts'

export interface FailOn {
  /** Whether the run does not look at a warning, as an import has told it before. */
  isOld(warning: FileWarning): boolean
  isSerious(warning: FileWarning): boolean
  onEvent(event: FolderEvent): void
  /** @throws {CommandError} When there was a serious warning. */
  end(): void
}

const words: ReadonlySet<string> = new Set(['lost', 'changed', 'note', 'all', 'new'])

/**
 * Watch a run.
 * @param names Codes, severities and `all`; `new` keeps them, by default those that are lost, to what no
 * import has told.
 * @throws {UsageError} For any other word: a check that looks for nothing would pass for ever.
 */
export function failOn(names: readonly string[]): FailOn {
  for (const name of names) {
    if (words.has(name) || isWarningCode(name)) continue
    throw new UsageError(
      `--fail-on: ${JSON.stringify(name)} is no code of a warning; use one that a run prints, or lost, changed, note, all or new.`,
    )
  }
  const isOld = ({ isNew }: FileWarning): boolean => names.includes('new') && isNew === false
  const named = names.filter((name) => name !== 'new')
  const kinds = names.length > 0 && named.length === 0 ? ['lost'] : named
  const isSerious = (warning: FileWarning): boolean =>
    !isOld(warning) && [warning.code, warning.severity, 'all'].some((name) => kinds.includes(name))
  let serious = 0
  return {
    isOld,
    isSerious,
    onEvent(event) {
      if (event.type === 'warning' && isSerious(event)) serious += 1
    },
    end() {
      if (serious === 0) return
      throw new CommandError(`the check failed for ${counted(serious, 'warning')}; see above.`)
    },
  }
}
