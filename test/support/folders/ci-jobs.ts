/** Runs jobs of the docs as the runners of GitHub and GitLab do: variables in, a shell, files out. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface JobRun {
  readonly code: number | null
  readonly log: string
}

export interface GitlabJob {
  readonly script: readonly string[]
  readonly variables: Readonly<Record<string, string | { readonly value: string }>>
}

export function runGitlabJob(
  workspace: string,
  { script, variables: own }: GitlabJob,
  { variables, temp }: { variables: Readonly<Record<string, string>>; temp: string },
): Promise<JobRun> {
  const npx = `[ "$1 $2" = "--yes --package" ] && shift 4 && exec node ${join(root, 'bin/markport.js')} "$@"`
  // It tells what it was called with.
  for (const [name, program] of Object.entries({ npx, gh: 'echo gh "$@"' })) {
    writeFileSync(join(temp, name), `#!/bin/sh\n${program}\n`, { mode: 0o755 })
  }
  const plain = Object.entries(own).filter(([, value]) => typeof value === 'string')
  const env = { CI: 'true', GITHUB_ACTIONS: '', ...Object.fromEntries(plain), ...variables }
  const path = `${temp}${delimiter}${process.env.PATH}`
  return runScript(script.join('\n'), workspace, { ...env, PATH: path })
}

export interface GithubJob {
  readonly steps: readonly {
    readonly run?: string
    readonly if?: string
    readonly env?: Readonly<Record<string, string>>
  }[]
}

export async function runGithubJob(
  workspace: string,
  { steps }: GithubJob,
  options: {
    readonly values: Readonly<Record<string, string>>
    readonly variables: Readonly<Record<string, string>>
    readonly temp: string
  },
): Promise<JobRun> {
  const { values, variables, temp } = options
  const expand = (text: string): string =>
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const value = values[expression]
      assert.ok(value !== undefined, expression)
      return value
    })
  let code: number | null = 0
  let log = ''
  for (const { run, env = {}, if: condition } of steps) {
    if (run === undefined || (code !== 0 && condition === undefined)) continue
    // A script must not contain expressions, whose values could be commands.
    assert.doesNotMatch(run, /\$\{\{/)
    const given = Object.entries(env).map(([name, text]) => [name, expand(String(text))])
    const all = { GITHUB_STEP_SUMMARY: join(temp, 'summary'), ...Object.fromEntries(given) }
    const step = { script: [run], variables: {} }
    const ended = await runGitlabJob(workspace, step, { variables: { ...all, ...variables }, temp })
    code ||= ended.code
    log += ended.log
  }
  return { code, log }
}

async function runScript(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<JobRun> {
  const child = spawn('sh', ['-e', '-c', script], { cwd, env: { ...process.env, ...env } })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      log += part
    })
  }
  child.stdin.end()
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { code, log }
}
