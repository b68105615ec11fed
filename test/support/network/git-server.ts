/** A real Git server on a real socket: `git http-backend` behind basic authentication, and a repository to push to. @module */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../base/temporary-folder.ts'
import { listenLocally, stopServer } from './listen-locally.ts'

export interface GitServer {
  readonly url: string
  readonly folder: string
  /** The paths of requests, with the `Authorization` that they brought. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[]
  /** Requests wait for it before they are answered. */
  held: Promise<void> | undefined
  /** Answers in place of Git. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /**
   * Commit files and push them.
   * @param files By path; null removes one.
   * @returns The commit.
   */
  push(files: Readonly<Record<string, string | null>>, options?: { force?: boolean }): string
  /** Run Git in the working folder of whoever pushes. */
  git(...args: string[]): string
  /** The same in the repository of the server. */
  gitBare(...args: string[]): string
  stop(): Promise<void>
}

/** @param pair `USER:TOKEN`; without one, anybody reads. */
export async function startGitServer(pair?: string): Promise<GitServer> {
  const folder = temporaryFolder()
  const [bare, work] = [join(folder, 'docs.git'), join(folder, 'work')]
  const run = (cwd: string, args: readonly string[]): string =>
    execFileSync('git', args, { cwd, env: environment, encoding: 'utf8' }).trim()
  run(folder, ['init', '-q', '--bare', '-b', 'main', bare])
  run(folder, ['init', '-q', '-b', 'main', work])
  run(work, ['remote', 'add', 'origin', bare])
  const server = createServer(async (request, response) => {
    const { authorization } = request.headers
    requests.push({ path: request.url ?? '', authorization })
    await self.held
    if (self.answer?.(request, response)) return
    const wanted = pair && `Basic ${Buffer.from(pair).toString('base64')}`
    if (wanted !== undefined && authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    } else backend(folder, request, response)
  })
  const requests: GitServer['requests'] = []
  const self: GitServer = {
    url: `${await listenLocally(server)}/docs.git`,
    folder,
    requests,
    held: undefined,
    answer: undefined,
    push(files, { force = false } = {}) {
      for (const [path, text] of Object.entries(files)) {
        if (text === null) rmSync(join(work, path))
        else {
          mkdirSync(dirname(join(work, path)), { recursive: true })
          writeFileSync(join(work, path), text)
        }
      }
      run(work, ['add', '-A', '-f'])
      run(work, ['commit', '-q', '-m', 'Change the docs', ...(force ? ['--amend'] : [])])
      run(work, ['push', '-q', 'origin', 'HEAD', ...(force ? ['--force'] : [])])
      return run(work, ['rev-parse', 'HEAD'])
    },
    git: (...args) => run(work, args),
    gitBare: (...args) => run(bare, args),
    stop: () => stopServer(server),
  }
  return self
}

const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
}

/** https://git-scm.com/docs/git-http-backend */
function backend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://host')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  request.pipe(child.stdin).on('error', () => {})
  let head: string | undefined = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) return void response.write(chunk)
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    const fields = head
      .slice(0, end)
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string])
    const status = Number.parseInt(fields.find(([name]) => name === 'Status')?.[1] ?? '200', 10)
    response.writeHead(status, Object.fromEntries(fields.filter(([name]) => name !== 'Status')))
    response.write(Buffer.from(head.slice(end + 4), 'latin1'))
    head = undefined
  })
  child.on('close', () => response.end())
}
