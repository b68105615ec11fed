/** What hangs on the pages of a simulated site: properties, labels and attachments. @module */
import type { StoredAttachment, StoredContent, StoredProperty } from './content.ts'
import { type ContentStore, newUuid } from './content-store.ts'
import { Refusal } from './refusal.ts'

export function addProperty(
  store: ContentStore,
  page: StoredContent,
  key: string,
  value: unknown,
): StoredProperty {
  checkPropertyWrite(store, key)
  if (page.properties.some((one) => one.key === key))
    throw new Refusal({ kind: 'property-exists', key })
  const property = { id: store.newId(), key, value, version: 1 }
  page.properties.push(property)
  return property
}

export function writeProperty(
  store: ContentStore,
  property: StoredProperty,
  value: unknown,
  version: number,
): StoredProperty {
  checkPropertyWrite(store, property.key)
  if (version !== property.version + 1)
    throw new Refusal({ kind: 'property-stale', key: property.key })
  return Object.assign(property, { value, version })
}

function checkPropertyWrite(store: ContentStore, key: string): void {
  if (store.switches.propertyConflicts === 0) return
  store.switches.propertyConflicts--
  throw new Refusal({ kind: 'property-exists', key })
}

/** Labels become lower case and split at spaces and commas. */
export function addLabels(page: StoredContent, names: readonly string[]): void {
  const parts = names.flatMap((name) => name.toLowerCase().split(/[ ,]/)).filter((one) => one)
  if (parts.some((name) => /[.:&#(!]/.test(name))) throw new Refusal({ kind: 'bad-label' })
  for (const name of parts) page.labels.add(name)
}

export interface AttachedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export function attachFiles(
  store: ContentStore,
  page: StoredContent,
  files: readonly AttachedFile[],
): StoredAttachment[] {
  for (const { name } of files) {
    if (name === '' || name.includes('/'))
      throw new Refusal({ kind: 'bad-request', message: `Invalid attachment name: ${name}` })
    if (page.attachments.some((one) => one.name === name))
      throw new Refusal({ kind: 'same-file', name })
  }
  const attached = files.map((file) => {
    return { id: `att${store.newId()}`, ...file, fileIds: [newUuid()] }
  })
  page.attachments.push(...attached)
  return attached
}

export function deleteFile(store: ContentStore, pageId: string, name: string): void {
  const { attachments } = store.page(pageId)
  const at = attachments.findIndex((one) => one.name === name)
  if (at < 0) throw new Error(`there is no file ${name}`)
  attachments.splice(at, 1)
}

export function deleteAttachment(store: ContentStore, id: string): { readonly status: number } {
  const page = store.pages().find(({ attachments }) => attachments.some((one) => one.id === id))
  const file = page?.attachments.find((one) => one.id === id)
  if (page === undefined || file === undefined) throw new Refusal({ kind: 'no-page', id })
  deleteFile(store, page.id, file.name)
  return { status: 204 }
}
