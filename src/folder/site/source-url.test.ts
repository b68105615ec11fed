/** Where a repository can be seen, by what its Git folder says. @module */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/support/base/temporary-folder.ts'
import { findSourceUrl } from './source-url.ts'

const top = temporaryFolder()

let repositories = 0

function repository(files: Readonly<Record<string, string>>): string {
  repositories += 1
  const folder = join(top, String(repositories))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

function sourceOf(remote: string, head = 'ref: refs/heads/main\n'): string | undefined {
  return findSourceUrl(
    repository({
      '.git/HEAD': head,
      '.git/config': `[core]\n\tbare = false\n[remote "fork"]\n\turl = https://github.com/f/r\n[remote "origin"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\turl = ${remote}\n`,
    }),
  )
}

test('knows how forges show files, whatever the remote is written like', () => {
  const github = 'https://github.com/o/r/blob/main/'
  for (const [remote, expected] of [
    ['https://github.com/o/r.git', github],
    ['https://github.com/o/r/', github],
    ['git@github.com:o/r.git', github],
    ['ssh://git@github.com:22/o/r.git', github],
    ['https://user:secret@github.com/o/r.git', github],
    ['https://x-access-token:secret@github.com/o/r', github],
    [
      'https://gitlab.example.org:8443/a/b/c.git',
      'https://gitlab.example.org:8443/a/b/c/-/blob/main/',
    ],
    ['git@bitbucket.org:o/r.git', 'https://bitbucket.org/o/r/src/main/'],
    ['https://codeberg.org/o/r.git', 'https://codeberg.org/o/r/src/branch/main/'],
    ['git@gitea.example.org:o/r.git', 'https://gitea.example.org/o/r/src/branch/main/'],
    [
      'https://org@dev.azure.com/org/my%20team/_git/docs',
      'https://dev.azure.com/org/my%20team/_git/docs?version=GBmain&path=/',
    ],
    [
      'git@ssh.dev.azure.com:v3/org/team/docs',
      'https://dev.azure.com/org/team/_git/docs?version=GBmain&path=/',
    ],
    [
      'https://tfs.example.org/tfs/All/team/_git/docs',
      'https://tfs.example.org/tfs/All/team/_git/docs?version=GBmain&path=/',
    ],
    ['https://git.example.org/o/r.git', undefined],
    ['https://github.com', undefined],
    ['/srv/git/r.git', undefined],
    ['file:///srv/github.com/r.git', undefined],
  ] as const) {
    assert.equal(sourceOf(remote), expected, remote)
  }
})

test('names the branch, and without one that of the remote', () => {
  assert.equal(
    sourceOf('https://github.com/o/r', 'ref: refs/heads/a/b#c\n'),
    'https://github.com/o/r/blob/a/b%23c/',
  )
  const commit = '0123456789012345678901234567890123456789\n'
  assert.equal(sourceOf('https://github.com/o/r', commit), undefined)
  const config = '[remote "origin"]\nurl = https://github.com/o/r\n'
  const files = {
    '.git/HEAD': commit,
    '.git/config': config,
    '.git/refs/remotes/origin/HEAD': 'ref: refs/remotes/origin/trunk\n',
  }
  assert.equal(findSourceUrl(repository(files)), 'https://github.com/o/r/blob/trunk/')
})

test('follows a worktree to its repository', () => {
  const folder = repository({
    'main/.git/config': '[remote "origin"]\nurl = https://github.com/o/r\n',
    'main/.git/worktrees/w/HEAD': 'ref: refs/heads/w\n',
    'main/.git/worktrees/w/commondir': '../..\n',
    'w/.git': 'gitdir: ../main/.git/worktrees/w\n',
  })
  assert.equal(findSourceUrl(join(folder, 'w')), 'https://github.com/o/r/blob/w/')
  assert.equal(findSourceUrl(join(folder, 'nothing')), undefined)
})
