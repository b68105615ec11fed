/** What is to be done about an import at Confluence, as values. @module */
import type { Clock } from '../../auth/clock.ts'
import type { BodyWork } from '../../confluence/body/body-work.ts'
import type { BodyWanted, PlannedBody } from '../../confluence/body/page-body.ts'
import type { RemotePage, RemotePageHead } from '../../confluence/site.ts'
import type { Database } from '../../database/database.ts'
import type { AnswerWarning } from '../../importing/contract.ts'
import type { Utf8Document } from '../../importing/prepared-document.ts'
import type { RunVersions } from '../connections/run-versions.ts'
import type { Delivery } from '../delivery.ts'
import type { NotedWrite } from '../progress.ts'
import type { RecordedFile, RecordedPage } from '../records/recorded-pages.ts'
import type { Reservations } from '../reservations/reservations.ts'

export interface PlanTools {
  readonly database: Database
  readonly clock: Clock
  readonly bodies: BodyWork
  readonly versions: RunVersions
  readonly reservations: Reservations
}

/** An import, as the page that it names is looked for. */
export interface SoughtPage
  extends Pick<Delivery, 'spaceId' | 'asked' | 'digest' | 'createdAtMs' | 'progress'> {
  /** Undefined in a dry run. */
  readonly attempt: string | undefined
  /** Names the run that it belongs to. */
  readonly run: string | undefined
}

/** An import, as its plan sees it. */
export interface WantedImport extends SoughtPage {
  readonly document: Utf8Document
}

/** A delivery whose document is at hand. */
export type IntendedDelivery = Delivery & {
  readonly document: Utf8Document
  readonly run: string | undefined
}

/** A delivery that is tried. */
export interface Writing extends IntendedDelivery {
  /** How often in a row the site was at work on the page. */
  readonly conflicts: number
}

export interface WriteTools extends PlanTools {
  /**
   * Note what is about to be written.
   * @throws {LostDeliveryError} When somebody else has taken over.
   */
  note(write: NotedWrite): Promise<void>
}

/** A page as a delivery left it. */
export interface WrittenPage {
  readonly page: RemotePage
  /** What the site stored. */
  readonly stored: string
  readonly files: readonly RecordedFile[]
  readonly remarks: readonly AnswerWarning[]
}

export type DeliveryPlan =
  /** Nobody has touched the page since the last import, which brought the same. */
  | {
      readonly kind: 'untouched'
      readonly head: RemotePageHead
      readonly recorded: RecordedPage
    }
  /** An earlier try wrote it. */
  | { readonly kind: 'landed'; readonly page: RemotePage; readonly isNew: boolean }
  | PlannedCreate
  | PlannedUpdate
  | PlannedRestore

export interface PlannedCreate {
  readonly kind: 'create'
  readonly title: string
  readonly parentId: string
  /** The draft that was reserved for it. */
  readonly draftId: string | undefined
}

/** A request of ours may have put the page into the trash, later than it was wanted there. */
export interface PlannedRestore {
  readonly kind: 'restore'
  readonly page: RemotePage
  readonly title: string
  readonly parentId: string
  /** What is done where the site does not give it back; undefined where it is named by its id. */
  readonly orElse: PlannedCreate | undefined
}

export interface PlannedUpdate {
  readonly kind: 'update'
  readonly page: RemotePage
  readonly recorded: RecordedPage | undefined
  /** Whether this import made the page, and has to fill it. */
  readonly isNew: boolean
  readonly title: string
  /** Undefined for a homepage. */
  readonly parentId: string | undefined
  /** Those of the import that the page has. */
  readonly files: readonly RecordedFile[]
  readonly needsFiles: boolean
  readonly wanted: BodyWanted
  readonly planned: PlannedBody
  /** Whether somebody edited the page since the last import, or wrote it and none did. */
  readonly isEdited: boolean
  /** Whether the page says something else than it will. */
  readonly needsVersion: boolean
  readonly needsMove: boolean
  readonly remarks: readonly AnswerWarning[]
}

/** A page that is there. */
export interface FoundPage {
  readonly kind: 'found'
  readonly page: RemotePage
  readonly recorded: RecordedPage | undefined
  readonly title: string
  /** Undefined for a homepage. */
  readonly parentId: string | undefined
  /** Whether it may have been made by this import, which then was lost. */
  readonly mayBeOurs: boolean
}
