/** What REST v1 says of content: all of Data Center, and on Cloud what v2 lacks. @module */
import { downloadPath } from './cloud-shapes.ts'
import type { StoredAttachment, StoredContent, StoredVersion } from './content.ts'
import type { Site } from './site.ts'

export function personShape(site: Site, id: string): Record<string, unknown> {
  const account = site.store.accounts.find((one) => one.id === id)
  const name = account?.name ?? id
  const isCloud = site.context === '/wiki'
  const names = isCloud
    ? { accountId: id, accountType: 'atlassian', email: '', publicName: name }
    : { username: account?.userName ?? id, userKey: id }
  const self = isCloud ? `/rest/api/user?accountId=${id}` : `/rest/api/user?key=${id}`
  return {
    type: 'known',
    ...names,
    profilePicture: {
      path: `${site.context}/aa-avatar/${id}`,
      width: 48,
      height: 48,
      isDefault: false,
    },
    displayName: name,
    _expandable: { operations: '', personalSpace: '' },
    _links: { self: site.base + self },
  }
}

export function versionShapeV1(site: Site, version: StoredVersion, contentId: string): object {
  return {
    by: personShape(site, version.authorId),
    when: version.createdAt,
    message: version.message,
    number: version.number,
    minorEdit: version.isMinor,
    hidden: false,
    _links: { self: `${site.base}/rest/api/content/${contentId}/version/${version.number}` },
    _expandable: { content: `/rest/api/content/${contentId}` },
  }
}

export function attachmentShapeV1(
  site: Site,
  page: StoredContent,
  file: StoredAttachment,
): Record<string, unknown> {
  const isCloud = site.context === '/wiki'
  const self = `/rest/api/content/${file.id}`
  const download = isCloud
    ? downloadPath(page, file)
    : `/download/attachments/${page.id}/${encodeURIComponent(file.name)}?version=${file.version}&api=v2`
  const { createdAt, comment: message, version: number } = file
  const version = {
    number,
    message,
    body: '',
    authorId: page.authorId,
    createdAt,
    isMinor: false,
    isByHand: false,
  }
  return {
    id: file.id,
    type: 'attachment',
    status: 'current',
    title: file.name,
    version: versionShapeV1(site, version, file.id),
    container: { id: page.id, type: 'page', status: page.status, title: page.title },
    metadata: { comment: file.comment, mediaType: file.mediaType },
    extensions: {
      mediaType: file.mediaType,
      fileSize: file.bytes.byteLength,
      comment: file.comment,
      ...(isCloud ? { fileId: file.fileIds[0] } : {}),
    },
    _links: {
      webui: `/pages/viewpageattachments.action?pageId=${page.id}`,
      self: site.base + self,
      download,
    },
    _expandable: { body: '', space: '', history: `${self}/history` },
  }
}

export function labelShapesV1(page: StoredContent): object[] {
  return [...page.labelIds].map(([name, id]) => ({ prefix: 'global', name, id, label: name }))
}
