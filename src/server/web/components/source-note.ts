/** Says where a page and its versions come from: the file and the commit. @module */
import { html } from 'hono/html'
import type { KeptFile } from '../../../contract/import-request.ts'
import type { VersionCommit } from '../../../wiki/import/sources/version-source.ts'
import type { Markup } from '../frame/markup.ts'

const maxShownId = 10

/** The first line of the commit's message, who wrote it, and its id; empty without a commit. */
export function commitText({ id, author, message }: VersionCommit): string {
  const by = author === '' ? '' : `by ${author}`
  const about = [by, id.slice(0, maxShownId)].filter((part) => part !== '').join(', ')
  if (message === '' || about === '') return message + about
  return `${message} (${about})`
}

/** Isolated, since the text may change the direction of what stands around it. */
export function commitNote(commit: VersionCommit): Markup | '' {
  const text = commitText(commit)
  return text === '' ? '' : html`<bdi>${text}</bdi>`
}

/** The file, with a link where its address is known; without a path, its source. */
export function fileNote({ name, path, url }: KeptFile): Markup {
  const text = html`<bdi title="${name}">${path === '' ? name : path}</bdi>`
  return url ? html`<a href="${url}">${text}</a>` : text
}
