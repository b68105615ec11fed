/** Runs the commands that it is sent, one after the other, each in its folder. @module */
import process from 'node:process'
import { callCli } from './run-cli.ts'

export interface CommandInFolder {
  readonly cwd: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
}

process.on('message', async ({ cwd, args, env }: CommandInFolder) => {
  process.chdir(cwd)
  process.send?.(await callCli(args, { env }))
})
