/** How the import command tells of a run, by its options and its surroundings. @module */
import type { OptionValues } from '../../config/config.ts'
import type { FileWarning } from '../../folder-import/folder-events.ts'
import type { CliContext } from '../context.ts'
import { findCiJob } from '../report/ci-job.ts'
import type { FailOn } from './fail-on.ts'
import type { IsOldWarning } from './held-warnings.ts'
import type { ImportMode } from './import-summary.ts'
import { repositoryPaths } from './repository-paths.ts'
import type { TellOptions } from './tell-import.ts'

export interface ToldRun {
  readonly mode: ImportMode
  /** As they were given. */
  readonly paths: readonly string[]
  /** The folder that the tree of pages starts at. */
  readonly base: string
  readonly values: OptionValues
  readonly failing: FailOn
  readonly isAnybodyAsked: boolean
  /** Tokens that the run has. */
  readonly secrets: readonly string[]
}

export function tellOptions(run: ToldRun, { env }: CliContext): TellOptions {
  const { mode, paths, base, values, failing, isAnybodyAsked } = run
  const { warnings: areShown = 'lost', endpoint, space, parent } = values
  const pathOf = repositoryPaths(base, env)
  const { isSerious } = failing
  const isOld: IsOldWarning = (warning, outcome) =>
    areShown !== 'all' && outcome === 'unchanged' && warning.isNew !== true && !isSerious(warning)
  const job = findCiJob(env)
  return {
    mode,
    isJson: values.json ?? false,
    isOld: mode === 'check' ? failing.isOld : isOld,
    isAnybodyAsked,
    isShown: (warning: FileWarning) =>
      areShown === 'all' || areShown === warning.severity || isSerious(warning),
    areOthersNamed: areShown !== 'none',
    pathOf,
    target: { paths: paths.map((path) => pathOf(path) || path), endpoint, space, parent },
    job,
    sourceUrl: values.sourceUrl,
    secrets: [...run.secrets, env[job?.request?.tokenName ?? ''] ?? ''],
    reportFile: values.report?.file,
    isCommentWanted: values.comment ?? false,
  }
}
