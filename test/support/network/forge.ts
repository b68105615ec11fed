/** The comments of requests to merge as the APIs of GitHub and GitLab have them, over HTTP. @module */
import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type Script, type SentRequest, startScriptedService } from './scripted-service.ts'

interface ForgeUser {
  readonly id: number
  /** A GitHub job's token belongs to an app, which may not ask who it is. */
  readonly isApp?: true
  readonly isReadOnly?: true
}

interface ForgeComment {
  readonly id: number
  body: string
  readonly by: number
}

export interface Forge {
  readonly comments: ForgeComment[]
  readonly requests: readonly SentRequest[]
  readonly faults: Map<string, Script>
  jobOf(folder: string): Record<string, string>
  stop(): Promise<void>
}

type ForgeKind = 'github' | 'gitlab'

interface ForgeRow {
  readonly all: string
  readonly one: RegExp
  readonly update: string
  readonly author: string
  readonly pageSize: number
  readonly maxLength: number
  readonly tooLong: number
  readonly newestFirst: boolean
}

/** https://docs.github.com/rest/issues/comments, https://docs.gitlab.com/api/notes/#merge-requests */
const kinds: Readonly<Record<ForgeKind, ForgeRow>> = {
  github: {
    all: '/repos/acme/docs/issues/7/comments',
    one: /^\/repos\/acme\/docs\/issues\/comments\/(\d+)$/,
    update: 'PATCH',
    author: 'user',
    pageSize: 30,
    maxLength: 65_536,
    tooLong: 422,
    newestFirst: false,
  },
  gitlab: {
    all: '/projects/31/merge_requests/7/notes',
    one: /^\/projects\/31\/merge_requests\/7\/notes\/(\d+)$/,
    update: 'PUT',
    author: 'author',
    pageSize: 20,
    maxLength: 1_000_000,
    tooLong: 400,
    newestFirst: true,
  },
}

export async function startForge(
  kind: ForgeKind,
  users: Readonly<Record<string, ForgeUser>>,
): Promise<Forge> {
  const comments: ForgeComment[] = []
  const faults = new Map<string, Script>()
  const api = forgeApi(kind, users, comments)
  const { endpoint, ...service } = await startScriptedService((response, number, request) => {
    const answer = faults.get(`${request.method}`) ?? api
    faults.delete(`${request.method}`)
    answer(response, number, request)
  })
  const apiUrl = new URL(endpoint).origin
  const jobOf = (folder: string): Record<string, string> => variables[kind](apiUrl, folder)
  return { ...service, comments, faults, jobOf }
}

const commit = '0123456789abcdef0123456789abcdef01234567'

const variables = {
  github(apiUrl: string, folder: string) {
    const file = join(folder, '.event.json')
    writeFileSync(file, JSON.stringify({ pull_request: { number: 7, head: { sha: commit } } }))
    return {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: apiUrl,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/docs',
      GITHUB_RUN_ID: '5',
      GITHUB_SHA: 'of-a-trial-of-the-merge',
      GITHUB_EVENT_PATH: file,
    }
  },
  gitlab: (apiUrl: string) => ({
    GITHUB_ACTIONS: '',
    GITLAB_CI: 'true',
    CI_API_V4_URL: apiUrl,
    CI_PROJECT_URL: 'https://gitlab.example/acme/docs',
    CI_COMMIT_SHA: commit,
    CI_JOB_URL: 'https://gitlab.example/acme/docs/-/jobs/5',
    CI_MERGE_REQUEST_PROJECT_ID: '31',
    CI_MERGE_REQUEST_IID: '7',
  }),
}

function forgeApi(
  kind: ForgeKind,
  users: Readonly<Record<string, ForgeUser>>,
  comments: ForgeComment[],
): Script {
  const row = kinds[kind]
  let ids = 1_000
  const shown = ({ id, body, by }: ForgeComment): object => {
    const user = Object.values(users).find((one) => one.id === by)
    return {
      id,
      body,
      [row.author]: { id: by, ...(user?.isApp ? { type: 'Bot' } : { type: 'User' }) },
    }
  }
  return (response, _, { method, path = '', headers, fields }) => {
    const user = users[String(headers.authorization).replace('Bearer ', '')]
    const { pathname, searchParams: query } = new URL(path, 'http://forge')
    // GitHub refuses requests without a User-Agent.
    if (kind === 'github' && !headers['user-agent']) return send(response, 403)
    if (user === undefined) return send(response, 401)
    if (pathname === '/user') return user.isApp ? send(response, 403) : send(response, 200, user)
    if (method !== 'GET' && user.isReadOnly) return send(response, 403)
    const body = String(fields.body)
    if (body.length > row.maxLength) return send(response, row.tooLong)
    if (pathname === row.all && method === 'GET') {
      const sorted =
        row.newestFirst && query.get('sort') !== 'asc' ? comments.toReversed() : comments
      const size = Math.min(100, Number(query.get('per_page') ?? row.pageSize))
      const start = (Number(query.get('page') ?? 1) - 1) * size
      return send(response, 200, sorted.slice(start, start + size).map(shown))
    }
    if (pathname === row.all && method === 'POST') {
      comments.push({ id: ids++, body, by: user.id })
      return send(response, 201)
    }
    const at = comments.findIndex(({ id }) => String(id) === row.one.exec(pathname)?.[1])
    if (at === -1) return send(response, 404)
    if (method === 'DELETE') comments.splice(at, 1)
    else if (method === row.update) (comments[at] as ForgeComment).body = body
    else return send(response, 405)
    send(response, method === 'DELETE' ? 204 : 200, {})
  }
}

function send(response: ServerResponse, status: number, body: unknown = {}): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
