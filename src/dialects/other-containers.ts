/** Containers of colons that the converter does not know. @module */
import { findAlertType } from '../convert/alert-types.ts'
import { alertAround, oneLine } from './alert.ts'
import type { Construct } from './construct.ts'
import { replaceContainers } from './containers.ts'

/** Each becomes a note with its word as the title. */
export const otherContainers: Construct = {
  name: 'container of a kind of its own',
  written: ':::my-rule\n\nSome words.\n\n:::',
  becomes: '> [!NOTE] My rule\n> Some words.',
  sign: /:::/,
  read: (lines) =>
    replaceContainers(lines, ({ name, info, content, line }) => {
      if (name === '' || findAlertType(name) !== undefined) return undefined
      return { block: alertAround(name, titleIn(info), content, line) }
    }),
}

/** `Title`, `[Title]`, `{title="Title"}`. */
function titleIn(info: string): string {
  const [, titled] = /\btitle="([^"]*)"/.exec(info) ?? []
  const words = info.replace(/\{[^{}]*\}|\}$/g, '').trim()
  const [, label] = /^\[(.*)\]$/.exec(words) ?? []
  return oneLine(titled ?? label ?? words)
}
