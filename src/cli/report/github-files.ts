/** What GitHub reads after a step: its outputs, and a summary in Markdown. @module */
import { appendFileSync } from 'node:fs'
import type { FolderReport } from '../../folder-import/folder-events.ts'
import type { CliContext } from '../context.ts'

type Environment = CliContext['env']

/** Tell whether this runs in GitHub Actions, or in a runner that speaks like it. */
export function isGithub(env: Environment): boolean {
  return env.GITHUB_ACTIONS === 'true'
}

/**
 * Give GitHub what became of an import. That it could not be written fails no import.
 * @param context Has the environment, and hears what went wrong.
 */
export function writeGithubFiles(
  { counts, warnings }: FolderReport,
  markdown: string,
  { env, stderr }: CliContext,
): void {
  if (!isGithub(env)) return
  const outputs = Object.entries({ ...counts, warnings })
  const texts = [
    [env.GITHUB_OUTPUT, outputs.map(([name, count]) => `${name}=${count}\n`).join('')],
    // What an earlier command wrote may lack its last line break.
    [env.GITHUB_STEP_SUMMARY, `\n${markdown}`],
  ] as const
  for (const [file, text] of texts) {
    if (!file) continue
    try {
      appendFileSync(file, text)
    } catch (error) {
      stderr.line(`GitHub was not told what became of the pages: ${(error as Error).message}.`)
    }
  }
}
