/**
 * Reads the environment of CI jobs: the commit's address and the merge request. Tokens are only
 * sent to addresses found here.
 * @module
 */
import { appendFileSync, readFileSync } from 'node:fs'
import type { FolderReport } from '../../folder/folder-events.ts'
import type { CliContext } from '../context.ts'

type Environment = CliContext['env']

export interface CiJob {
  readonly commit: string
  readonly sourceUrl: string
  readonly url: string
  readonly request?: CommentPlace
}

export interface CommentPlace {
  readonly apiUrl: string
  /** Path of all comments, below the API's address. */
  readonly comments: string
  readonly comment: (id: number) => string
  readonly update: 'PATCH' | 'PUT'
  /** Environment variable with the token. */
  readonly tokenName: string
  readonly advice: string
}

export function findCiJob(env: Environment): CiJob | undefined {
  if (isGithub(env)) return githubJob(env)
  return env.GITLAB_CI === 'true' ? gitlabJob(env) : undefined
}

/** https://docs.github.com/actions/reference/workflows-and-actions/variables */
function githubJob(env: Environment): CiJob | undefined {
  const { GITHUB_API_URL: apiUrl, GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env
  if (!apiUrl || !server || !repository) return undefined
  const { number, head } = readPullRequest(env.GITHUB_EVENT_PATH)
  const address = `${server}/${repository}`
  const commit = head?.sha ?? env.GITHUB_SHA ?? ''
  const job = {
    commit,
    sourceUrl: `${address}/blob/${commit}/`,
    url: `${address}/actions/runs/${env.GITHUB_RUN_ID}`,
  }
  if (number === undefined) return job
  const comments = `/repos/${repository}/issues/${number}/comments`
  const request: CommentPlace = {
    apiUrl,
    comments,
    comment: (id) => `/repos/${repository}/issues/comments/${id}`,
    update: 'PATCH',
    tokenName: 'GITHUB_TOKEN',
    advice: 'The job needs `permissions: pull-requests: write`; one of a fork never has it.',
  }
  return { ...job, request }
}

interface PullRequest {
  readonly number?: number
  readonly head?: { readonly sha: string }
}

function readPullRequest(eventFile: string | undefined): PullRequest {
  try {
    const event = JSON.parse(readFileSync(eventFile ?? '', 'utf8')) as {
      pull_request?: PullRequest
    }
    return event.pull_request ?? {}
  } catch {
    return {}
  }
}

/** https://docs.gitlab.com/ci/variables/predefined_variables/ */
function gitlabJob(env: Environment): CiJob | undefined {
  const { CI_API_V4_URL: apiUrl, CI_PROJECT_URL: address, CI_COMMIT_SHA: commit } = env
  const { CI_MERGE_REQUEST_PROJECT_ID: project, CI_MERGE_REQUEST_IID: number } = env
  if (!apiUrl || !address || !commit) return undefined
  const job = { commit, sourceUrl: `${address}/-/blob/${commit}/`, url: env.CI_JOB_URL ?? address }
  if (!project || !number) return job
  const comments = `/projects/${project}/merge_requests/${number}/notes`
  const request: CommentPlace = {
    apiUrl,
    comments,
    comment: (id) => `${comments}/${id}`,
    update: 'PUT',
    tokenName: 'GITLAB_TOKEN',
    advice:
      'It needs the token of a project, with the scope api and the role Reporter: GitLab lets CI_JOB_TOKEN write no comments.',
  }
  return { ...job, request }
}

/** Also true in runners compatible with GitHub Actions. */
export function isGithub(env: Environment): boolean {
  return env.GITHUB_ACTIONS === 'true'
}

/** Write GitHub's summary and outputs; a failure is only reported. */
export function writeGithubFiles(
  { counts, warnings }: FolderReport,
  markdown: string,
  { env, stderr }: CliContext,
): void {
  if (!isGithub(env)) return
  const outputs = Object.entries({ ...counts, warnings })
  const texts = [
    [env.GITHUB_OUTPUT, outputs.map(([name, count]) => `${name}=${count}\n`).join('')],
    // The file may lack its last line break.
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
