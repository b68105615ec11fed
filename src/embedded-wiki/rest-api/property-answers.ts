/** Whose properties a request is about, and how they are told. @module */
import type { Space } from '../../importing/target-wiki.ts'
import type { PageAttachment } from '../store/attachments/list-attachments.ts'
import type { Page } from '../store/pages.ts'
import { listProperties, type Property, type PropertyOwner } from '../store/properties.ts'
import type { ApiRequest } from './api-route.ts'
import { included, maxIncluded } from './page-answers.ts'

/** Name a page as the owner of properties. */
export function propertiesOfPage({ spaceId, id }: Pick<Page, 'spaceId' | 'id'>): PropertyOwner {
  return { spaceId: Number(spaceId), pageId: Number(id), sha256: '' }
}

/** Name an attachment as the owner. */
export function propertiesOfAttachment({ spaceId, pageId, sha256 }: PageAttachment): PropertyOwner {
  return { spaceId: Number(spaceId), pageId: Number(pageId), sha256 }
}

/** Name a space as the owner. */
export function propertiesOfSpace({ id }: Pick<Space, 'id'>): PropertyOwner {
  return { spaceId: Number(id), pageId: 0, sha256: '' }
}

/** Show a property. Of a space, Confluence tells who made it, and names the authors otherwise. */
export function propertyShape(owner: PropertyOwner, property: Property): object {
  const { id, key, value, version: number, message, authorId } = property
  const createdAt = property.updatedAt.toISOString()
  const version = { number, createdAt, message, minorEdit: false, authorId }
  if (owner.pageId !== 0) return { id, key, value, version }
  return {
    ...{ id, key, value, createdAt: property.createdAt.toISOString() },
    ...{ createdBy: property.creatorId, version: { ...version, createdBy: authorId } },
  }
}

/** Tell properties together with what they belong to. */
export async function includedProperties(
  { database }: Pick<ApiRequest, 'database'>,
  owner: PropertyOwner,
): Promise<object> {
  const found = await listProperties(database, owner, { limit: maxIncluded + 1 })
  return included(found.map((property) => propertyShape(owner, property)))
}
