/** Imports for a campaign of faults: what is asked for, and what each was told in the end. @module */
import type { ConfluenceSimulator } from '../confluence/simulator.ts'

export interface TrialImport {
  readonly title: string
  /** In the text of this import and of no other. */
  readonly mark: string
  readonly body: Readonly<Record<string, unknown>>
  /** A comment that stood on the page before, and whether the text that it is about stays. */
  readonly comment: { readonly marker: string; readonly staysThere: boolean } | undefined
  /** The place of the page once it is imported. */
  readonly position: number | undefined
  /** Whether somebody changed the page by hand before. */
  readonly isEdited: boolean
  /** Names the import, so that it is known again after its answer was lost. */
  readonly key: string | undefined
  /** Asked for by two clients at once. */
  readonly isTwice: boolean
  /** What becomes of the id that is reserved before; undefined where none is. */
  readonly reserving: 'by-id' | 'by-place' | 'left' | undefined
  readonly reserved: ToldImport[]
  readonly told: ToldImport[]
}

/** An answer, to an import or to a reservation. */
export interface ToldImport {
  readonly status: number
  readonly pageId: string | undefined
  readonly version: number | undefined
  readonly text: string
}

/** A page that an import made. */
export interface TrialPage {
  readonly title: string
  readonly id: string
  /** Its place among the others; undefined while no import gave it one. */
  readonly position: number | undefined
}

const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const phrase = 'words that somebody commented'

/**
 * Make an import, of a new page or of one that is there.
 * @param options Its number, the parent, the page, and chance.
 */
export function makeImport(
  site: ConfluenceSimulator,
  options: {
    number: number
    spaceId: string
    page: TrialPage | undefined
    random: () => number
  },
): TrialImport {
  const { number, spaceId, page, random } = options
  const title = page?.title ?? `Page ${number}`
  const mark = `mark${number}end`
  const isCommented = page !== undefined && random() < 0.5
  const staysThere = random() < 0.7
  const marker = isCommented ? commentOn(site, page.id) : undefined
  const isEdited = page !== undefined && random() < 0.3
  if (isEdited) site.humanEdit(page.id, 0, (text) => `${text} by hand`)
  const overwrite = page !== undefined || random() < 0.5
  const hasImage = random() < 0.4
  const position = random() < 0.6 ? Math.floor(random() * 12) : undefined
  const reserving = page === undefined && random() < 0.33 ? chooseUse(random()) : undefined
  const content = [
    `A first paragraph with ${mark}.`,
    staysThere ? `Here are ${phrase}, and more.` : 'Nothing is left of it.',
    ...(hasImage ? [`![dot](data:image/png;base64,${image})`] : []),
    '- one\n- two',
  ].join('\n\n')
  return {
    title,
    mark,
    body: {
      spaceId,
      parentId: site.homepageId,
      pageTitle: title,
      content,
      overwrite,
      ...(random() < 0.4 ? { labels: [`l${number}`] } : {}),
      ...(position === undefined ? {} : { position }),
    },
    position: position ?? page?.position,
    comment: marker === undefined ? undefined : { marker, staysThere },
    isEdited,
    // Of two that only create, one is told that the page is there by then.
    isTwice: (overwrite || reserving === 'left') && random() < (reserving ? 0.5 : 0.3),
    // Without one, who lost the answer to a create is told that the page is there.
    key: !overwrite || random() < 0.3 ? `key-${number}` : undefined,
    reserving,
    reserved: [],
    told: [],
  }
}

function chooseUse(chance: number): NonNullable<TrialImport['reserving']> {
  if (chance < 0.6) return 'by-id'
  return chance < 0.8 ? 'by-place' : 'left'
}

/** Nothing is commented where the words are not, or are another's already. */
function commentOn(site: ConfluenceSimulator, pageId: string): string | undefined {
  if (site.anchoredComments(pageId).length > 0) return undefined
  try {
    return site.addInlineComment(pageId, phrase)
  } catch {
    return undefined
  }
}
