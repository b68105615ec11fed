/** Says where a page and its versions come from: the file and the commit. @module */
import { html } from 'hono/html'
import type { KeptFile } from '../../../contract/import-request.ts'
import type { VersionCommit } from '../../../wiki/pages/page.ts'
import type { Markup } from '../frame/markup.ts'

const maxShownId = 10

/** Describes a commit by the first line of its message, its author and its short id. */
export function commitText({ id, author, message }: VersionCommit): string {
  const by = author === '' ? '' : `by ${author}`
  const details = [by, id.slice(0, maxShownId)].filter((part) => part !== '').join(', ')
  if (message === '' || details === '') return message + details
  return `${message} (${details})`
}

/** Isolates the commit's text, because right-to-left text would reorder its surroundings. */
export function commitNote(commit: VersionCommit): Markup | '' {
  const text = commitText(commit)
  return text === '' ? '' : html`<bdi>${text}</bdi>`
}

/** Links the file where its address is known; without a path, names the source. */
export function fileNote({ name, path, url }: KeptFile): Markup {
  const text = html`<bdi title="${name}">${path === '' ? name : path}</bdi>`
  return url ? html`<a href="${url}">${text}</a>` : text
}

/** The forge's address to edit the file if it is known, or to view it. */
export function editAddress(url: string): string {
  return forges.reduce((address, [viewed, editPath]) => address.replace(viewed, editPath), url)
}

const forges: readonly (readonly [viewed: RegExp, editPath: string])[] = [
  [/^(https:\/\/github\.com\/[^/]+\/[^/]+)\/blob\//, '$1/edit/'],
  [/\/-\/blob\//, '/-/edit/'],
  [/\/src\/branch\//, '/_edit/'],
  [/^(https:\/\/bitbucket\.org\/[^?#]+\/src\/[^?#]+)$/, '$1?mode=edit'],
]
