/** Moves a page, with everything below it, to another place of its space. @module */
import { type Actor, type AuditStamp } from '../../auth/audit.ts';
import { type Transaction } from '../../database/database.ts';
import type { PageChangeDependencies } from './trash-page.ts';
export interface PageMove {
    readonly spaceId: string;
    readonly pageId: string;
    readonly parentId: string;
    /** Its place below the parent; undefined for a page that stands by its title. */
    readonly position: number | undefined;
}
/**
 * Move a page. That makes no version, as it makes none in Confluence.
 * @param dependencies Store, ids and clock.
 * @param wanted The page, and where it is to stand.
 * @param actor Whom the audit record names.
 * @throws {RequestError} `not-found` when the page or the parent is not there, `already-exists` when
 * its title is taken there, `bad-request` for a homepage or a parent below the page itself.
 */
export declare function movePage({ database, ids, clock }: PageChangeDependencies, { spaceId, pageId, parentId, position }: PageMove, actor: Actor): Promise<void>;
interface MoveInput extends AuditStamp {
    readonly spaceId: number;
    readonly pageId: number;
    readonly parentId: number;
    readonly position: number | null;
}
export declare const move: Transaction<MoveInput, void>;
export {};
