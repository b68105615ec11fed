/** The list of spaces with what imports need to know of them, and the form to create one. @module */
import { html } from 'hono/html'
import type { ListedSpace } from '../../importing/spaces.ts'
import { copyable } from '../components/copyable.ts'
import { errorLine, type FormRefusal, textField } from '../components/form-fields.ts'
import { findField, isWhole, type ListPart, partLinks } from '../components/list-part.ts'
import { rowMenu } from '../components/menu.ts'
import { dataTable, noticeLine, pageHead } from '../components/parts.ts'
import { spaceTile } from '../components/tile.ts'
import type { Markup } from '../frame/markup.ts'

const path = '/manage/spaces'

/**
 * List the spaces.
 * @param spaces A part of them.
 * @param part Which.
 * @param done What was done before.
 */
export function spaceListPage(
  spaces: readonly ListedSpace[],
  part: ListPart,
  done: string | undefined,
): Markup {
  const rows = spaces.map(({ id, key, name, importParentId }) => [
    html`<a class="who" href="/wiki/spaces/${key}">${spaceTile(name)}<span>${name}</span></a>`,
    copyable(`key-${id}`, key, `the key of ${name}`),
    copyable(`id-${id}`, id, `the id of ${name}`),
    importParentId === undefined
      ? 'none'
      : copyable(`homepage-${id}`, importParentId, `the id of the homepage of ${name}`),
    rowMenu(name, [
      [`/wiki/spaces/${key}/rename`, 'Rename', 'pencil'],
      [`/wiki/spaces/${key}/delete`, 'Delete…', 'trash-2', 'danger'],
    ]),
  ])
  return html`${pageHead('Spaces', { path: '/manage/spaces/new', label: 'Create a space' })}
${noticeLine(done)}
<p>An import names a space by key or id, and the parent page by its id: at first that is the homepage.</p>
${findField(path, 'Find a space by name or key', part)}
${spaces.length === 0 ? html`<p class="empty">${isWhole(part) ? 'There is no space yet.' : 'No space fits.'}</p>` : dataTable('Spaces', ['Name', 'Key', 'Id', 'Homepage id', 'Action'], rows)}
${partLinks(path, part)}`
}

export interface NewSpaceModel {
  readonly key: string
  readonly name: string
  readonly problem: FormRefusal | undefined
  readonly csrfField: Markup
}

/**
 * Show the form to create a space.
 * @param model What was typed, and what was wrong with it.
 */
export function newSpacePage({ key, name, problem, csrfField }: NewSpaceModel): Markup {
  return html`<h1>Create a space</h1>
${errorLine(problem?.message)}
<form method="post">${csrfField}
${textField({ name: 'key', label: 'Key', value: key, problem, isRequired: true, maxLength: 255, hint: 'A letter, then letters and digits, such as DOCS. It stays as it is.' })}
${textField({ name: 'name', label: 'Name', value: name, problem, isRequired: true, maxLength: 200, hint: '1 to 200 characters; also the title of the homepage.' })}
<button type="submit">Create the space</button>
</form>`
}
