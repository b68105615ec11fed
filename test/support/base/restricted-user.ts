/** A user who may not read every file, which root may: nobody in its place, and any other as it is. @module */
import { lchownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const isRoot = process.getuid?.() === 0
const nobodyId = 65_534

export function becomeRestricted(): void {
  if (!isRoot) return
  process.setgroups?.([])
  process.setgid?.(nobodyId)
  process.setuid?.(nobodyId)
}

export function giveToRestricted(folder: string): void {
  if (!isRoot) return
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of ['', ...inside]) lchownSync(join(folder, name), nobodyId, nobodyId)
}
