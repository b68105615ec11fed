/** Holds each request of an import to what was looked at before it: anything else is refused. @module */
import { ImportError } from '../../http-client/import-error.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { KnownPage } from '../run/known-pages.ts'
import { isOfPeople } from '../run/stop-sign.ts'
import { isRefused } from './compare-plans.ts'
import type { ImportPlan, PlannedPage } from './plan-file.ts'

/** What a page must be like to be written. */
interface PageCondition {
  /** False where there must be no page. */
  readonly overwrite?: false
  /** The version that the page must have. */
  readonly ifMatch?: number
}

export interface ExpectedPages {
  /**
   * Refuse a page that fails for its title, as of two that want one the other has it, or for what
   * people wrote there.
   * @throws {ImportError} As it was foretold.
   */
  refuse(node: PageNode): void
  /**
   * Check that a file says what it said.
   * @throws {DocumentError} When it does not.
   */
  check(node: PageNode, built: BuiltPage): void
  /** @param path The path of its file. */
  conditionOf(path: string): PageCondition
  /**
   * Give the page of a file, or tell that it is to be made, or that there will be none as another page
   * has its title; undefined where nothing is to be done.
   */
  pageOf(node: PageNode): KnownPage | 'new' | 'none' | undefined
  /** Note the version that an import made. */
  noteVersion(path: string, version: number | undefined): void
}

/** Expect what was looked at. */
export function expectedPages(planned: ImportPlan, { pages }: ImportPlan): ExpectedPages {
  const refused = new Map(planned.pages.filter(isForetold).map((page) => [page.file, page]))
  const found = new Map(pages.map((page) => [page.file, page]))
  const versions = new Map(pages.map(({ file, page }) => [file, page?.version]))
  return {
    refuse({ path }) {
      const { key = '', message = '' } = refused.get(path) ?? {}
      if (refused.has(path)) throw new ImportError(key, message)
    },
    check({ path }, { own }) {
      const { digest } = found.get(path) ?? {}
      if (digest === undefined || digest === own) return
      throw new DocumentError(`The file was changed after it was looked at. ${makeAnother}`)
    },
    conditionOf(path) {
      const version = versions.get(path)
      return version === undefined ? { overwrite: false } : { ifMatch: version }
    },
    pageOf({ path }) {
      const { page, outcome } = found.get(path) ?? {}
      const one = refused.get(path)
      // Where nothing is overwritten, its own page may be there.
      if (one && isRefused(one) && planned.options.overwrite) return 'none'
      return page ?? (outcome === 'created' ? 'new' : undefined)
    },
    noteVersion: (path, version) => void versions.set(path, version),
  }
}

function isForetold(page: PlannedPage): boolean {
  const { outcome, key = '' } = page
  return isRefused(page) || (outcome === 'failed' && isOfPeople({ key }))
}

/** What is said where something came between the look and the write. */
export const makeAnother = 'It was not sent. Make another plan.'
