/** How far a fresh store has come on the way to its first page. @module */
import type { Database } from '../../database/database.ts';
import type { Space } from '../../importing/target-wiki.ts';
export interface FirstSteps {
    /** The first space by key, once there is one. */
    readonly space: Space | undefined;
    readonly hasApiToken: boolean;
    /** Whether anything was imported; then there is nobody left to lead. */
    readonly hasImport: boolean;
}
/**
 * Read what has been done.
 * @param database The store.
 */
export declare function readFirstSteps(database: Database): Promise<FirstSteps>;
