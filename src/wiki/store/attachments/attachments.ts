/** Images and files of pages, stored once per space under their digest, and their addresses in ADF. @module */
import { wrongField } from '../../../contract/errors.ts'
import { completePageLinks } from '../../../convert/adf/page-links.ts'
import type { Database } from '../../../store/database.ts'
import { isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import type { Utf8Document } from '../../import/prepared-document.ts'

export function attachmentEnding(type: string): string {
  const [, name = ''] = /^image\/(\w+)/.exec(type) ?? []
  return name === '' ? 'bin' : name
}

export async function findDigests(
  database: Database,
  spaceId: number,
  digests: readonly string[],
): Promise<string[]> {
  if (digests.length === 0) return []
  const rows = await database.read<{ sha256: string }>(sql`
    select sha256 from attachments where space_id = ${spaceId} and ${isAnyOf(sql`sha256`, digests)}`)
  return rows.map(({ sha256 }) => sha256)
}

/** A sanitized SVG image replaces a file with the same bytes and another type. */
const orMadeSafe: Statement = sql`
  on conflict (space_id, sha256) do update set type = excluded.type
  where excluded.type = 'image/svg+xml' and attachments.type <> excluded.type`

/** Digests are sorted: writing the same attachments in different orders would deadlock. */
export function saveAttachments(
  page: Statement,
  { shown, images }: Pick<Utf8Document, 'shown' | 'images'>,
  now: number,
): Statement[] {
  const sentImages = new Map(images.map((image) => [image.sha256, image]))
  return shown.flatMap((sha256) => {
    const image = sentImages.get(sha256)
    const insertion =
      image &&
      sql`insert into attachments (space_id, sha256, type, bytes, created_at)
        select space_id, ${sha256}, ${image.type}, ${image.bytes}, cast(${now} as bigint)
        from (${page}) page where 1 = 1 ${orMadeSafe}`
    // The request may name a digest that the space does not have.
    const link = sql`insert into page_attachments (space_id, page_id, sha256)
      select page.space_id, page.id, attachments.sha256 from (${page}) page
      join attachments on attachments.space_id = page.space_id and attachments.sha256 = ${sha256}
      where 1 = 1
      on conflict do nothing`
    return insertion === undefined ? [link] : [insertion, link]
  })
}

const maxPageAttachments = 1_000

/** In ADF as JSON text, where quotes in strings are escaped. Pieces of it end between nodes. */
const reference = /"(url|href|id)":"attachment:(?<sha256>[0-9a-f]{64})((?:\/[\w.%-]+)?)"/g
const path =
  /"(url|href|id)":"(\/wiki\/spaces\/[A-Za-z][A-Za-z0-9]*\/attachments\/(?<sha256>[0-9a-f]{64})(?:\/[\w.%-]+)?)"/g

function attachmentPath(spaceKey: string, sha256: string): string {
  return `/wiki/spaces/${spaceKey}/attachments/${sha256}`
}

export function listReferences(adf: readonly string[]): Set<string> {
  return digestsIn(adf, '"attachment:', reference)
}

/** @param knownDigests The digests of existing attachments; other references stay unchanged. */
export function placeAttachments(
  adf: string,
  spaceKey: string,
  knownDigests: ReadonlySet<string>,
): string {
  return adf.replace(reference, (reference, member, sha256, name) =>
    knownDigests.has(sha256)
      ? `"${member}":"${attachmentPath(spaceKey, sha256)}${name}"`
      : reference,
  )
}

export function withWholeReferences(markdown: string, origin: string, spaceKey: string): string {
  return markdown.replace(
    /\battachment:([0-9a-f]{64})(?![0-9a-f])/g,
    (_, sha256) => `${origin}${attachmentPath(spaceKey, sha256)}`,
  )
}

/** @throws {RequestError} `bad-request` when there are too many attachments. */
export function listAttachments(adf: readonly string[]): Set<string> {
  return digestsIn(adf, '/attachments/', path)
}

function digestsIn(adf: readonly string[], sign: string, address: RegExp): Set<string> {
  const digests = adf
    .filter((piece) => piece.includes(sign))
    .flatMap((piece) =>
      Array.from(piece.matchAll(address), ({ groups }) => groups?.sha256 as string),
    )
  return checkCount(new Set(digests))
}

export function withWholeAddresses(adf: string, origin: string): string {
  const completeAdf = adf.replace(
    path,
    (_, member, path) => `"${member}":${JSON.stringify(origin + path)}`,
  )
  return completePageLinks(completeAdf, `${origin}/wiki`)
}

function checkCount(digests: Set<string>): Set<string> {
  if (digests.size <= maxPageAttachments) return digests
  throw wrongField(
    'content',
    `content shows ${digests.size} attachments; at most ${maxPageAttachments} are allowed. Split the page.`,
  )
}
