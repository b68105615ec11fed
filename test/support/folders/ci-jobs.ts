/** Runs our GitHub action and our GitLab component as their runners do: inputs in, a shell, files out. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export type Inputs = Readonly<Record<string, string>>

export interface JobRun {
  readonly code: number | null
  readonly log: string
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
}

/** Writes an `npm` that installs this checkout in place of the package. */
export function standInNpm(folder: string): { PATH: string; version: string } {
  const npm = `#!/bin/sh
for package; do :; done
[ "$1 $2" = "install --prefix" ] && [ -f "$package" ] || exit 1
mkdir -p "$3/node_modules/.bin"
ln -s '${join(root, 'bin/markport.js')}' "$3/node_modules/.bin/markport"
`
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 })
  const version = join(folder, 'markport-9.9.9.tgz')
  writeFileSync(version, '')
  return { PATH: `${folder}${delimiter}${process.env.PATH}`, version }
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: true }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly (Step | { readonly uses: string })[] }
}

interface Step {
  readonly id?: string
  readonly run: string
  readonly env: Readonly<Record<string, string>>
}

export function readAction(): Action {
  return parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action
}

export async function runAction(
  workspace: string,
  inputs: Inputs,
  temp: string,
  { token = '', ...job }: Readonly<Record<string, string>> = {},
): Promise<JobRun> {
  const action = readAction()
  const values = new Map([['github.token', token]])
  for (const [name, input] of Object.entries(action.inputs)) {
    const value = inputs[name] ?? input.default
    assert.ok(value !== undefined, `${name} is required`)
    values.set(`inputs.${name}`, String(value))
  }
  const files = { outputs: join(temp, 'outputs'), summary: join(temp, 'summary') }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const github = {
    npm_config_prefer_offline: 'true',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
    GITHUB_OUTPUT: files.outputs,
    GITHUB_STEP_SUMMARY: files.summary,
    ...job,
  }
  let code: number | null = 0
  let log = ''
  for (const step of action.runs.steps) {
    if ('uses' in step) continue
    const { run, env, id } = step
    // A script must not contain expressions, whose values could be commands.
    assert.doesNotMatch(run, /\$\{\{/)
    const given = Object.entries(env).map(([name, text]) => [name, evaluate(text, values)])
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run]
    const ended = await start('bash', shell, workspace, { ...github, ...Object.fromEntries(given) })
    code = ended.code
    log += ended.log
    if (code !== 0 && id === undefined) break
    for (const line of readFileSync(files.outputs, 'utf8').split('\n').filter(Boolean)) {
      const [name = '', value = ''] = line.split('=')
      values.set(`steps.${id}.outputs.${name}`, value)
    }
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    evaluate(value, values),
  ])
  const summary = readFileSync(files.summary, 'utf8')
  return { code, log, outputs: Object.fromEntries(outputs), summary }
}

function evaluate(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => values.get(name) ?? '')
}

interface ComponentSpec {
  readonly spec: { readonly inputs: Readonly<Record<string, { readonly default?: unknown }>> }
}

export interface GitlabJob {
  readonly script: readonly string[]
  readonly variables: Readonly<Record<string, string | { readonly value: string }>>
}

export async function runComponent(
  workspace: string,
  inputs: Inputs,
  { variables, temp }: { variables: Readonly<Record<string, string>>; temp: string },
): Promise<Pick<JobRun, 'code' | 'log'>> {
  const text = readFileSync(join(root, 'templates/import/template.yml'), 'utf8')
  const [spec, jobs] = parseAllDocuments(text).map((one) => one.toJS()) as [
    ComponentSpec,
    Record<string, GitlabJob>,
  ]
  const fill = (written: string): string =>
    written.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
      const value = inputs[name] ?? spec.spec.inputs[name]?.default
      assert.ok(value !== undefined, `${name} is required`)
      return String(value)
    })
  const [job, ...others] = Object.values(jobs)
  assert.ok(job !== undefined && others.length === 0)
  assert.doesNotMatch(job.script.join('\n'), /\$\[\[/)
  const given = Object.entries(job.variables).map(([name, value]) => [
    name,
    fill(typeof value === 'string' ? value : value.value),
  ])
  const all = { ...variables, ...Object.fromEntries(given) }
  return runGitlabJob(workspace, job, { variables: all, temp })
}

export function runGitlabJob(
  workspace: string,
  { script, variables: own }: GitlabJob,
  { variables, temp }: { variables: Readonly<Record<string, string>>; temp: string },
): Promise<Pick<JobRun, 'code' | 'log'>> {
  const npx = join(temp, 'npx')
  const program = `[ "$1 $2" = "--yes --package" ] && shift 4 && exec node ${join(root, 'bin/markport.js')} "$@"`
  writeFileSync(npx, `#!/bin/sh\n${program}\n`)
  chmodSync(npx, 0o755)
  const plain = Object.entries(own).filter(([, value]) => typeof value === 'string')
  const env = { CI: 'true', GITHUB_ACTIONS: '', ...Object.fromEntries(plain), ...variables }
  const path = `${temp}${delimiter}${process.env.PATH}`
  return start('sh', ['-e', '-c', script.join('\n')], workspace, { ...env, PATH: path })
}

export interface GithubJob {
  readonly steps: readonly {
    readonly run?: string
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
): Promise<Omit<JobRun, 'outputs'>> {
  const { values, variables, temp } = options
  const [step, ...others] = steps.filter(({ run }) => run !== undefined)
  assert.ok(step?.run !== undefined && others.length === 0)
  // A script must not contain expressions, whose values could be commands.
  assert.doesNotMatch(step.run, /\$\{\{/)
  const summaryFile = join(temp, 'summary')
  writeFileSync(summaryFile, '')
  const given = Object.entries(step.env ?? {}).map(([name, text]) => [
    name,
    String(text).replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const value = values[expression]
      assert.ok(value !== undefined, expression)
      return value
    }),
  ])
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_STEP_SUMMARY: summaryFile,
  }
  const job = { script: [step.run], variables: {} }
  const all = { ...env, ...Object.fromEntries(given), ...variables }
  const { code, log } = await runGitlabJob(workspace, job, { variables: all, temp })
  return { code, log, summary: readFileSync(summaryFile, 'utf8') }
}

async function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Pick<JobRun, 'code' | 'log'>> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } })
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
