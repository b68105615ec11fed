/** The parts of connected spaces that previews use. @module */
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import type { BrowseSpace } from '../../delivery/browse/browse-space.ts'
import type { SpaceConnection } from '../../delivery/connections/space-connection.ts'
import type { Space, TargetWiki } from '../../importing/target-wiki.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import type { PreviewRun } from '../store/previews/overlay.ts'

export interface ConnectedSide {
  readonly target: TargetWiki
  readonly browse: BrowseSpace
  findConnection(idOrKey: string): Promise<SpaceConnection | undefined>
}

export interface ConnectedPreviewsDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly workers: Pick<EmbeddedWork, 'placeImages'>
  readonly connected: ConnectedSide
}

export interface PreviewPlaceOfSpace {
  readonly space: Space
  readonly run: PreviewRun
}
