/** What the shells are told to complete, tried in a real bash. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { callCli } from '../support/service/run-cli.ts'

/** Each command line, with the word to complete last, and what is offered. */
const offered: readonly [words: string[], expected: readonly string[]][] = [
  [['us'], ['user']],
  [
    ['space', ''],
    ['create', 'list', 'rename', 'delete', 'export', 'connect', 'disconnect'],
  ],
  [['user', 'g'], ['grant']],
  [['user', 'grant', 'mia', ''], []],
  [
    ['user', 'grant', 'mia', 'DOCS', ''],
    ['read', 'write'],
  ],
  [['user', 'grant', '--data', 'd', 'mia', 'DOCS', 'w'], ['write']],
  [
    ['convert', '--to', ''],
    ['adf', 'storage', 'html', 'text'],
  ],
  [['serve', '--log-level', 'd'], ['debug']],
  [['serve', '--readers', 'u'], ['users']],
  [
    ['serve', '--tls'],
    ['--tls-cert', '--tls-key'],
  ],
  [['serve', '--listen', ''], []],
  [['serve', '--data', 'mig'], ['migrations']],
  [['verify', 'biome'], ['biome.json']],
  [['import', 'src', 'docs/api'], ['docs/api.md']],
  [['backup', 'veri'], ['verify']],
]

test('bash offers commands, options, and the values that there are', async () => {
  const { code, stdout } = await callCli(['completion', 'bash'])
  assert.equal(code, 0)
  const asks = offered.map(
    ([words]) =>
      `COMP_WORDS=(markport ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _markport; echo "\${COMPREPLY[*]}"`,
  )
  const root = new URL('../../', import.meta.url)
  const said = execFileSync('bash', ['-c', `${stdout}\n${asks.join('\n')}`], { cwd: root })
  const lines = String(said).split('\n').slice(0, -1)
  assert.deepEqual(
    lines.map((line) => line.split(' ').filter((word) => word !== '')),
    offered.map(([, expected]) => expected),
  )
})

test('zsh reads what bash does', async () => {
  const [bash, zsh] = await Promise.all(
    ['bash', 'zsh'].map(async (shell) => (await callCli(['completion', shell])).stdout),
  )
  assert.equal(zsh, `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${bash}`)
})

test('fish is told each command, option and value, with its meaning', async () => {
  const { stdout } = await callCli(['completion', 'fish'])
  for (const line of [
    /-n 'not __fish_seen_subcommand_from demo .*' -a serve -d 'Run the service/,
    /-n '__fish_seen_subcommand_from user; and __fish_seen_subcommand_from grant' -f -a 'read write'$/,
    /-n '__fish_seen_subcommand_from serve' -l tls-cert -r -F -d 'Certificate/,
    /-n '__fish_seen_subcommand_from serve' -l data -r -f -a '\(__fish_complete_directories\)'/,
    /-d 'Bring the store\\'s schema/,
  ]) {
    assert.match(stdout, new RegExp(line, 'm'))
  }
})
