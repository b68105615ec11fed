/** Runs the commands that it is sent, one after the other, each in its folder. @module */
import process from 'node:process'
import { callCli } from './run-cli.ts'

export interface CommandInFolder {
  readonly cwd: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
}

// Root may read every file, so run as the user `nobody`. Load the modules first, as that user may not read them.
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
