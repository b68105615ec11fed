/** What is known of one generator of sites. @module */
import type { DialectName } from '../../dialects/dialects.ts'
import type { Site } from './site.ts'

/** A generator, and how its configuration is read. */
export interface Generator {
  readonly dialect: DialectName
  /** Names of its configuration, from the folder of the site. */
  readonly configNames: readonly string[]
  /** A path that no tree of another generator has. */
  readonly sign?: RegExp
  /**
   * Read the configuration.
   * @param text What it says; it may be a program, which is not run.
   * @param folder Absolute path of the site's folder.
   */
  read(text: string, folder: string): Partial<Omit<Site, 'dialects' | 'configFile'>>
}
