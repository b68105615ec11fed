/** Runs the commands that it is sent, one after the other, each in its folder. @module */
import process from 'node:process'
import { callCli } from './run-cli.ts'

export interface CommandInFolder {
  readonly cwd: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
}

// Root may read all, so nobody takes its place. The modules are loaded before, as they may be unreadable.
if (process.argv[2] === 'as-nobody' && process.getuid?.() === 0) {
  const nobodyId = 65_534
  process.setgroups?.([])
  process.setgid?.(nobodyId)
  process.setuid?.(nobodyId)
}

process.on('message', async ({ cwd, args, env }: CommandInFolder) => {
  process.chdir(cwd)
  process.send?.(await callCli(args, { env }))
})
